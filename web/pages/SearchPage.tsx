import { Trans } from '@lingui/react/macro';
import { plural, t } from '@lingui/core/macro';
import { Search } from 'lucide-react';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useAddressSearch } from '#web/app/address-search.ts';
import { SEARCH_DURATIONS, SEARCH_SINCE, SEARCH_SORTS, SEARCH_TYPES } from '#contract/search/search.ts';
import type { SearchAnswer } from '#contract/search/search.ts';
import { CategoryOptions } from '#web/app/i18n/CategoryName.tsx';
import { errorMessage } from '#web/app/client/call.ts';
import { useConfig } from '#web/app/config.ts';
import { initialData } from '#web/app/client/initial-data.ts';
import { paths } from '#web/app/paths.ts';
import { FoundPeople, FoundPosts } from '#web/search/FoundItems.tsx';
import { FoundMoments } from '#web/search/FoundMoments.tsx';
import { useMarks } from '#web/search/marks.ts';
import { preloadSearch, useSearch } from '#web/search/search.queries.ts';
import type { SearchFilter } from '#web/search/search.queries.ts';
import { ProductCard } from '#web/shop/ProductCard.tsx';
import { PageHeading } from '#web/ui/lists/Card.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Toolbar, ToolbarSelect } from '#web/ui/controls/Toolbar.tsx';
import { formatCount } from '#web/ui/format.ts';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { EmptyState, ErrorState } from '#web/ui/lists/States.tsx';
import { Tabs } from '#web/ui/controls/Tabs.tsx';
import { FeedLink } from '#web/videos/FeedLink.tsx';
import { VideoGrid } from '#web/videos/VideoGrid.tsx';
import { NothingFound, SearchSuggestions, preloadSuggestions } from './lists/SearchSuggestions.tsx';
import type { Head, Loader } from '#web/app/page.ts';

type Kind = 'videos' | 'people' | 'posts' | 'products';
type Type = (typeof SEARCH_TYPES)[number];

const names = (): Record<Type, string> => ({
  all: t({ message: 'All', context: 'kinds of results' }),
  videos: t`Videos`,
  people: t`People`,
  posts: t`Posts and comments`,
  products: t`Products`,
});
const listTabs = () => SEARCH_TYPES.map((id) => ({ id, label: names()[id] }));
const KINDS: Kind[] = ['videos', 'people', 'posts', 'products'];

export const loader: Loader = ({ client, search }) => {
  const filter = readFilter(search);
  return filter.q ? preloadSearch(client, filter) : preloadSuggestions(client);
};

export const head: Head = ({ search }) => {
  const { q } = readFilter(search);
  return { title: q ? t`Search: ${q}` : t`Search`, hidden: true };
};

export function SearchPage() {
  const { filter, choose } = useFilter();
  return (
    <div className="wrap pb-16">
      <PageHeading
        title={
          filter.q ? (
            <>
              <Trans>
                Results for “<bdi>{filter.q}</bdi>”
              </Trans>
            </>
          ) : (
            t`Search`
          )
        }
      />
      <WithoutScript q={filter.q} />
      {filter.q ? (
        <Tabs
          label={t`Result types`}
          tabs={listTabs()}
          selected={filter.type ?? 'all'}
          onSelect={(type) => choose({ type: type === 'all' ? undefined : type })}
        >
          {(filter.type === undefined || filter.type === 'videos') && (
            <Filters filter={filter} choose={choose} />
          )}
          <Results filter={filter} />
        </Tabs>
      ) : (
        <>
          <EmptyState
            icon={<Search />}
            className="pb-0"
            title={t`What are you looking for?`}
            text={t`Search videos, people, posts and products all at once.`}
          />
          <SearchSuggestions />
        </>
      )}
    </div>
  );
}

/** On phones the search opens by a script; without one it is shown here. */
const WithoutScript = ({ q }: { q: string }) => (
  <noscript>
    <form role="search" action={paths.search()} className="mb-6 flex gap-2 md:hidden">
      <input
        dir="auto"
        name="q"
        aria-label={t`Search`}
        defaultValue={q}
        className="h-11 w-full min-w-0 rounded-pill border border-edge/80 bg-surface px-4 text-base text-ink"
      />
      <Button type="submit" variant="primary">
        {t`Search`}
      </Button>
    </form>
  </noscript>
);

const among = <T extends string>(values: readonly T[], value: string | null): T | undefined =>
  values.find((each) => each === value);

function readFilter(search: URLSearchParams): SearchFilter {
  const type = among(SEARCH_TYPES, search.get('type'));
  return {
    q: search.get('q')?.trim() ?? '',
    type: type === 'all' ? undefined : type,
    category: among(initialData.config.categories, search.get('category')),
    sort: among(SEARCH_SORTS, search.get('sort')),
    duration: among(SEARCH_DURATIONS, search.get('duration')),
    since: among(SEARCH_SINCE, search.get('since')),
    correct: search.get('correct') === 'false' ? 'false' : undefined,
  };
}

/** The filters are stored in the URL, so that it can be shared and returned to. */
function useFilter() {
  const [search, setSearch] = useAddressSearch();
  const choose = (change: Partial<SearchFilter>): void =>
    setSearch((now) =>
      Object.fromEntries(Object.entries({ ...readFilter(now), ...change }).filter(([, value]) => value)),
    );
  return { filter: readFilter(search), choose };
}

const sortNames = () => ({ relevance: t`Best match`, new: t`Newest`, top: t`Most watched` });
const durationNames = () => ({
  short: t`Under a minute`,
  medium: t`1 to 5 minutes`,
  long: t`Over 5 minutes`,
});
const sinceNames = () => ({ day: t`Last day`, week: t`Last week`, month: t`Last month`, year: t`Last year` });

function Filters({
  filter,
  choose,
}: {
  filter: SearchFilter;
  choose: (change: Partial<SearchFilter>) => void;
}) {
  const { categories } = useConfig();
  const options = (names: Record<string, string>): ReactNode =>
    Object.entries(names).map(([value, name]) => (
      <option key={value} value={value}>
        {name}
      </option>
    ));
  return (
    <Toolbar label={t`Filters`}>
      <ToolbarSelect
        label={t`Category`}
        value={filter.category ?? ''}
        onChange={({ target }) => choose({ category: among(categories, target.value) })}
      >
        <option value="">{t`Any category`}</option>
        <CategoryOptions names={categories} />
      </ToolbarSelect>
      <ToolbarSelect
        label={t`Length`}
        value={filter.duration ?? ''}
        onChange={({ target }) => choose({ duration: among(SEARCH_DURATIONS, target.value) })}
      >
        <option value="">{t`Any length`}</option>
        {options(durationNames())}
      </ToolbarSelect>
      <ToolbarSelect
        label={t`Added`}
        value={filter.since ?? ''}
        onChange={({ target }) => choose({ since: among(SEARCH_SINCE, target.value) })}
      >
        <option value="">{t`Any time`}</option>
        {options(sinceNames())}
      </ToolbarSelect>
      <ToolbarSelect
        label={t`Sort by`}
        className="ms-auto"
        value={filter.sort ?? 'relevance'}
        onChange={({ target }) =>
          choose({ sort: target.value === 'relevance' ? undefined : among(SEARCH_SORTS, target.value) })
        }
      >
        {options(sortNames())}
      </ToolbarSelect>
    </Toolbar>
  );
}

function Results({ filter }: { filter: SearchFilter }) {
  const list = useSearch(filter);
  const box = useRef<HTMLDivElement>(null);
  const pages = list.data?.pages;
  const first = pages?.[0]?.answer;
  useMarks(box, [...new Set(pages?.flatMap(({ answer }) => answer.words))], pages);
  if (list.error && !pages)
    return (
      <ErrorState
        title={t`Search failed`}
        text={errorMessage(list.error)}
        onRetry={() => void list.refetch()}
      />
    );
  if (!pages || !first) return <VideoGrid videos={undefined} error={null} onRetry={() => {}} expected={6} />;
  const all = <T,>(of: (answer: SearchAnswer) => T[]): T[] => pages.flatMap(({ answer }) => of(answer));
  const shown: Kind[] = filter.type && filter.type !== 'all' ? [filter.type] : KINDS;
  const kinds = shown.filter((kind) => first[kind].length > 0);
  const items: Record<Kind, () => ReactNode> = {
    videos: () => (
      <VideoGrid
        videos={all(({ videos }) => videos)}
        error={null}
        onRetry={() => {}}
        expected={6}
        eager={2}
        under={({ id, moments }) => <FoundMoments videoId={id} moments={moments} />}
      />
    ),
    people: () => <FoundPeople people={all(({ people }) => people)} />,
    posts: () => <FoundPosts posts={all(({ posts }) => posts)} />,
    products: () => (
      <div className="card-grid">
        {all(({ products }) => products).map((product) => (
          <ProductCard key={product.id} product={product} />
        ))}
      </div>
    ),
  };
  return (
    <div ref={box} className="mt-4 flex flex-col gap-8">
      <Corrected answer={first} filter={filter} />
      {kinds.length === 0 && <NothingFound answer={first} filter={filter} />}
      {kinds.map((kind) => (
        <section key={kind} aria-label={names()[kind]}>
          <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
            <h2 className="text-xl">{names()[kind]}</h2>
            <p className="numbers text-sm text-ink-soft">{howMany(first[kind].length + first.more[kind])}</p>
            {shown.length > 1 && first.more[kind] > 0 && (
              <Link
                to={paths.search({ ...filter, type: kind })}
                className="text-sm text-accent-text underline"
              >
                {t`Show all`}
              </Link>
            )}
            {kind === 'videos' && (
              <div className="ms-auto">
                <FeedLink videos={first.videos} list={listOf(filter, first)} />
              </div>
            )}
          </div>
          {items[kind]()}
        </section>
      ))}
      <p className="flex justify-center">
        <LoadMore list={list} size="lg" />
      </p>
    </div>
  );
}

/** As the feed has it. */
const listOf = ({ q, category, sort, duration, since }: SearchFilter, { corrected }: SearchAnswer) => ({
  q: corrected ?? q,
  category,
  sort: sort === 'relevance' ? undefined : sort,
  duration,
  since,
});

const COUNTED = 1000;

/** Large counts are estimates, and labelled so. */
function howMany(count: number): string {
  if (count <= COUNTED) return plural(count, { one: '# result', other: '# results' });
  const step = 10 ** Math.max(2, String(count).length - 2);
  const about = formatCount(Math.round(count / step) * step);
  return t`about ${about} results`;
}

function Corrected({ answer, filter }: { answer: SearchAnswer; filter: SearchFilter }) {
  if (answer.corrected === null) return null;
  return (
    <p role="status">
      <Trans>
        Showing results for{' '}
        <Link
          to={paths.search({ ...filter, q: answer.corrected })}
          className="font-semibold text-accent-text underline"
        >
          <em>{answer.corrected}</em>
        </Link>
        . Search instead for{' '}
        <Link to={paths.search({ ...filter, correct: 'false' })} className="text-accent-text underline">
          <em>{answer.query}</em>
        </Link>
        .
      </Trans>
    </p>
  );
}
