import type { Push } from '#server/adapters/push/push.ts';
import { TEST_PAYMENTS_PATH } from '#server/adapters/payments/test-path.ts';
import type { z } from 'zod';
import { CATEGORY_COLOURS, type Categories, type CategoryColour } from '#contract/settings/categories.ts';
import { LANGUAGES, type Language } from '#contract/text/languages.ts';
import { logoPath } from '#contract/settings/logo.ts';
import type { OwnerField } from '#contract/settings/translations.ts';
import { DOCUMENTS } from '#contract/settings/settings.ts';
import type { site } from '#contract/site/site.ts';
import { msg } from '#contract/text/message.ts';
import { ownerTexts } from '#server/app/start/owner-texts.ts';
import type { OwnerSettings } from '#server/app/start/owner-settings.ts';
import { translate } from '#server/app/i18n/translate.ts';
import { listIdentityProviders } from '#server/app/start/identity-providers.ts';
import { environmentDefaults, type Settings } from '#server/app/start/settings.ts';

export type PublicSettings = z.output<NonNullable<typeof site.config.response>>;

const SIGN_UP_QUESTION = msg('Why would you like to join?');

/** `shipping` is left out while it is free, or costs what its zone does, and has no notice. */
function publicShipping({ shop, shippingZones: zones }: OwnerSettings, text: string | null) {
  const free = { price: 0, freeFrom: null };
  const terms = zones.length > 0 ? free : { price: shop.shippingPrice, freeFrom: shop.shippingFreeFrom };
  const countries = zones.map((zone) => zone.countries);
  return {
    shippingZones: zones.length > 0,
    zoneDays: zones.some(({ daysMin, daysMax }) => daysMin !== null || daysMax !== null),
    shipsTo:
      zones.length === 0
        ? shop.countries
        : countries.includes(null)
          ? []
          : countries.flatMap((each) => each ?? []),
    ...((terms.price > 0 || text !== null) && { shipping: { ...terms, words: text } }),
  };
}

/** By name: the owner's choice, else that of its place in the list. */
function coloursOf(of: 'videos' | 'products', categories: Categories): Record<string, CategoryColour> {
  const chosen = new Map(
    categories.colours.filter((one) => one.of === of).map(({ name, colour }) => [name, colour]),
  );
  return Object.fromEntries(
    categories[of].map((name, at) => [
      name,
      chosen.get(name) ?? CATEGORY_COLOURS[at % CATEGORY_COLOURS.length] ?? 'grey',
    ]),
  );
}

const isUntouched = ({ SITE_NAME, owner: { brand } }: Settings): boolean =>
  !brand.setUp && brand.logo === null && SITE_NAME === environmentDefaults.SITE_NAME;

/** By the names of the settings; the wire has others for some. */
const TRANSLATED_FIELDS = {
  siteTagline: 'tagline',
  heroSentence: 'heroSentence',
  cookieWords: 'cookieWords',
  shopHeadline: 'headline',
  shopHeroWords: 'heroWords',
  freeShippingWords: 'freeShippingWords',
  shipping: 'shippingWords',
  taxNote: 'taxNote',
  returnWords: 'returnWords',
  withdrawalText: 'withdrawalText',
  signUpQuestion: 'signUpQuestion',
} as const satisfies Record<string, OwnerField>;
type TranslatedField = keyof typeof TRANSLATED_FIELDS;

/** What the owner wrote, for who reads the site in this language, and what of it is in another. */
function ownerTextsOf(settings: Settings, language: Language) {
  const own = ownerTexts(settings, language);
  const all = (Object.entries(TRANSLATED_FIELDS) as [TranslatedField, OwnerField][]).map(
    ([name, field]) => [name, own.text(field)] as const,
  );
  const translated = (of: 'videos' | 'products') =>
    settings.owner.categories[of].map((name) => [name, own.name(of, name)] as const);
  const namesOf = (of: 'videos' | 'products') =>
    Object.fromEntries(
      translated(of).flatMap(([name, { text, in: other }]) => (other ? [] : [[name, text]])),
    );
  return {
    text: Object.fromEntries(all.map(([name, { text }]) => [name, text])) as Record<
      TranslatedField,
      string | null
    >,
    localized: {
      wordsIn: Object.fromEntries(all.flatMap(([name, { in: other }]) => (other ? [[name, other]] : []))),
      categoryNames: namesOf('videos'),
      productCategoryNames: namesOf('products'),
      footerLinks: settings.owner.texts.footerLinks.map(({ label, url }) => {
        const { text, in: other } = own.name('links', label);
        return { label: text, url, ...(other && { language: other }) };
      }),
    },
  };
}

/** The settings that pages need, with texts in one language. */
export function publicSettings(
  settings: Settings,
  push: Pick<Push, 'publicKey'> | null,
  language: Language,
): PublicSettings {
  const paid = settings.PAYMENTS !== 'off';
  const { community } = settings.owner;
  const { text, localized } = ownerTextsOf(settings, language);
  const { siteTagline, shipping, signUpQuestion, ...others } = text;
  return {
    siteName: settings.SITE_NAME,
    ...localized,
    ...others,
    siteTagline: siteTagline ?? '',
    logo: settings.owner.brand.logo && logoPath(settings.owner.brand.logo, 'mark'),
    identityProviders: listIdentityProviders(settings).map(({ id, name, logo, issuer }) => ({
      id,
      name,
      logo: logo && logoPath(logo, 'mark'),
      isGoogle: logo === null && issuer === environmentDefaults.OIDC_ISSUER,
    })),
    payments: settings.PAYMENTS,
    paypalClientId: paid ? (settings.PAYPAL_CLIENT_ID ?? 'test') : null,
    vapidPublicKey: push?.publicKey ?? null,
    development: !settings.production,
    origins: settings.origins,
    needsSetUp: settings.production && isUntouched(settings),
    currency: settings.owner.shop.currency,
    shopOffered: settings.owner.shop.offered,
    shopOpen: settings.owner.shop.open,
    ...(settings.owner.shop.creatorsMayTagProducts && { creatorsMayTagProducts: true }),
    game: community.game,
    categories: settings.owner.categories.videos,
    productCategories: settings.owner.categories.products,
    categoryColours: coloursOf('videos', settings.owner.categories),
    productCategoryColours: coloursOf('products', settings.owner.categories),
    taxMode: settings.owner.shop.taxMode,
    ...publicShipping(settings.owner, shipping),
    withdrawalMode: settings.owner.shop.withdrawalMode,
    signUpClosed: community.signUp === 'nobody',
    signUpInvited: community.signUp === 'invited',
    signUpQuestion:
      community.signUp === 'approved' ? (signUpQuestion ?? translate(language, SIGN_UP_QUESTION)) : null,
    membersInvite: community.membersInvite,
    guestComments: community.guestComments,
    sendsMail: Boolean(settings.SMTP_URL),
    languages: settings.owner.languages.languages.map((tag) => ({ tag, name: LANGUAGES[tag].name })),
    defaultLanguage: settings.owner.languages.defaultLanguage,
    documents: DOCUMENTS.filter((name) => settings.owner.texts[name] !== null),
    mapTilesUrl: settings.MAP_TILES_URL ?? null,
    paypalSdkUrl: !paid
      ? null
      : settings.PAYMENTS === 'test'
        ? `${TEST_PAYMENTS_PATH}/sdk/js`
        : settings.PAYPAL_SDK_URL,
  };
}
