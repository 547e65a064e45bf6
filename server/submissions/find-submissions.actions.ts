import { MAX_SUBMISSIONS_PAGE, SUBMISSIONS_PAGE } from '#contract/submissions/submissions.ts';
import type { Db } from '#server/app/database/database.ts';
import type { SignedUrls } from '#server/app/http/files/signed-urls.ts';
import { matchWithTypos } from '#server/search/typo-tolerance.actions.ts';
import { listSubmissions, listSubmissionTexts, type SubmissionFilter } from './submissions.store.ts';

/** So many of the newest are looked through for each page: what isn't public isn't indexed. */
const RECENT = 5000;

/** One page of uploads; with `q` those that match it, with typo tolerance. */
export async function findSubmissions(
  db: Db,
  signedUrls: SignedUrls,
  {
    q,
    limit = SUBMISSIONS_PAGE,
    ...filter
  }: SubmissionFilter & { q: string | null; limit?: number | undefined },
) {
  if (q === null) return listSubmissions(db, signedUrls, { ...filter, limit });
  const isMeant = matchWithTypos(q);
  const ids = (await listSubmissionTexts(db, filter, RECENT))
    .filter(({ text }) => isMeant(text))
    .slice(0, Math.min(limit, MAX_SUBMISSIONS_PAGE) + 1)
    .map(({ id }) => id);
  return listSubmissions(db, signedUrls, { ...filter, ids: ids.length ? ids : [0], limit });
}
