import type { ResponseOf } from '#contract/endpoint.ts';
import type { site } from '#contract/site.ts';

export type SiteConfig = ResponseOf<typeof site.config>;

/** What the server wrote into the page: the settings a page needs, and the answers to its first calls, by address. */
export interface InitialData {
  config: SiteConfig;
  answers: Record<string, { body: unknown; next: string | null }>;
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
    shopOpen: true,
    shipsTo: [],
    taxNote: null,
    returnWords: null,
    signUpQuestion: null,
    guestComments: true,
    footerLinks: [],
    documents: [],
  } as Partial<SiteConfig> as SiteConfig,
  answers: {},
};

const text = typeof document === 'undefined' ? null : document.getElementById('initial-data')?.textContent;

/** Whether the server wrote this page; else another host handed out its shell. */
export const hasInitialData = Boolean(text);
export const initialData: InitialData = {
  ...FALLBACK,
  ...(text && (JSON.parse(text) as Partial<InitialData>)),
};
/** Whether the server wrote this page, and had its database then. */
export const isFromServer = Boolean(initialData.writtenAt);

/** For the server, which writes one page after the other. */
export function setInitialData(data: InitialData): void {
  Object.assign(initialData, data);
}

/** The answer to a call that the server foresaw; each serves once, later ones ask again. */
export function takePreloadedResponse(address: string): { body: unknown; next: string | null } | undefined {
  const answer = initialData.answers[address];
  delete initialData.answers[address];
  return answer;
}
