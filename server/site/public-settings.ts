import type { Push } from '#server/adapters/push/push.ts';
import { TEST_PAYMENTS_PATH } from '#server/adapters/payments/test-path.ts';
import type { z } from 'zod';
import { CATEGORY_COLOURS, type Categories, type CategoryColour } from '#contract/categories.ts';
import { LANGUAGES } from '#contract/languages.ts';
import { logoPath } from '#contract/logo.ts';
import { DOCUMENTS, type ShopSettings } from '#contract/settings.ts';
import type { site } from '#contract/site.ts';
import { listIdentityProviders } from '#server/app/start/identity-providers.ts';
import { environmentDefaults, type Settings } from '#server/app/start/settings.ts';

export type PublicSettings = z.output<NonNullable<typeof site.config.response>>;

const SIGN_UP_QUESTION = 'Why would you like to join?';

/** Left out while it is free and nothing is said about it. */
function publicShipping({ shippingPrice, shippingFreeFrom, shippingWords }: ShopSettings) {
  if (shippingPrice === 0 && shippingWords === null) return {};
  return { shipping: { price: shippingPrice, freeFrom: shippingFreeFrom, words: shippingWords } };
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

/** What the pages need to know of the settings. */
export function publicSettings(settings: Settings, push: Pick<Push, 'publicKey'> | null): PublicSettings {
  const paid = settings.PAYMENTS !== 'off';
  const { community } = settings.owner;
  return {
    siteName: settings.SITE_NAME,
    siteTagline: settings.SITE_TAGLINE,
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
    shopHeadline: settings.owner.shop.headline,
    shopHeroWords: settings.owner.shop.heroWords,
    freeShippingWords: settings.owner.shop.freeShippingWords,
    game: community.game,
    categories: settings.owner.categories.videos,
    productCategories: settings.owner.categories.products,
    categoryColours: coloursOf('videos', settings.owner.categories),
    productCategoryColours: coloursOf('products', settings.owner.categories),
    shipsTo: settings.owner.shop.countries,
    ...publicShipping(settings.owner.shop),
    taxNote: settings.owner.shop.taxNote,
    returnWords: settings.owner.shop.returnWords,
    signUpClosed: community.signUp === 'nobody',
    signUpInvited: community.signUp === 'invited',
    signUpQuestion: community.signUp === 'approved' ? (community.signUpQuestion ?? SIGN_UP_QUESTION) : null,
    membersInvite: community.membersInvite,
    guestComments: community.guestComments,
    sendsMail: Boolean(settings.SMTP_URL),
    heroSentence: settings.owner.texts.heroSentence,
    cookieWords: settings.owner.texts.cookieWords,
    footerLinks: settings.owner.texts.footerLinks,
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
