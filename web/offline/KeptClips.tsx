import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatDay } from '#web/ui/days.ts';
import { IconButton } from '#web/ui/controls/Button.tsx';
import { useStore } from '#web/ui/store.ts';
import { inMegabytes } from './megabytes.ts';
import { freeRoom, keptClips, removeKept, type KeptClip } from './kept.ts';

/** Each with its size and its end; they play right here. */
export function KeptClips() {
  const clips = useStore(keptClips);
  const room = useRoom(clips?.length ?? 0);
  if (clips === null) return null;
  if (clips.length === 0)
    return (
      <p className="rounded-card bg-raised p-6 text-center text-ink-soft">
        <Trans>Nothing is kept here yet. “Keep offline” beside a clip does it.</Trans>
      </p>
    );
  const size = inMegabytes(clips.reduce((sum, clip) => sum + clip.bytes, 0));
  const left = inMegabytes(room ?? 0);
  return (
    <section aria-labelledby="kept">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="kept" className="text-lg">
          <Trans>Kept clips</Trans>
        </h2>
        <p className="text-sm text-ink-soft">
          {room === null ? t`${size} kept` : t`${size} kept, room for ${left} more`}
        </p>
      </div>
      <ul className="flex flex-col gap-6">
        {clips.map((clip) => (
          <li key={clip.id}>
            <Kept clip={clip} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Kept({ clip }: { clip: KeptClip }) {
  const { title } = clip;
  const day = formatDay(new Date(clip.until).toISOString());
  return (
    <article className="overflow-hidden rounded-card bg-surface shadow-card">
      <video
        controls
        playsInline
        preload="metadata"
        crossOrigin="anonymous"
        src={clip.file}
        poster={clip.poster ?? undefined}
        aria-label={clip.title}
        className="max-h-[70dvh] w-full bg-stage"
      >
        {clip.captions.map(({ url, language, label }) => (
          <track key={url} kind="captions" src={url} srcLang={language} label={label} />
        ))}
      </video>
      <div className="flex items-center justify-between gap-3 p-4">
        <div className="min-w-0">
          <h3 dir="auto" className="truncate font-semibold">
            {clip.title}
          </h3>
          <p className="text-sm text-ink-soft">
            <bdi>{clip.creator}</bdi> <span>{`· ${inMegabytes(clip.bytes)} ·`}</span>{' '}
            <span>{t`until ${day}`}</span>
          </p>
        </div>
        <IconButton label={t`Remove ${title}`} onClick={() => void removeKept(clip.id)}>
          <Trash2 />
        </IconButton>
      </div>
    </article>
  );
}

function useRoom(count: number): number | null {
  const [room, setRoom] = useState<number | null>(null);
  useEffect(() => {
    void freeRoom().then(setRoom);
  }, [count]);
  return room;
}
