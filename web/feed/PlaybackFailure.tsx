import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Video } from '#contract/videos/videos.ts';
import { useFeedControl } from './feed.context.ts';
import { findNow } from './video-exists.queries.ts';
import { start } from './sound.ts';

const SHOWN_MS = 3000;
/** How often at most a looping video is checked for still being available. */
const REQUEST_TIMEOUT_MS = 60_000;

const messages = () => ({
  broken: [t`This video won’t play.`, t`The next video starts in a moment.`],
  gone: [t`This video was removed.`, t`The next video starts in a moment.`],
  offline: [t`You’re offline.`, t`This video isn’t saved offline. It plays when you’re back online.`],
});

/** Shows why a video doesn't play, and skips it after a moment; connection failures are retried. */
export function PlaybackFailure({
  item: next,
  video,
  hasFailed,
  rounds,
}: {
  item: Video;
  video: HTMLVideoElement | null;
  hasFailed: boolean;
  rounds: number;
}) {
  const { go, queue } = useFeedControl();
  const [trouble, setTrouble] = useState<keyof ReturnType<typeof messages> | null>(null);
  const goOn = useEffectEvent(() => go(1));
  useEffect(() => {
    if (!hasFailed) return undefined;
    let left = false;
    void find(next).then((found) => {
      if (left) return;
      if (typeof found === 'string') return setTrouble(found);
      // FeedPlayer begins again with it
      const second = video?.currentTime ?? 0;
      video?.addEventListener('loadstart', () => (video.currentTime = second), { once: true });
      queue.change(next.id, found);
    });
    return () => {
      left = true;
      setTrouble(null);
    };
  }, [hasFailed, next, video, queue]);
  useTakenDown(next.id, rounds, () => {
    video?.pause();
    setTrouble('gone');
  });
  useEffect(() => {
    if (!trouble) return undefined;
    if (trouble !== 'offline') {
      const timer = setTimeout(() => goOn(), SHOWN_MS);
      return () => clearTimeout(timer);
    }
    const again = (): void => {
      video?.load();
      if (video) void start(video);
    };
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [trouble, video]);
  if (!trouble) return null;
  const [title, text] = messages()[trouble];
  return (
    <div
      role="status"
      className="pointer-events-none absolute inset-0 grid place-items-center bg-stage/60 p-6 pb-[30cqh] text-center text-on-scrim"
    >
      <p className="rounded-card bg-stage/85 px-5 py-4">
        <b className="block text-lg">{title}</b>
        <span>{text}</span>
      </p>
    </div>
  );
}

/** Why it doesn't play; or the new URL of a video that was replaced. */
async function find({ id, sourceUrl }: Video): Promise<keyof ReturnType<typeof messages> | Partial<Video>> {
  if (!navigator.onLine) return 'offline';
  const now = await findNow(id);
  if (now === null) return 'gone';
  if (!now || now.sourceUrl === sourceUrl) return 'broken';
  const { lines, captions, storyboard } = now;
  return { sourceUrl: now.sourceUrl, lines, captions, storyboard };
}

/** Reports once if a looping video was removed in the meantime. */
function useTakenDown(id: number, rounds: number, onRemoved: () => void): void {
  const requestedAt = useRef(0);
  const skip = useEffectEvent(onRemoved);
  useEffect(() => {
    if (rounds === 0 || Date.now() - requestedAt.current < REQUEST_TIMEOUT_MS) return;
    requestedAt.current = Date.now();
    void findNow(id).then((next) => {
      if (next === null) skip();
    });
  }, [rounds, id]);
}
