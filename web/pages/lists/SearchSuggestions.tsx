import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { Link } from 'react-router';
import type { SearchAnswer } from '#contract/search/search.ts';
import { paths } from '#web/app/paths.ts';
import { CreatorsRow } from '#web/creators/CreatorsRow.tsx';
import { preloadTopCreators } from '#web/creators/creators.queries.ts';
import { readRecent } from '#web/search/recent.ts';
import type { SearchFilter } from '#web/search/search.queries.ts';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { useHydrated } from '#web/ui/hydration.ts';
import { EmptyState } from '#web/ui/lists/States.tsx';
import { VideoGrid } from '#web/videos/VideoGrid.tsx';
import { preloadRotation, useRotation } from '#web/videos/videos.queries.ts';

export const preloadSuggestions = (client: QueryClient) =>
  Promise.all([preloadRotation(client), preloadTopCreators(client)]);

const VIDEOS_SHOWN = 4;

/** Where to go from a search without a result. Searches aren't recorded, so popular videos stand in for popular searches. */
export function SearchSuggestions({ q }: { q?: string }) {
  const hydrated = useHydrated();
  const recent = hydrated ? readRecent().filter((each) => each !== q) : [];
  const { data = [] } = useRotation();
  return (
    <>
      {recent.length > 0 && (
        <section aria-labelledby="recent" className="mt-10">
          <h2 id="recent" className="mb-3 text-xl">
            {t`Recent searches`}
          </h2>
          <ul className="flex flex-wrap gap-2">
            {recent.map((q) => (
              <li key={q} className="min-w-0">
                <Link
                  to={paths.search({ q })}
                  className="block truncate rounded-pill border border-line bg-surface px-4 py-2 font-semibold hover:bg-raised"
                >
                  {q}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <CreatorsRow />
      {data.length > 0 && (
        <section aria-labelledby="trending" className="mt-10">
          <h2 id="trending" className="mb-4 text-xl">
            {t`Trending now`}
          </h2>
          <VideoGrid
            videos={data.slice(0, VIDEOS_SHOWN)}
            error={null}
            onRetry={() => undefined}
            expected={0}
            eager={1}
            recommended
          />
        </section>
      )}
    </>
  );
}

export function NothingFound({ answer, filter }: { answer: SearchAnswer; filter: SearchFilter }) {
  const { q, correct, ...narrowing } = filter;
  const isNarrowed = Object.values(narrowing).some(Boolean);
  return (
    <>
      <EmptyState
        className="pb-0"
        icon={<SearchX />}
        title={t`No results for “${answer.query}”`}
        text={
          answer.nearest.length > 0 ? (
            <>
              <span>{t`Try one of these:`}</span>{' '}
              {answer.nearest.map((word, at) => (
                <span key={word}>
                  <span>{at > 0 && ', '}</span>
                  <Link to={paths.search({ q: word })} className="text-accent-text underline">
                    {word}
                  </Link>
                </span>
              ))}
            </>
          ) : (
            t`Try fewer or different words.`
          )
        }
        action={isNarrowed && <ButtonLink to={paths.search({ q, correct })}>{t`Clear filters`}</ButtonLink>}
      />
      <SearchSuggestions q={q} />
    </>
  );
}
