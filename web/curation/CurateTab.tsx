import { t } from '@lingui/core/macro';
import { RefreshCw } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { MAX_SEARCH } from '#contract/values.ts';
import type { CuratedVideo } from '#contract/curation/curation.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { Checkbox } from '#web/ui/controls/Field.tsx';
import { Toolbar, ToolbarSearch } from '#web/ui/controls/Toolbar.tsx';
import { ArchiveButton } from './ArchiveButton.tsx';
import { CuratedItem } from './CuratedItem.tsx';
import { FeaturedOrder } from './FeaturedOrder.tsx';
import { VideoList } from './VideoList.tsx';
import {
  useCandidates,
  useReloadRotation,
  useSetFeatured,
  useSetTrending,
  useTrending,
} from './curation.queries.ts';

/** The dashboard's tab Curate Videos: what the home page puts first. */
export function CurateTab() {
  const [typed, setTyped] = useState('');
  const candidates = useCandidates(useDeferredValue(typed.trim()));
  const trending = useTrending();
  const reload = useReloadRotation();
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <section className="min-w-0">
        <div className="mb-1 flex flex-wrap items-center justify-between gap-2">
          <h2 className="text-lg">{t`Approved videos`}</h2>
          <Button size="sm" pending={reload.isPending} onClick={() => reload.mutate()}>
            <RefreshCw aria-hidden="true" />
            {t`Reload rotation`}
          </Button>
        </div>
        <p className="mb-4 text-ink-soft">
          {t`Featured videos come first, then trending, then the most popular right now.`}
        </p>
        <div className="mb-4">
          <Toolbar label={t`Filters`}>
            <ToolbarSearch
              label={t`Search approved videos`}
              className="min-w-52 flex-1"
              placeholder={t`Search approved videos`}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              maxLength={MAX_SEARCH}
            />
          </Toolbar>
        </div>
        <VideoList list={candidates} empty={t`No approved videos.`}>
          {(video) => (
            <CuratedItem video={video}>
              <Flags video={video} />
              <ArchiveButton video={video} />
            </CuratedItem>
          )}
        </VideoList>
      </section>
      <div className="grid min-w-0 grid-cols-1 content-start gap-4">
        <Card title={t`Featured videos`}>
          <FeaturedOrder />
        </Card>
        <Card title={t`Trending videos`}>
          <VideoTitles videos={trending.data} />
        </Card>
      </div>
    </div>
  );
}

function Flags({ video }: { video: CuratedVideo }) {
  return (
    <>
      <Flag label={t`Featured`} video={video} on={video.isFeatured} change={useSetFeatured()} />
      <Flag label={t`Trending`} video={video} on={video.isTrending} change={useSetTrending()} />
    </>
  );
}

/** Shows what was pressed from the click on until the server has answered and the lists are fresh. */
function Flag({
  label,
  video,
  on,
  change,
}: {
  label: string;
  video: CuratedVideo;
  on: boolean;
  change: ReturnType<typeof useSetFeatured>;
}) {
  const [pressed, setPressed] = useState<boolean | null>(null);
  const press = (wanted: boolean): void => {
    setPressed(wanted);
    change.mutate({ video, on: wanted }, { onSettled: () => setPressed(null) });
  };
  return (
    <Checkbox
      label={label}
      checked={pressed ?? on}
      disabled={pressed !== null}
      onChange={(event) => press(event.target.checked)}
    />
  );
}

function VideoTitles({ videos }: { videos: CuratedVideo[] | undefined }) {
  const remove = useSetTrending();
  if (videos?.length === 0) return <p className="text-ink-soft">{t`No videos are marked as trending.`}</p>;
  return (
    <ul aria-label={t`Trending videos`} className="grid grid-cols-1 gap-1">
      {videos?.map((video) => (
        <li key={video.id} className="flex items-center gap-2">
          <span dir="auto" className="line-clamp-2 min-w-0 flex-1 break-words">
            {video.title}
          </span>
          <Button
            size="sm"
            variant="quiet"
            aria-label={t`Remove ${video.title} from trending`}
            onClick={() => remove.mutate({ video, on: false })}
          >
            {t`Remove`}
          </Button>
        </li>
      ))}
    </ul>
  );
}
