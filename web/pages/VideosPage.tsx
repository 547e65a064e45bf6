import { t } from '@lingui/core/macro';
import { SearchX } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { useAddressSearch } from '#web/app/address-search.ts';
import { FOUND_SORTS, readVideoFilter, type VideoFilter } from '#contract/videos/video-filter.ts';
import { PAGE_SIZE, SORTS } from '#contract/videos/videos.ts';
import { FollowCategoryButton } from '#web/creators/FollowButton.tsx';
import { categoryText, useCategoryText } from '#web/app/i18n/CategoryName.tsx';
import { useEntryState } from '#web/app/entry-state.ts';
import { useConfig } from '#web/app/config.ts';
import { paths } from '#web/app/paths.ts';
import { initialData } from '#web/app/client/initial-data.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { ToolbarSelect } from '#web/ui/controls/Toolbar.tsx';
import { Pill } from '#web/ui/lists/Badge.tsx';
import { EmptyState } from '#web/ui/lists/States.tsx';
import { CategorySelector } from '#web/videos/CategorySelector.tsx';
import { FeedLink } from '#web/videos/FeedLink.tsx';
import { VideoGrid } from '#web/videos/VideoGrid.tsx';
import { preloadVideos, useFirstVideos } from '#web/videos/videos.queries.ts';
import { EmptySite } from './lists/EmptySite.tsx';
import { FollowedVideos } from './lists/FollowedVideos.tsx';
import type { Head, Loader } from '#web/app/page.ts';

const sortNames = () => ({
  match: t`Best match`,
  new: t`Newest`,
  top: t`Most watched`,
  trending: t`Trending`,
});

const readFilter = (search: URLSearchParams): VideoFilter =>
  readVideoFilter(search, initialData.config.categories);

/** The followed videos and creators: different per member. */
const isFollowing = (search: URLSearchParams): boolean => search.get('following') === 'true';

export const loader: Loader = ({ client, search }) =>
  isFollowing(search) ? Promise.resolve() : preloadVideos(client, readFilter(search));

export const head: Head = ({ search }) => {
  const { category, query } = readFilter(search);
  const ofCategory = category && `?category=${encodeURIComponent(category)}`;
  const title = category ? categoryText(category, 'videos', initialData.config).text : t`Videos`;
  return {
    title: isFollowing(search) ? t`Following` : title,
    description: t`Every video in one place.`,
    hidden: isFollowing(search) || query !== '',
    // each category is a page of its own, however it is sorted
    path: `${paths.videos()}${ofCategory ?? ''}`,
    feed: ofCategory ? { query: ofCategory, title } : undefined,
  };
};

export function VideosPage() {
  const [search] = useSearchParams();
  return isFollowing(search) ? <FollowedVideos /> : <AllVideos />;
}

function AllVideos() {
  const { filter, choose, clear } = useFilter();
  const { size, grow } = useSize();
  const { categories } = useConfig();
  const categoryText = useCategoryText();
  const { data, error, refetch, isPlaceholderData } = useFirstVideos(filter, size);
  const emptyState = filter.query ? (
    <NothingFound query={filter.query} onClear={clear} />
  ) : filter.category ? undefined : (
    <EmptySite />
  );
  return (
    <div className="wrap">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1 pt-6 pb-2">
        <h1 className="text-2xl sm:text-3xl">
          {filter.category ? categoryText(filter.category) : t`All videos`}
        </h1>
        {filter.category && <FollowCategoryButton category={filter.category} />}
        {filter.query && (
          <p className="text-ink-soft">
            <span>{t`with “${filter.query}”`}</span>{' '}
            <button type="button" onClick={clear} className="font-semibold text-accent-text underline">
              {t`Show all`}
            </button>
          </p>
        )}
      </header>
      {/* on small screens only the categories stay in view */}
      <div className={`${STAYS} flex items-center gap-3 max-lg:contents lg:mb-4`}>
        <div
          className={`${STAYS} flex min-w-0 *:min-w-0 lg:static lg:m-0 lg:me-auto lg:bg-transparent lg:p-0 lg:backdrop-blur-none`}
        >
          <CategorySelector
            categories={categories}
            selected={filter.category}
            onSelect={(category) => choose({ category })}
          />
        </div>
        <h2 className="sr-only">{t`Videos`}</h2>
        <div className="no-scrollbar -m-1 flex min-w-0 shrink-0 items-center gap-2 p-1 max-lg:mb-4 max-sm:overflow-x-auto max-sm:[&_a_svg]:hidden">
          <Pill
            selected={filter.orientation !== null}
            onClick={() => choose({ orientation: filter.orientation ? null : 'portrait' })}
          >
            {t`Portrait`}
          </Pill>
          <SortSelect filter={filter} choose={choose} />
          <FeedLink videos={data?.items} list={listOf(filter)} />
        </div>
      </div>
      <VideoGrid
        videos={data?.items}
        error={error}
        onRetry={() => void refetch()}
        expected={12}
        eager={2}
        recommended={!filter.query}
        empty={emptyState}
      />
      {data && data.next !== null && (
        <p className="mt-12 flex justify-center">
          <Button size="lg" pending={isPlaceholderData} onClick={grow}>
            {t`Load more`}
          </Button>
        </p>
      )}
    </div>
  );
}

const STAYS = 'sticky top-14 z-20 -mx-2 bg-paper/90 px-2 py-2 backdrop-blur-lg';

/** As the feed has it; a search without a choice has its own order. */
const listOf = ({ category, query, orientation, sort }: VideoFilter) => ({
  category: category ?? undefined,
  orientation: orientation ?? undefined,
  sort: query && sort === 'new' ? undefined : sort,
  q: query || undefined,
});

/** The filters are stored in the URL, so that it can be shared and returned to. */
function useFilter() {
  const [search, setSearch] = useAddressSearch();
  const filter = readFilter(search);
  const choose = (change: Partial<VideoFilter>): void =>
    setSearch(
      (now) => {
        const { category, query, orientation, sort } = { ...readFilter(now), ...change };
        const isUsual = sort === (query ? 'match' : 'new') || 'query' in change;
        return {
          ...(category && { category }),
          ...(query && { q: query }),
          ...(orientation && { orientation }),
          ...(!isUsual && { sort }),
        };
      },
      { replace: true },
    );
  return { filter, choose, clear: () => choose({ query: '' }) };
}

/**
 * How many to show: 60 more with each press. Stored in the history entry: changing a filter resets it to 60,
 * going back restores it.
 */
function useSize() {
  const [pageSize, setPageSize] = useEntryState<number>('size', PAGE_SIZE);
  const size = pageSize > 0 && pageSize % PAGE_SIZE === 0 ? pageSize : PAGE_SIZE;
  const grow = (): void => setPageSize(size + PAGE_SIZE);
  return { size, grow };
}

function SortSelect({
  filter,
  choose,
}: {
  filter: VideoFilter;
  choose: (change: Partial<VideoFilter>) => void;
}) {
  const sorts = filter.query ? FOUND_SORTS : SORTS;
  return (
    <ToolbarSelect
      label={t`Sort by`}
      value={filter.sort}
      onChange={(event) => choose({ sort: sorts.find((sort) => sort === event.target.value) ?? 'new' })}
    >
      {sorts.map((sort) => (
        <option key={sort} value={sort}>
          {sortNames()[sort]}
        </option>
      ))}
    </ToolbarSelect>
  );
}

function NothingFound({ query, onClear }: { query: string; onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchX />}
      title={t`No results for “${query}”`}
      text={t`Try fewer words, different words or another category.`}
      action={<Button onClick={onClear}>{t`Show all videos`}</Button>}
    />
  );
}
