import type { ViewOrigin } from '#contract/statistics/statistics.ts';
import type { Origin } from './origin.store.ts';

const MAX_DETAIL = 80;

/**
 * What is stored of a view's origin: the host of another site, the query of a search here, nothing else. `own`: this
 * site's host.
 */
export function readOrigin({ source, referrer }: ViewOrigin, own: string): Origin {
  const from = referrer ? readUrl(referrer, own) : null;
  const elsewhere = from && from.host !== own ? from.host.replace(/^www\./, '').slice(0, MAX_DETAIL) : '';
  if (source === undefined) return { source: elsewhere ? 'LINK' : 'OTHER', detail: elsewhere };
  if (source === 'LINK' || source === 'EMBED') return { source, detail: elsewhere };
  return { source, detail: source === 'SEARCH' && from?.host === own ? readPhrase(from) : '' };
}

function readUrl(referrer: string, own: string): URL | null {
  // referrers of this site are a path only
  const url = URL.parse(referrer, `https://${own}`);
  return url && /^https?:$/.test(url.protocol) ? url : null;
}

/**
 * Normalized so that equal searches count together; anything that looks like an email address or phone number is
 * dropped.
 */
function readPhrase({ searchParams }: URL): string {
  const phrase = (searchParams.get('q') ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim();
  return /@|\d{6}/.test(phrase) ? '' : phrase.slice(0, MAX_DETAIL).trim();
}
