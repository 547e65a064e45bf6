import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Video } from '#contract/videos/videos.ts';
import { classes } from '#web/ui/classes.ts';
import { fittingFile } from '#web/ui/player/fitting-file.ts';
import { markFirstVideoShown } from './first-video.ts';
import { useFeedControl } from './feed.context.ts';
import { load, unload } from './pool.ts';
import { start } from './sound.ts';
import { watch } from './watching.ts';

/** A video's position: current, next, or previous. */
export type Role = 'shown' | 'next' | 'before';

/** So many seconds in hand, and the next video may begin to load. */
const SETTLED_SECONDS = 4;

interface MediaProps {
  video: Video;
  at: number;
  role: Role;
  /** The next one may load its beginning. */
  mayLoad: boolean;
  fills: boolean;
  onElement: (video: HTMLVideoElement | null) => void;
  onTrouble: (trouble: boolean) => void;
  onEnd: () => void;
}

/** An own video in one of the three elements. */
export function FeedPlayer({
  video: item,
  at,
  role,
  mayLoad,
  fills,
  onElement,
  onTrouble,
  onEnd,
}: MediaProps) {
  const { pool, parts, memory, hold, settle } = useFeedControl();
  const host = useRef<HTMLDivElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  const isShown = role === 'shown';
  const wants = isShown || (role === 'next' && mayLoad);
  // once: a phone that is turned plays on what it has
  const [file] = useState(() => parts.address(fittingFile(item.sourceUrl ?? '', item.lines)));
  const trouble = useEffectEvent(onTrouble);
  const setElement = useEffectEvent(onElement);
  const end = useEffectEvent(() => {
    memory.learn(item, 'finished');
    onEnd();
  });

  useLayoutEffect(() => {
    const video = pool.take(at);
    host.current?.append(video);
    trouble(false);
    const onError = (): void => trouble(true);
    const onData = (): void => {
      setDrawn(true);
      trouble(false);
    };
    video.addEventListener('error', onError);
    video.addEventListener('loadeddata', onData);
    setElement(video);
    return () => {
      setElement(null);
      video.removeEventListener('error', onError);
      video.removeEventListener('loadeddata', onData);
      unload(video);
      video.remove();
    };
  }, [pool, at]);

  useLayoutEffect(() => {
    const video = pool.take(at);
    if (!wants) return;
    video.preload = isShown ? 'auto' : 'metadata';
    if (video.getAttribute('src') !== file || video.error)
      load(
        video,
        file,
        item.captions.map(({ url, language, kind }) => ({ url: parts.address(url), language, kind })),
      );
  }, [pool, at, wants, isShown, file, item.captions, parts]);

  const play = useEffectEvent((video: HTMLVideoElement) => {
    hold(video);
    void start(video);
    let stopProgress: (() => void) | undefined;
    const stopWatching = watch(video, {
      onView: () => {
        memory.see(item.id);
        parts.recordView(item);
        stopProgress = parts.recordProgress(item, video);
      },
      onEnd: () => end(),
    });
    const look = (): void => {
      // before its first frame nothing else loads; a video that the browser refuses to autoplay gets no
      // further
      if (!video.paused && video.currentTime === 0) return;
      markFirstVideoShown();
      if (isSettled(video)) settle();
    };
    for (const name of SETTLING) video.addEventListener(name, look);
    look();
    return () => {
      for (const name of SETTLING) video.removeEventListener(name, look);
      hold(null);
      video.pause();
      // shown and left counts as seen, but not as a view
      memory.see(item.id);
      if (!stopWatching()) memory.learn(item, 'skipped');
      stopProgress?.();
    };
  });
  // the video of a place changes only in its counts: it plays on then
  useEffect(() => (isShown ? play(pool.take(at)) : undefined), [isShown, pool, at]);

  return (
    <div
      ref={host}
      className={classes(
        '*:absolute *:inset-0 *:size-full',
        fills ? 'clip-fill *:object-cover' : 'clip-fit *:object-contain',
        !isDrawn && 'opacity-0',
      )}
    />
  );
}

const SETTLING = ['progress', 'canplaythrough', 'playing', 'suspend', 'timeupdate'];

function isSettled(video: HTMLVideoElement): boolean {
  const { buffered, currentTime, duration } = video;
  if (video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) return false;
  for (let at = 0; at < buffered.length; at += 1) {
    const end = buffered.end(at);
    if (buffered.start(at) <= currentTime + 0.1 && end > currentTime)
      return end >= Math.min(currentTime + SETTLED_SECONDS, duration - 0.2);
  }
  return false;
}
