import { useState } from 'react';
import { CATEGORIES, PAGE_SIZE } from '#contract/videos.ts';
import type { Category } from '#contract/videos.ts';
import { useTitle } from '#web/app/title.ts';
import { Button } from '#web/ui/Button.tsx';
import { PageHeading } from '#web/ui/Card.tsx';
import { CategorySelector } from '#web/videos/CategorySelector.tsx';
import { VideoGrid } from '#web/videos/VideoGrid.tsx';
import { useFirstVideos } from '#web/videos/videos.queries.ts';

export function VideosPage() {
  useTitle('Videos');
  const [category, setCategory] = useState<Category | null>(null);
  const [size, setSize] = useState(PAGE_SIZE);
  const { data, error, refetch, isPlaceholderData } = useFirstVideos(category, size);
  const choose = (chosen: Category | null): void => {
    setCategory(chosen);
    setSize(PAGE_SIZE);
  };
  return (
    <div className="wrap">
      <PageHeading title="All videos" text="Everything there is to watch, newest first." />
      <div className="sticky top-14 z-20 -mx-2 mb-4 bg-paper/90 px-2 py-2.5 backdrop-blur-lg">
        <CategorySelector categories={CATEGORIES} selected={category} onSelect={choose} />
      </div>
      <VideoGrid
        videos={data?.items}
        error={error}
        onRetry={() => {
          void refetch();
        }}
        expected={12}
        eager={4}
      />
      {data && data.next !== null && (
        <p className="mt-12 flex justify-center">
          <Button size="lg" pending={isPlaceholderData} onClick={() => setSize(size + PAGE_SIZE)}>
            Load more
          </Button>
        </p>
      )}
    </div>
  );
}
