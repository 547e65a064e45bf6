import { t } from '@lingui/core/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { MAX_SUBMISSIONS_PAGE, submissions } from '#contract/submissions/submissions.ts';
import type { Submission } from '#contract/submissions/submissions.ts';
import { ApiError, callPage, errorMessage } from '#web/app/client/call.ts';

const MAX_PAGES = 20;
const TEXTS: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

export type Located = Submission & {
  location: NonNullable<Submission['location']> & { latitude: number; longitude: number };
};

/** All uploads with a location, newest first. */
const locatedQuery = queryOptions({
  queryKey: ['submissions', 'located'],
  queryFn: findLocated,
  retry: false,
});
export const useLocatedVideos = () => useQuery(locatedQuery);

async function findLocated(): Promise<Located[]> {
  const found: Located[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { items, next }: { items: Submission[]; next: string | null } = await callPage(submissions.list, {
      query: { located: 'true' as const, limit: String(MAX_SUBMISSIONS_PAGE), cursor: cursor ?? undefined },
    });
    found.push(...items.filter(isLocated));
    if (!next) break;
    cursor = next;
  }
  return found;
}

const isLocated = (submission: Submission): submission is Located =>
  submission.location?.latitude != null && submission.location.longitude != null;

/** 'HTTP 503: Service Unavailable', or the sentence for a server that didn't answer. */
export function sentenceOf(error: Error): string {
  if (!(error instanceof ApiError)) return t`Failed to fetch user videos`;
  return `HTTP ${error.status}: ${TEXTS[error.status] ?? errorMessage(error)}`;
}
