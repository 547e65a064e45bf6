import type { ResponseOf } from '#contract/endpoint.ts';
import { PRODUCT_CATEGORIES } from '#contract/shop/shop.ts';
import type { site } from '#contract/site.ts';
import { CATEGORIES } from '#contract/videos.ts';

export type SiteConfig = ResponseOf<typeof site.config>;

/** `body` null: there is no such thing. */
export interface Answer {
  body: unknown;
  next: string | null;
}

/** What the server wrote into the page: the settings a page needs, and the answers to what it asked, by address. */
export interface InitialData {
  config: SiteConfig;
  answers: Record<string, Answer>;
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
    taxNote: null,
    returnWords: null,
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
  answers: {},
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

/** Answers a GET in the thread that writes pages; `path` is the endpoint's. Fails where the server does. */
type AskServer = (path: string, address: string) => Promise<Answer>;

let askServer: AskServer | null = null;

/** For the thread that writes pages, one after the other: what stands in the page, and who answers its calls. */
export function setInitialData(data: Omit<InitialData, 'answers'>, ask: AskServer): void {
  Object.assign(initialData, data, { answers: {} });
  askServer = ask;
}

/** The server's own answer, while it writes a page. */
export const answerOfServer = (path: string, address: string): Promise<Answer> | undefined =>
  askServer?.(path, address);

/** The answer that the page brought along; each serves once, later ones ask again. */
export function takePreloadedResponse(address: string): Answer | undefined {
  const answer = initialData.answers[address];
  delete initialData.answers[address];
  return answer;
}
