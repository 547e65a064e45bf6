import { ArrowRight } from 'lucide-react';
import { CATEGORIES } from '#contract/videos.ts';
import type { Category } from '#contract/videos.ts';
import { useConfig } from '#web/app/config.ts';
import { useEntryState } from '#web/app/entry-state.ts';
import { paths } from '#web/app/paths.ts';
import { useTitle } from '#web/app/title.ts';
import { UploadButton } from '#web/submissions/UploadButton.tsx';
import { useKeepAlive } from '#web/startup/useKeepAlive.ts';
import { ButtonLink } from '#web/ui/Button.tsx';
import { CategorySelector } from '#web/videos/CategorySelector.tsx';
import { FeaturedBanner, FeaturedBannerSkeleton } from '#web/videos/FeaturedBanner.tsx';
import { FeedLink } from '#web/videos/FeedLink.tsx';
import { VideoGrid } from '#web/videos/VideoGrid.tsx';
import {
  CATEGORY_SHOWN,
  ROTATION_SHOWN,
  preloadRotation,
  useCategoryVideos,
  useRotation,
} from '#web/videos/videos.queries.ts';
import type { Preload } from './preload.ts';

export const preload: Preload = ({ client }) => preloadRotation(client);

export function HomePage() {
  useTitle(null);
  useKeepAlive();
  const [category, setCategory] = useEntryState<Category | null>('category', null);
  const rotation = useRotation();
  const featured = rotation.data?.find((video) => video.isFeatured) ?? rotation.data?.[0];
  return (
    <div className="wrap">
      <Hero />
      {featured && <FeaturedBanner video={featured} />}
      {rotation.isPending && <FeaturedBannerSkeleton />}
      <div className="sticky top-14 z-20 -mx-2 mt-8 mb-4 bg-paper/90 px-2 py-2.5 backdrop-blur-lg">
        <CategorySelector categories={CATEGORIES} selected={category} onSelect={setCategory} />
      </div>
      {category ? <CategoryVideos category={category} /> : <Trending />}
      <p className="mt-12 flex justify-center">
        <ButtonLink size="lg" to={paths.videos()}>
          View all videos
          <ArrowRight aria-hidden="true" />
        </ButtonLink>
      </p>
      <UploadButton />
    </div>
  );
}

function Hero() {
  const { siteTagline, heroSentence } = useConfig();
  return (
    <header className="flex flex-col gap-2 pt-8 pb-7 sm:pt-12 sm:pb-9 lg:flex-row lg:items-end lg:justify-between lg:gap-12">
      <h1 className="text-3xl font-extrabold tracking-tight sm:text-4xl">{siteTagline}</h1>
      <p className="max-w-[46ch] text-ink-soft sm:text-lg">
        {heroSentence ??
          'Short clips picked by people: ideas, looks, places and things worth a minute of your day.'}
      </p>
    </header>
  );
}

function Trending() {
  const { data, error, refetch } = useRotation();
  const featured = data?.find((video) => video.isFeatured) ?? data?.[0];
  const rest = data?.filter((video) => video.id !== featured?.id);
  return (
    <section aria-labelledby="trending">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h2 id="trending" className="text-xl">
          Trending now
        </h2>
        <FeedLink videos={data} list={{ sort: 'trending' }} />
      </div>
      <VideoGrid
        videos={rest}
        error={error}
        onRetry={() => {
          void refetch();
        }}
        expected={ROTATION_SHOWN - 1}
      />
    </section>
  );
}

function CategoryVideos({ category }: { category: Category }) {
  const { data, error, refetch, isPlaceholderData } = useCategoryVideos(category);
  return (
    <section aria-labelledby="chosen" aria-busy={isPlaceholderData}>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h2 id="chosen" className="text-xl">
          {category}
        </h2>
        <FeedLink videos={data} list={{ category, sort: 'new' }} />
      </div>
      <VideoGrid
        videos={isPlaceholderData ? undefined : data}
        error={error}
        onRetry={() => {
          void refetch();
        }}
        expected={CATEGORY_SHOWN}
      />
    </section>
  );
}
