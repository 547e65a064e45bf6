import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useRef } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { BANNER_SIZES } from '#contract/videos/pictures.ts';
import type { Category, Video } from '#contract/videos/videos.ts';
import { useCategoryText } from '#web/app/i18n/CategoryName.tsx';
import { OwnerText } from '#web/app/i18n/OwnerText.tsx';
import { useConfig } from '#web/app/config.ts';
import { initialData } from '#web/app/client/initial-data.ts';
import { useEntryState } from '#web/app/entry-state.ts';
import { paths } from '#web/app/paths.ts';
import { CreatorsRow } from '#web/creators/CreatorsRow.tsx';
import { preloadTopCreators } from '#web/creators/creators.queries.ts';
import { useFollowedVideos } from '#web/creators/follows.queries.ts';
import { usePing } from '#web/startup/usePing.ts';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { Link } from 'react-router';
import { CategorySelector } from '#web/videos/CategorySelector.tsx';
import { ContinueRow } from '#web/videos/ContinueRow.tsx';
import { FeaturedBanner, FeaturedBannerSkeleton } from '#web/videos/FeaturedBanner.tsx';
import { FeedLink } from '#web/videos/FeedLink.tsx';
import { PortraitRow } from '#web/videos/PortraitRow.tsx';
import { VideoGrid } from '#web/videos/VideoGrid.tsx';
import { ratioOf, widthsOf } from '#web/app/thumbnails.ts';
import {
  CATEGORY_SHOWN,
  ROTATION_SHOWN,
  featuredIn,
  portraitQuery,
  preloadRotation,
  rotationQuery,
  useCategoryVideos,
  useFeatured,
  useRotation,
} from '#web/videos/videos.queries.ts';
import { formatter } from '#web/ui/intl.ts';
import { EmptySite } from './lists/EmptySite.tsx';
import type { Head, Loader } from '#web/app/page.ts';

export const loader: Loader = ({ client }) =>
  Promise.all([preloadRotation(client), client.prefetchQuery(portraitQuery), preloadTopCreators(client)]);

export const head: Head = ({ client }) => {
  const featured = featuredIn(client.getQueryData(rotationQuery.queryKey));
  const picture = featured?.thumbnail;
  return {
    title: null,
    // the browser has no use for it
    ...(import.meta.env.SSR && { description: descriptionOfHome() }),
    picture:
      picture && !featured.labels.sensitive
        ? { href: picture, ...widthsOf(picture, BANNER_SIZES, ratioOf(featured)) }
        : null,
  };
};

function descriptionOfHome(): string {
  const categories = formatter(Intl.ListFormat, {}, 'en-GB').format(initialData.config.categories);
  return t`Short videos picked by people: ${categories}.`;
}

const HEADER_PX = 56;

export function HomePage() {
  usePing();
  const [category, setCategory] = useEntryState<Category | null>('category', null);
  const { categories } = useConfig();
  const { data, isPending } = useRotation();
  const featured = useFeatured();
  const { data: portrait } = useQuery(portraitQuery);
  const chips = useRef<HTMLDivElement>(null);
  const choose = (wanted: Category | null): void => {
    setCategory(wanted);
    const top = chips.current?.getBoundingClientRect().top ?? HEADER_PX;
    if (wanted) window.scrollTo({ top: scrollY + top - HEADER_PX, behavior: 'smooth' });
  };
  if (data?.length === 0)
    return (
      <div className="wrap">
        <Hero />
        <EmptySite />
      </div>
    );
  return (
    <div className="wrap">
      <Hero />
      {featured && <FeaturedBanner video={featured} />}
      {isPending && <FeaturedBannerSkeleton />}
      <PortraitRow videos={portrait} recommended />
      <ContinueRow />
      <div ref={chips} />
      <div className="sticky top-14 z-20 -mx-2 mt-3 mb-2 bg-paper/90 px-2 py-2 backdrop-blur-lg sm:mt-4">
        <CategorySelector categories={categories} selected={category} onSelect={choose} />
      </div>
      {/* few videos leave the chips where they are */}
      <div className={category ? 'min-h-[calc(100dvh-8rem)]' : undefined}>
        {category ? <CategoryVideos category={category} /> : <Trending />}
      </div>
      {!category && <FollowingRow />}
      {!category && <CreatorsRow />}
      <p className="mt-12 flex justify-center">
        <ButtonLink size="lg" to={paths.videos()}>
          {t`View all videos`}
          <ArrowRight aria-hidden="true" className="rtl:-scale-x-100" />
        </ButtonLink>
      </p>
    </div>
  );
}

function Hero() {
  const { heroSentence } = useConfig();
  return (
    <header className="flex flex-col gap-1 pt-4 pb-4 sm:pt-6 sm:pb-5 short:py-3 over:flex-row over:items-end over:justify-between over:gap-12">
      <h1 className="text-3xl font-extrabold tracking-tight sm:text-4xl short:text-2xl">
        <OwnerText of="siteTagline" />
      </h1>
      <p className="max-w-[46ch] text-ink-soft sm:text-lg">
        {heroSentence === null ? (
          t`Short videos worth a minute of your day.`
        ) : (
          <OwnerText of="heroSentence" />
        )}
      </p>
    </header>
  );
}

function Trending() {
  const query = useRotation();
  const featured = useFeatured();
  return (
    <VideoSection
      title={t`Trending now`}
      query={query}
      videos={query.data?.filter(({ id }) => id !== featured?.id)}
      list={{ sort: 'trending' }}
      expected={ROTATION_SHOWN - 1}
    />
  );
}

const FOLLOWED_SHOWN = 4;

/** The latest videos of followed creators; hidden if there are none. */
function FollowingRow() {
  const { data } = useFollowedVideos();
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="following" className="mt-10">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="following" className="text-xl">
          {t`Following`}
        </h2>
        <Link to={paths.following()} className="font-semibold text-accent-text underline underline-offset-4">
          {t`See all`}
        </Link>
      </div>
      <VideoGrid
        videos={data.slice(0, FOLLOWED_SHOWN)}
        error={null}
        onRetry={() => {}}
        expected={0}
        recommended
      />
    </section>
  );
}

function CategoryVideos({ category }: { category: Category }) {
  const query = useCategoryVideos(category);
  const title = useCategoryText()(category);
  return (
    <VideoSection
      title={title}
      query={query}
      videos={query.isPlaceholderData ? undefined : query.data}
      list={{ category, sort: 'new' }}
      expected={CATEGORY_SHOWN}
    />
  );
}

function VideoSection({
  title,
  query,
  videos,
  list,
  expected,
  empty,
}: {
  title: string;
  query: ReturnType<typeof useRotation>;
  videos: Video[] | undefined;
  list: ComponentProps<typeof FeedLink>['list'];
  expected: number;
  empty?: ReactNode;
}) {
  return (
    <section aria-labelledby="clips" aria-busy={query.isPlaceholderData}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="clips" className="text-xl">
          {title}
        </h2>
        <FeedLink videos={query.data} list={list} />
      </div>
      <VideoGrid
        videos={videos}
        error={query.error}
        onRetry={() => void query.refetch()}
        expected={expected}
        empty={empty}
        recommended
      />
    </section>
  );
}
