import type { DehydratedState } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/endpoint.ts';
import { PRODUCT_CATEGORIES } from '#contract/shop/shop.ts';
import type { site } from '#contract/site/site.ts';
import { CATEGORIES } from '#contract/videos/videos.ts';

export type SiteConfig = ResponseOf<typeof site.config>;

/** What the server wrote into the page: the settings a page needs, and the queries it was rendered from. */
export interface InitialData {
  config: SiteConfig;
  queries?: DehydratedState;
  /** When the page was written, in milliseconds (0: while the server started), and the site's own address. */
  writtenAt?: number;
  origin?: string;
}

const FALLBACK: InitialData = {
  // until the call is answered; what is not named is off
  config: {
    siteName: 'LLL',
    siteTagline: 'Look. Like. Live.',
    payments: 'off',
    currency: 'USD',
    shopOffered: true,
    shopOpen: true,
    game: true,
    categories: CATEGORIES,
    productCategories: PRODUCT_CATEGORIES,
    categoryColours: {},
    productCategoryColours: {},
    shipsTo: [],
    shippingZones: false,
    zoneDays: false,
    taxMode: 'OFF',
    taxNote: null,
    returnWords: null,
    withdrawalMode: 'OFF',
    signUpQuestion: null,
    guestComments: true,
    footerLinks: [],
    wordsIn: {},
    categoryNames: {},
    productCategoryNames: {},
    documents: [],
    origins: [],
    languages: [],
    defaultLanguage: 'en',
  } as Partial<SiteConfig> as SiteConfig,
};

const text = typeof document === 'undefined' ? null : document.getElementById('initial-data')?.textContent;

/** The site's own addresses, as far as they are known without the browser's. */
export const writtenOrigins = (): string[] => [
  ...(initialData.origin ? [initialData.origin] : []),
  ...initialData.config.origins,
];
/** Whether the server wrote this page; else another host handed out its shell. */
export const hasInitialData = Boolean(text);
export const initialData: InitialData = {
  ...FALLBACK,
  ...(text && (JSON.parse(text) as Partial<InitialData>)),
};
/** Whether the server wrote this page, and had its database then. */
export const isFromServer = Boolean(initialData.writtenAt);
