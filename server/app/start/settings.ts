import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { isHost } from '#contract/site/address.ts';
import { OWNER_DEFAULTS, type OwnerSettings } from './owner-settings.ts';
import { limits } from './limits.ts';
import { base, bucket, flag, url } from './variables.ts';

/** What Fastify's trustProxy takes: an address, a network, or the name of one. */
function isProxy(text: string): boolean {
  const [address = '', prefix] = text.trim().split('/');
  return (
    ['loopback', 'linklocal', 'uniquelocal'].includes(text.trim()) ||
    (isIP(address) > 0 && (prefix === undefined || /^\d{1,3}$/.test(prefix)))
  );
}

/** Every setting of the product, by its environment variable (docs/operations.md, .env.example). */
export const Environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: z.string().optional(),
  PORT: z.coerce
    .number('must be a port number')
    .int('must be a port number')
    .min(0, 'must be a port number')
    .max(65535, 'must be a port number')
    .default(3000),
  LISTEN: z.enum(['now', 'ready']).default('now'),
  PUBLIC_URL: url('http', 'https')
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
  WEB_ORIGIN: z
    .string()
    .default('')
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .refine(
      (list) =>
        list.every((origin) => URL.parse(origin)?.origin === origin && isHost(new URL(origin).hostname)),
      'must be origins such as https://www.example.org, separated by commas',
    ),
  TRUST_PROXY: z
    .string()
    .default('off')
    .transform((value) =>
      ['off', '', '0', 'false'].includes(value) ? false : /^\d+$/.test(value) ? Number(value) : value,
    )
    .refine(
      (value) => typeof value !== 'string' || value.split(',').every(isProxy),
      'must be off, the number of proxies, or their addresses and networks',
    ),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .transform((value) => resolve(value)),
  DATABASE_URL: url('postgres', 'postgresql').optional(),
  /** A second address that sees the server itself where DATABASE_URL goes through a pooler: for LISTEN, jobs, migrations. */
  DATABASE_DIRECT_URL: url('postgres', 'postgresql').optional(),
  /** Whether frequent statements are prepared; by default if there is no pooler. */
  DATABASE_PREPARE: z.enum(['on', 'off'], 'must be on or off').optional(),
  STORAGE_URL: bucket('file').optional(),
  /** Where browsers read public media: a CDN's address, or the public one of MEDIA_STORAGE_URL. */
  MEDIA_URL: url('http', 'https')
    .refine((value) => !/[?#]/.test(value), 'must have no query')
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
  /** The bucket, or the prefix of one, that MEDIA_URL shows: what is public is copied there. */
  MEDIA_STORAGE_URL: bucket().optional(),
  /** The internal location from which the nginx in front serves the media folder (X-Accel-Redirect). */
  MEDIA_ACCEL: z
    .string()
    .regex(/^(\/[\w-]+)+\/$/, 'must be a path that starts and ends with /, such as /internal-media/')
    .optional(),
  /** See limits.ts. */
  LIMITS: limits,
  ROLES: z
    .string()
    .default('web,worker')
    .transform((value) => value.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(['web', 'worker'], 'must be web, worker or web,worker')).min(1)),
  SITE_NAME: z.string().trim().min(1).max(60).default('LLL'),
  SITE_TAGLINE: z.string().trim().max(120).default('Look. Like. Live.'),
  SAMPLE_CONTENT: z.enum(['on', 'off']).optional(),
  ADMIN_USERNAME: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{3,30}$/, 'must have 3 to 30 letters, digits, dots, dashes or underscores')
    .optional(),
  ADMIN_EMAIL: z
    .string()
    .regex(/^[^\s@]+@[^\s@]+$/, 'must be an email address')
    .optional(),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  SMTP_URL: url('smtp', 'smtps')
    .refine((value) => {
      // what is no address is named as that
      const params = URL.parse(value)?.searchParams;
      return (
        ['none', null, undefined].includes(params?.get('encryption')) &&
        ['self-signed', null, undefined].includes(params?.get('certificate'))
      );
    }, 'knows ?encryption=none and ?certificate=self-signed only')
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
      'must be an email address, or a name and <address>',
    )
    .optional(),
  PAYMENTS: z.enum(['paypal', 'test', 'off']).optional(),
  PAYPAL_CLIENT_ID: z.string().optional(),
  PAYPAL_CLIENT_SECRET: z.string().optional(),
  PAYPAL_WEBHOOK_ID: z.string().optional(),
  PAYPAL_LIVE: flag(false),
  PAYPAL_API_URL: url('http', 'https')
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
  PAYPAL_SDK_URL: base('https://www.paypal.com/sdk/js'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  OIDC_ISSUER: url('http', 'https').default('https://accounts.google.com'),
  YOUTUBE_API_KEY: z.string().optional(),
  YOUTUBE_API_URL: base('https://www.googleapis.com'),
  GEOCODER_URL: url('http', 'https')
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
  /** Of the admin map; owners set it under Settings, Connections. */
  MAP_TILES_URL: url('http', 'https').optional(),
  RATE_LIMIT: flag(true),
  /** The hourly backup; by default on with the embedded database. */
  BACKUP: z.enum(['on', 'off'], 'must be on or off').optional(),
  BACKUP_DIR: z
    .string()
    .transform((value) => resolve(value))
    .optional(),
  BACKUP_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
  /** A second bucket, to which each verified backup is sent; with credentials of its own, where it has others: s3://key:secret@bucket. */
  BACKUP_S3_URL: bucket().optional(),
  /** Where releases are announced; unset: no requests. After a #, keys that may sign them besides the release's own. */
  UPDATE_FEED_URL: url('http', 'https')
    .refine(
      // what is no address is named as that
      (value) => /^(#[A-Za-z0-9+/]{43}=)?$/.test(URL.parse(value)?.hash ?? ''),
      'must end with a public key of 44 characters after its #, as tools/sign-release.ts prints it',
    )
    .optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  METRICS: flag(false),
  METRICS_TOKEN: z.string().min(8, 'must have at least 8 characters').optional(),
  /** ffprobe is expected next to it. */
  FFMPEG_PATH: z.string().optional(),
  /** The folder of a model that recognises speech; without it no captions are made by a machine. */
  TRANSCRIBE_MODEL: z
    .string()
    .transform((value) => resolve(value))
    .optional(),
  /** Encrypts what is secret among the owner's settings; else a key of DATA_DIR does. */
  SETTINGS_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
});

export type Settings = ReturnType<typeof readSettings>;

/** zod's message where we have none, to follow the variable's name in a sentence. */
function complaint(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value' && issue.message.startsWith('Invalid'))
    return `must be ${issue.values.join(' or ')}`;
  if (issue.code === 'too_big' && issue.message.startsWith('Too big'))
    return `must have at most ${issue.maximum} characters`;
  if (issue.code === 'too_small' && issue.message.startsWith('Too small')) return 'must not be blank';
  return issue.message;
}

/** The given value, unless it is or contains a secret: logs have many readers. */
function quote(name: string, given: Record<string, string | undefined>): string {
  const value = given[name] ?? '';
  return /PASSWORD|SECRET|TOKEN|KEY/.test(name) || /:[^/]*@/.test(value)
    ? ''
    : ` (it is ${JSON.stringify(value)})`;
}

/** A wrong setting: the sentences name the variables. */
export class SettingsError extends Error {}

/** Reads the settings from an environment. Empty values count as not set. Throws SettingsError. */
export function readSettings(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const read = Environment.safeParse(given);
  if (!read.success) {
    throw new SettingsError(
      read.error.issues
        .map((issue) => `${String(issue.path[0])} ${complaint(issue)}${quote(String(issue.path[0]), given)}.`)
        .join('\n'),
    );
  }
  const env = read.data;
  const production = env.NODE_ENV === 'production';
  const paypalReady = Boolean(env.PAYPAL_CLIENT_ID && env.PAYPAL_CLIENT_SECRET);
  const settings = {
    ...env,
    production,
    HOST: env.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    PUBLIC_URL: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    STORAGE_URL: env.STORAGE_URL ?? null,
    SAMPLE_CONTENT: (env.SAMPLE_CONTENT ?? (production ? 'off' : 'on')) === 'on',
    DATABASE_PREPARE: env.DATABASE_PREPARE
      ? env.DATABASE_PREPARE === 'on'
      : env.DATABASE_DIRECT_URL === undefined,
    BACKUP: env.BACKUP ? env.BACKUP === 'on' : env.DATABASE_URL === undefined && env.NODE_ENV !== 'test',
    PAYMENTS:
      env.PAYMENTS ?? (paypalReady ? ('paypal' as const) : production ? ('off' as const) : ('test' as const)),
    PAYPAL_API_URL:
      env.PAYPAL_API_URL ??
      (env.PAYPAL_LIVE ? 'https://api-m.paypal.com' : 'https://api-m.sandbox.paypal.com'),
    /** What the owner set on the pages of the dashboard (server/settings). */
    owner: OWNER_DEFAULTS,
    /** The site's current and former addresses, once they were read. */
    origins: [] as string[],
    /** The variables that the environment sets: they win over the owner's. */
    fixed: new Set(Object.keys(given)) as ReadonlySet<string>,
  };
  if (settings.PAYMENTS === 'test' && production)
    throw new SettingsError('PAYMENTS must not be test when NODE_ENV is production.');
  if (settings.PAYMENTS === 'paypal' && !paypalReady)
    throw new SettingsError('PAYMENTS is paypal, so PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET must be set.');
  if (Boolean(env.PAYPAL_CLIENT_ID) !== Boolean(env.PAYPAL_CLIENT_SECRET))
    throw new SettingsError('PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET must be set together.');
  if (Boolean(env.GOOGLE_CLIENT_ID) !== Boolean(env.GOOGLE_CLIENT_SECRET))
    throw new SettingsError('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together.');
  checkBackups(env);
  checkMedia(env);
  environments.set(settings, given);
  return settings;
}

function checkMedia(env: z.infer<typeof Environment>): void {
  if (env.MEDIA_ACCEL && env.STORAGE_URL?.startsWith('s3:'))
    throw new SettingsError('MEDIA_ACCEL needs media in a folder, and STORAGE_URL names a bucket.');
  if (Boolean(env.MEDIA_URL) !== Boolean(env.MEDIA_STORAGE_URL))
    throw new SettingsError('MEDIA_URL and MEDIA_STORAGE_URL must be set together.');
  for (const name of ['STORAGE_URL', 'BACKUP_S3_URL'] as const)
    if (env.MEDIA_STORAGE_URL && env[name] && isWithin(env.MEDIA_STORAGE_URL, env[name]))
      throw new SettingsError(
        `MEDIA_STORAGE_URL must name another bucket or prefix than ${name}: anyone can read what is stored there.`,
      );
}

function checkBackups(env: z.infer<typeof Environment>): void {
  if (env.BACKUP === 'on' && env.DATABASE_URL)
    throw new SettingsError(
      'BACKUP must not be on when DATABASE_URL is set: an external database is backed up by its own tools (docs/operations.md).',
    );
  if (env.BACKUP_S3_URL && env.DATABASE_URL && env.BACKUP !== 'off')
    throw new SettingsError(
      'BACKUP_S3_URL must not be set when DATABASE_URL is set: an external database is backed up by its own tools (docs/operations.md).',
    );
  if (env.BACKUP_S3_URL && env.STORAGE_URL && isWithin(env.BACKUP_S3_URL, env.STORAGE_URL))
    throw new SettingsError(
      'BACKUP_S3_URL must name another bucket or prefix than STORAGE_URL: files that belong to no video are deleted there.',
    );
  const { username, password } = new URL(env.BACKUP_S3_URL ?? 's3://none');
  if (Boolean(username) !== Boolean(password))
    throw new SettingsError('BACKUP_S3_URL must have both credentials or none: s3://key:secret@bucket.');
}

/** Whether one of two addresses is a prefix in the bucket of the other. */
function isWithin(one: string, another: string): boolean {
  const [first, second] = [one, another].map((value) => {
    const { protocol, hostname, pathname, searchParams } = new URL(value);
    const folder = pathname.replaceAll(/^\/+|\/+$/g, '');
    return {
      bucket: `${protocol}${hostname} ${searchParams.get('endpoint')}`,
      folder: folder && `${folder}/`,
    };
  });
  if (!first || !second || first.bucket !== second.bucket) return false;
  return first.folder.startsWith(second.folder) || second.folder.startsWith(first.folder);
}

/** What each settings object was read from. Not a field of it: it holds secrets. */
const environments = new WeakMap<object, Record<string, string | undefined>>();

/** The settings as the environment alone has them. */
export const environmentSettings = (settings: Settings): Settings =>
  readSettings(environments.get(settings) ?? {});

/** The default if neither the environment nor the owner sets it. */
export const environmentDefaults = readSettings({});

/** Whether the public address is configured; else it is this machine's port. */
export const knowsPublicUrl = ({ fixed, owner }: Pick<Settings, 'fixed' | 'owner'>): boolean =>
  fixed.has('PUBLIC_URL') || owner.brand.publicUrl !== null;

/** What the owner may set where the environment doesn't. */
const OWNED = [
  'PUBLIC_URL',
  'SITE_NAME',
  'SITE_TAGLINE',
  'SMTP_URL',
  'MAIL_FROM',
  'PAYMENTS',
  'PAYPAL_CLIENT_ID',
  'PAYPAL_CLIENT_SECRET',
  'PAYPAL_WEBHOOK_ID',
  'PAYPAL_LIVE',
  'PAYPAL_API_URL',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'OIDC_ISSUER',
  'YOUTUBE_API_KEY',
  'MAP_TILES_URL',
  'BACKUP_DIR',
  'BACKUP_S3_URL',
] as const satisfies (keyof Settings)[];

/** Whether backups may be stored there: not with the media, which are cleaned up and may be public. */
export const takesBackupBucket = (
  { STORAGE_URL, MEDIA_STORAGE_URL }: Pick<Settings, 'STORAGE_URL' | 'MEDIA_STORAGE_URL'>,
  bucket: string,
): boolean => ![STORAGE_URL, MEDIA_STORAGE_URL].some((other) => other && isWithin(bucket, other));

/** A later change of the environment must not stop the site from starting because of a former backup location. */
function withoutEmptyCategories(
  settings: Settings,
  { BACKUP_DIR, BACKUP_S3_URL, ...variables }: Record<string, string | undefined>,
): Record<string, string | undefined> {
  if (settings.DATABASE_URL) return variables;
  const takesBucket = BACKUP_S3_URL !== undefined && takesBackupBucket(settings, BACKUP_S3_URL);
  return { ...variables, BACKUP_DIR, ...(takesBucket && { BACKUP_S3_URL }) };
}

/**
 * Applies the owner's settings in place, so that every holder of the object sees them. `variables` are named as in the
 * environment, which takes precedence. Throws SettingsError, and changes nothing, if they conflict.
 */
export function applyOwnerSettings(
  settings: Settings,
  variables: Record<string, string | undefined>,
  owner: OwnerSettings,
): void {
  const next = readSettings({
    ...withoutEmptyCategories(settings, variables),
    ...environments.get(settings),
  });
  const owned = Object.fromEntries(OWNED.map((name) => [name, next[name]]));
  Object.assign(settings, owned, { owner });
}
