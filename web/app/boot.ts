import type { ResponseOf } from '#contract/endpoint.ts';
import type { site } from '#contract/site.ts';

export type SiteConfig = ResponseOf<typeof site.config>;

/** What the server wrote into the page: the settings a page needs, and the answers to its first calls, by address. */
export interface Boot {
  config: SiteConfig;
  answers: Record<string, { body: unknown; next: string | null }>;
}

const FALLBACK: Boot = {
  config: {
    siteName: 'LLL',
    siteTagline: 'Look. Like. Live.',
    identityProvider: false,
    payments: 'off',
    paypalClientId: null,
    paypalSdkUrl: null,
    mapTilesUrl: null,
  },
  answers: {},
};

function readBoot(): Boot {
  const text = document.getElementById('boot')?.textContent;
  return text ? { ...FALLBACK, ...(JSON.parse(text) as Partial<Boot>) } : FALLBACK;
}

export const boot = readBoot();

/** The answer to a call that the server foresaw; each serves once, later ones ask again. */
export function takeAnswer(address: string): { body: unknown; next: string | null } | undefined {
  const answer = boot.answers[address];
  delete boot.answers[address];
  return answer;
}
