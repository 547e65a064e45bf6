import { isDeepStrictEqual } from 'node:util';
import { type Connections, type SecretName } from '#contract/settings/connections.ts';
import type { Translations } from '#contract/settings/translations.ts';
import { DOCUMENTS, FILL_IN, SECTIONS, type SectionName, type Seller } from '#contract/settings/settings.ts';
import { OWNER_DEFAULTS, type OwnerSettings } from '#server/app/start/owner-settings.ts';
import type { Settings } from '#server/app/start/settings.ts';
import { msg, rule } from '#contract/text/message.ts';

export type Values = Record<string, unknown>;

interface SectionRules {
  /** The defaults, until the owner changes them. */
  base(environment: Settings): Values;
  /** Fields, secrets too, that a variable of the environment sets, by the variable. */
  variables: Record<string, string>;
  /**
   * A secret, and the fields that determine who receives it: changing one requires entering the secret again.
   */
  boundTo?: Partial<Record<SecretName, string[]>>;
  /** Derived changes beside the given fields. */
  follow?(changed: Values, now: Date): Values;
  /** Errors by field. */
  check?(values: Values): Record<string, string>;
}

const FILL_IN_LEFT = rule`Some details are missing. Look for “${FILL_IN}”.`;

/** How the fields of each section go together with the environment. */
const SECTION_RULES: Record<SectionName, SectionRules> = {
  brand: {
    base: ({ SITE_NAME, SITE_TAGLINE, PUBLIC_URL, fixed }) => ({
      name: SITE_NAME,
      tagline: SITE_TAGLINE,
      ...OWNER_DEFAULTS.brand,
      ...(fixed.has('PUBLIC_URL') && { publicUrl: new URL(PUBLIC_URL).origin }),
    }),
    variables: { name: 'SITE_NAME', tagline: 'SITE_TAGLINE', publicUrl: 'PUBLIC_URL' },
  },
  texts: {
    base: () => ({ ...OWNER_DEFAULTS.texts }),
    variables: {},
    follow: (changed, now) =>
      Object.fromEntries(
        DOCUMENTS.filter((name) => name in changed).map((name) => [
          `${name}At`,
          changed[name] === null ? null : now.toISOString(),
        ]),
      ),
    check: (values) =>
      Object.fromEntries(
        DOCUMENTS.filter((name) => String(values[name] ?? '').includes(FILL_IN)).map((name) => [
          name,
          FILL_IN_LEFT,
        ]),
      ),
  },
  categories: { base: () => ({ ...OWNER_DEFAULTS.categories }), variables: {} },
  community: { base: () => ({ ...OWNER_DEFAULTS.community }), variables: {} },
  videos: { base: () => ({ ...OWNER_DEFAULTS.videos }), variables: {} },
  shop: {
    base: () => ({ ...OWNER_DEFAULTS.shop }),
    variables: {},
    check({ taxMode, seller }): Record<string, string> {
      const { name, address } = seller as Seller;
      if (taxMode === 'OFF') return {};
      return {
        ...(!name && { 'seller.name': msg('Please enter a name.') }),
        ...(!address && { 'seller.address': msg('Please enter your business address.') }),
      };
    },
  },
  languages: {
    base: () => ({ ...OWNER_DEFAULTS.languages }),
    variables: {},
    check({ languages, defaultLanguage }): Record<string, string> {
      if ((languages as unknown[]).includes(defaultLanguage)) return {};
      return { defaultLanguage: msg('Please choose an available language.') };
    },
  },
  translations: {
    base: () => ({ ...OWNER_DEFAULTS.translations }),
    variables: {},
    check: (values) =>
      Object.fromEntries(
        Object.entries(values as Translations).flatMap(([language, texts]) =>
          DOCUMENTS.filter((name) => texts[name]?.includes(FILL_IN)).map((name) => [
            `${language}.${name}`,
            FILL_IN_LEFT,
          ]),
        ),
      ),
  },
  connections: {
    base: baseConnections,
    variables: {
      mailHost: 'SMTP_URL',
      mailPort: 'SMTP_URL',
      mailSecurity: 'SMTP_URL',
      mailSelfSigned: 'SMTP_URL',
      mailUser: 'SMTP_URL',
      mailPassword: 'SMTP_URL',
      mailFrom: 'MAIL_FROM',
      paypalClientId: 'PAYPAL_CLIENT_ID',
      paypalClientSecret: 'PAYPAL_CLIENT_SECRET',
      paypalWebhookId: 'PAYPAL_WEBHOOK_ID',
      paypalLive: 'PAYPAL_LIVE',
      identityIssuer: 'OIDC_ISSUER',
      identityClientId: 'GOOGLE_CLIENT_ID',
      identityClientSecret: 'GOOGLE_CLIENT_SECRET',
      youtubeKey: 'YOUTUBE_API_KEY',
      mapTilesUrl: 'MAP_TILES_URL',
      backupFolder: 'BACKUP_DIR',
      backupBucket: 'BACKUP_S3_URL',
      backupAccessKey: 'BACKUP_S3_URL',
      backupSecretKey: 'BACKUP_S3_URL',
    },
    boundTo: {
      mailPassword: ['mailHost', 'mailPort', 'mailSecurity', 'mailSelfSigned'],
      paypalClientSecret: ['paypalClientId', 'paypalLive'],
      identityClientSecret: ['identityIssuer', 'identityClientId'],
      identity2ClientSecret: ['identity2Issuer', 'identity2ClientId'],
      backupSecretKey: ['backupBucket', 'backupAccessKey'],
    },
  },
};

function baseConnections(environment: Settings): Values {
  const bucket = environment.BACKUP_S3_URL ? new URL(environment.BACKUP_S3_URL) : null;
  const smtp = environment.SMTP_URL ? new URL(environment.SMTP_URL) : null;
  const base: Connections = {
    mailHost: smtp?.hostname ?? null,
    mailPort: Number(smtp?.port) || null,
    mailSecurity:
      smtp?.protocol === 'smtps:'
        ? 'tls'
        : smtp?.searchParams.get('encryption') === 'none'
          ? 'none'
          : 'starttls',
    mailSelfSigned: smtp?.searchParams.get('certificate') === 'self-signed',
    mailUser: smtp?.username ? decodeURIComponent(smtp.username) : null,
    mailFrom: environment.MAIL_FROM ?? null,
    paypalClientId: environment.PAYPAL_CLIENT_ID ?? null,
    paypalWebhookId: environment.PAYPAL_WEBHOOK_ID ?? null,
    paypalLive: environment.PAYPAL_LIVE,
    identityIssuer: environment.OIDC_ISSUER,
    identityClientId: environment.GOOGLE_CLIENT_ID ?? null,
    identityName: OWNER_DEFAULTS.identity.name,
    identityLogo: null,
    identity2Issuer: null,
    identity2ClientId: null,
    identity2Name: null,
    identity2Logo: null,
    mapTilesUrl: environment.MAP_TILES_URL ?? null,
    backupFolder: environment.BACKUP_DIR ?? null,
    backupBucket: bucket && `${bucket.protocol}//${bucket.host}${bucket.pathname}${bucket.search}`,
    backupAccessKey: bucket?.username ? decodeURIComponent(bucket.username) : null,
  };
  return base;
}

export const rulesOf = (section: SectionName): SectionRules => SECTION_RULES[section];

export function fixedFields(section: SectionName, { fixed }: Settings): string[] {
  return Object.entries(SECTION_RULES[section].variables)
    .filter(([, variable]) => fixed.has(variable))
    .map(([field]) => field);
}

/** The values that hold: the environment's, else the owner's, else the product's. */
export function valuesInForce(section: SectionName, environment: Settings, stored: Values): Values {
  const base = SECTION_RULES[section].base(environment);
  const fixed = new Set(fixedFields(section, environment));
  const owned = Object.entries(stored).filter(([field]) => field in base && !fixed.has(field));
  return { ...base, ...Object.fromEntries(owned) };
}

/** The fields whose values differ, with both. */
export function changesOf(before: Values, after: Values): { before: Values; after: Values } {
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  );
  const pick = (values: Values): Values =>
    Object.fromEntries(changed.map((field) => [field, values[field] ?? null]));
  return { before: pick(before), after: pick(after) };
}

/** Secrets that these values would send to another receiver. */
export function secretsToEnterAgain(section: SectionName, before: Values, after: Values): SecretName[] {
  return (Object.entries(SECTION_RULES[section].boundTo ?? {}) as [SecretName, string[]][])
    .filter(([, fields]) => fields.some((field) => !isDeepStrictEqual(before[field], after[field])))
    .map(([name]) => name);
}

export interface OpenSection {
  values: Values;
  secrets: Partial<Record<SecretName, string>>;
}

/** Variables as in the environment, and settings beyond them. */
export function toSettings(sections: Record<SectionName, OpenSection>): {
  variables: Record<string, string | undefined>;
  owner: Omit<OwnerSettings, 'shippingZones'>;
} {
  const { name, tagline, ...brand } = sections.brand.values;
  const { values, secrets } = sections.connections;
  return {
    variables: {
      SITE_NAME: name as string,
      SITE_TAGLINE: tagline as string,
      PUBLIC_URL: (brand as OwnerSettings['brand']).publicUrl ?? undefined,
      ...toVariables(values as Connections, secrets),
    },
    owner: {
      brand: brand as OwnerSettings['brand'],
      texts: sections.texts.values as unknown as OwnerSettings['texts'],
      categories: sections.categories.values as OwnerSettings['categories'],
      community: sections.community.values as OwnerSettings['community'],
      videos: sections.videos.values as OwnerSettings['videos'],
      shop: sections.shop.values as OwnerSettings['shop'],
      languages: sections.languages.values as unknown as OwnerSettings['languages'],
      translations: sections.translations.values as OwnerSettings['translations'],
      identity: toIdentity(values as Connections, secrets),
    },
  };
}

/** How the providers are called, and the second of them where it is whole. */
function toIdentity(values: Connections, secrets: OpenSection['secrets']): OwnerSettings['identity'] {
  const { identity2Issuer: issuer, identity2ClientId: clientId, identity2Name: name } = values;
  const clientSecret = secrets.identity2ClientSecret;
  return {
    name: values.identityName,
    logo: values.identityLogo,
    second:
      issuer && clientId && clientSecret && name
        ? { name, logo: values.identity2Logo, issuer, clientId, clientSecret }
        : null,
  };
}

function toVariables(
  values: Connections,
  secrets: OpenSection['secrets'],
): Record<string, string | undefined> {
  const { mailHost, mailPort, mailSecurity, mailSelfSigned, mailUser, paypalClientId, identityClientId } =
    values;
  const login = mailUser
    ? `${encodeURIComponent(mailUser)}:${encodeURIComponent(secrets.mailPassword ?? '')}@`
    : '';
  const { paypalClientSecret, identityClientSecret } = secrets;
  const query =
    mailSecurity === 'none' ? '?encryption=none' : mailSelfSigned ? '?certificate=self-signed' : '';
  return {
    SMTP_URL: mailHost
      ? `${mailSecurity === 'tls' ? 'smtps' : 'smtp'}://${login}${mailHost}${mailPort ? `:${mailPort}` : ''}${query}`
      : undefined,
    MAIL_FROM: values.mailFrom ?? undefined,
    // an incomplete pair is ignored
    ...(paypalClientId &&
      paypalClientSecret && {
        PAYPAL_CLIENT_ID: paypalClientId,
        PAYPAL_CLIENT_SECRET: paypalClientSecret,
      }),
    PAYPAL_WEBHOOK_ID: values.paypalWebhookId ?? undefined,
    PAYPAL_LIVE: values.paypalLive ? 'on' : 'off',
    ...(identityClientId &&
      identityClientSecret && {
        GOOGLE_CLIENT_ID: identityClientId,
        GOOGLE_CLIENT_SECRET: identityClientSecret,
      }),
    OIDC_ISSUER: values.identityIssuer,
    YOUTUBE_API_KEY: secrets.youtubeKey,
    MAP_TILES_URL: values.mapTilesUrl ?? undefined,
    BACKUP_DIR: values.backupFolder ?? undefined,
    BACKUP_S3_URL: toBucket(values, secrets),
  };
}

/** With its credentials; an incomplete pair is ignored. */
function toBucket(
  { backupBucket, backupAccessKey: key }: Connections,
  { backupSecretKey: secret }: OpenSection['secrets'],
): string | undefined {
  if (!backupBucket || Boolean(key) !== Boolean(secret)) return undefined;
  const url = new URL(backupBucket);
  if (key && secret) [url.username, url.password] = [encodeURIComponent(key), encodeURIComponent(secret)];
  return url.href;
}

export const everySection = <T>(make: (section: SectionName) => T): Record<SectionName, T> =>
  Object.fromEntries(SECTIONS.map((section) => [section, make(section)])) as Record<SectionName, T>;
