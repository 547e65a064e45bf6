import type { Categories } from '#contract/settings/categories.ts';
import type { Community, WritersSince } from '#contract/settings/community.ts';
import type { Brand, PublishedAt, ShopSettings, Texts } from '#contract/settings/settings.ts';
import { LANGUAGE_TAGS, SOURCE_LANGUAGE } from '#contract/text/languages.ts';
import type { Languages } from '#contract/settings/languages.ts';
import type { Translations } from '#contract/settings/translations.ts';
import type { VideoSettings } from '#contract/settings/video-settings.ts';
import type { ShippingZone } from '#contract/shop/shipping-zones.ts';
import { PRODUCT_CATEGORIES } from '#contract/shop/shop.ts';
import { CATEGORIES } from '#contract/videos/videos.ts';

/** What the owner set beyond the variables of the environment, with what holds before that. */
export interface OwnerSettings {
  brand: Pick<Brand, 'accent' | 'font' | 'logo' | 'publicUrl' | 'setUp'>;
  texts: Texts & PublishedAt;
  categories: Categories;
  community: Community & WritersSince;
  videos: VideoSettings;
  shop: ShopSettings;
  /** Empty: the countries and shipping prices of `shop` hold. */
  shippingZones: ShippingZone[];
  languages: Languages;
  translations: Translations;
  /** What the provider of the environment's variables is called, and another beside it. */
  identity: {
    name: string;
    logo: string | null;
    second: {
      name: string;
      logo: string | null;
      issuer: string;
      clientId: string;
      clientSecret: string;
    } | null;
  };
}

export const OWNER_DEFAULTS: OwnerSettings = {
  brand: { accent: null, font: 'figtree', logo: null, publicUrl: null, setUp: false },
  texts: {
    heroSentence: null,
    footerLinks: [],
    cookieWords: null,
    about: null,
    privacy: null,
    terms: null,
    imprint: null,
    aboutDraft: null,
    privacyDraft: null,
    termsDraft: null,
    imprintDraft: null,
    aboutAt: null,
    privacyAt: null,
    termsAt: null,
    imprintAt: null,
  },
  categories: { videos: CATEGORIES, products: PRODUCT_CATEGORIES, colours: [] },
  community: {
    signUp: 'everybody',
    signUpQuestion: null,
    membersInvite: false,
    guestComments: true,
    commentsOff: false,
    editReview: false,
    publishMachineCaptions: false,
    game: true,
    review: 'nobody',
    newcomerHours: 24,
    newcomerLinks: 0,
    writersMinDays: 0,
    writersForHours: 0,
    writersSince: null,
    embedOrigins: [],
    announce: false,
  },
  videos: { reencodeWhenIdle: true, popularAfterViews: 100, av1: false, downloads: false },
  shop: {
    offered: true,
    open: true,
    headline: null,
    heroWords: null,
    freeShippingWords: null,
    currency: 'USD',
    countries: [],
    shippingPrice: 0,
    shippingFreeFrom: null,
    shippingWords: null,
    taxNote: null,
    returnWords: null,
    confirmedMail: null,
    shippedMail: null,
    confirmRefundsAbove: 500,
    taxMode: 'OFF',
    seller: { name: null, address: null, taxId: null, email: null },
    withdrawalMode: 'OFF',
    withdrawalDays: 14,
    withdrawalText: null,
    creatorsMayTagProducts: false,
    productSafety: { manufacturer: null, address: null, email: null, euResponsible: null },
  },
  shippingZones: [],
  languages: { languages: LANGUAGE_TAGS, defaultLanguage: SOURCE_LANGUAGE },
  translations: Object.fromEntries(LANGUAGE_TAGS.map((language) => [language, {}])) as Translations,
  identity: { name: 'Google', logo: null, second: null },
};

/** Until when only older members may write; null: no restriction. */
export function writersUntil(community: OwnerSettings['community'], now: number): Date | null {
  const { writersMinDays, writersForHours, writersSince } = community;
  if (writersMinDays === 0 || writersSince === null) return null;
  const end = Date.parse(writersSince) + writersForHours * 3_600_000;
  return end > now ? new Date(end) : null;
}
