import type { ResponseOf } from '#contract/endpoint.ts';
import type { site } from '#contract/site.ts';

export type SiteConfig = ResponseOf<typeof site.config>;

/** What the server wrote into the page: the settings a page needs, and the first queries' answers. */
export interface Boot {
  config: SiteConfig;
  queries: [key: readonly unknown[], data: unknown][];
}

const FALLBACK: Boot = {
  config: {
    siteName: 'LLL', siteTagline: 'Look. Like. Live.', identityProvider: false,
    payments: 'off', paypalClientId: null, paypalSdkUrl: null,
  },
  queries: [],
};

function readBoot(): Boot {
  const text = document.getElementById('boot')?.textContent;
  return text ? { ...FALLBACK, ...JSON.parse(text) as Partial<Boot> } : FALLBACK;
}

export const boot = readBoot();
