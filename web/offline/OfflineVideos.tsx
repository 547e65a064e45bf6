import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatDay } from '#web/ui/days.ts';
import { IconButton } from '#web/ui/controls/Button.tsx';
import { useStore } from '#web/ui/store.ts';
import { inMegabytes } from './megabytes.ts';
import { freeSpace, offlineVideos, removeOffline, type OfflineVideo } from './offline-videos.ts';

/** Each with its size and its end; they play right here. */
export function OfflineVideos() {
  const videos = useStore(offlineVideos);
  const space = useFreeSpace(videos?.length ?? 0);
  if (videos === null) return null;
  if (videos.length === 0)
    return (
      <p className="rounded-card bg-raised p-6 text-center text-ink-soft">
        <Trans>No offline videos yet. Press “Save offline” on a video to add it here.</Trans>
      </p>
    );
  const size = inMegabytes(videos.reduce((sum, video) => sum + video.bytes, 0));
  const left = inMegabytes(space ?? 0);
  return (
    <section aria-labelledby="kept">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="kept" className="text-lg">
          <Trans>Offline videos</Trans>
        </h2>
        <p className="text-sm text-ink-soft">
          {space === null ? t`${size} used` : t`${size} used, ${left} free`}
        </p>
      </div>
      <ul className="flex flex-col gap-6">
        {videos.map((video) => (
          <li key={video.id}>
            <Stored video={video} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Stored({ video }: { video: OfflineVideo }) {
  const { title } = video;
  const day = formatDay(new Date(video.until).toISOString());
  return (
    <article className="overflow-hidden rounded-card bg-surface shadow-card">
      <video
        controls
        playsInline
        preload="metadata"
        crossOrigin="anonymous"
        src={video.file}
        poster={video.poster ?? undefined}
        aria-label={video.title}
        className="max-h-[70dvh] w-full bg-stage"
      >
        {video.captions.map(({ url, language, label }) => (
          <track key={url} kind="captions" src={url} srcLang={language} label={label} />
        ))}
      </video>
      <div className="flex items-center justify-between gap-3 p-4">
        <div className="min-w-0">
          <h3 dir="auto" className="truncate font-semibold">
            {video.title}
          </h3>
          <p className="text-sm text-ink-soft">
            <bdi>{video.creator}</bdi> <span>{`· ${inMegabytes(video.bytes)} ·`}</span>{' '}
            <span>{t`until ${day}`}</span>
          </p>
        </div>
        <IconButton label={t`Remove ${title}`} onClick={() => void removeOffline(video.id)}>
          <Trash2 />
        </IconButton>
      </div>
    </article>
  );
}

function useFreeSpace(count: number): number | null {
  const [space, setSpace] = useState<number | null>(null);
  useEffect(() => {
    void freeSpace().then(setSpace);
  }, [count]);
  return space;
}
