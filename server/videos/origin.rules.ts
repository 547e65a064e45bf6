import type { ViewOrigin } from '#contract/statistics/statistics.ts';
import type { Origin } from './origin.store.ts';

const MAX_DETAIL = 80;

/**
 * What is kept of where a view came from: of another site its host, of a search here its words, and of all else nothing.
 * `own`: the host of this site.
 */
export function readOrigin({ source, referrer }: ViewOrigin, own: string): Origin {
  const from = referrer ? readUrl(referrer, own) : null;
  const elsewhere = from && from.host !== own ? from.host.replace(/^www\./, '').slice(0, MAX_DETAIL) : '';
  if (source === undefined) return { source: elsewhere ? 'LINK' : 'OTHER', detail: elsewhere };
  if (source === 'LINK' || source === 'EMBED') return { source, detail: elsewhere };
  return { source, detail: source === 'SEARCH' && from?.host === own ? readPhrase(from) : '' };
}

function readUrl(referrer: string, own: string): URL | null {
  // pages of this site say only the path
  const url = URL.parse(referrer, `https://${own}`);
  return url && /^https?:$/.test(url.protocol) ? url : null;
}

/** In one spelling for all who searched the same; what looks like somebody's address or number is not kept. */
function readPhrase({ searchParams }: URL): string {
  const phrase = (searchParams.get('q') ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim();
  return /@|\d{6}/.test(phrase) ? '' : phrase.slice(0, MAX_DETAIL).trim();
}
