import { t } from '@lingui/core/macro';
import { Suspense, lazy, startTransition, useEffect, useRef, useState } from 'react';
import { classes } from '../classes.ts';
import { PHONE } from './fitting-file.ts';
import { isHydrating, useHydrated } from '../hydration.ts';
import type { Controls, Corner, PlayableVideo, PlayerHandlers } from './player.types.ts';
import { WrittenBar } from './WrittenBar.tsx';
import { useFullScreen, useRememberedSound, useSource } from './usePlayer.ts';

interface PlayerProps {
  playable: PlayableVideo;
  autoPlay: boolean;
  /** Keys work anywhere on the page, unless another control has the focus. */
  pageKeys: boolean;
  corner?: Corner | undefined;
}

/** They come while the video begins. Where they can't be fetched, the browser's serve. */
const PlayerControls = lazy(async () => ({
  default: await import('./PlayerControls.tsx').then(
    (file) => file.PlayerControls,
    () => BrowserControls,
  ),
}));

function BrowserControls({ onControls }: { onControls: (controls: Controls) => void }) {
  useEffect(() => onControls('browser'), [onControls]);
  return null;
}

/** Where a page is taken over, what the element leads to is drawn in pieces, and not within the commit that found it. */
const inTurn =
  <T,>(set: (element: T | null) => void) =>
  (element: T | null): void =>
    isHydrating() ? startTransition(() => set(element)) : set(element);

/** Own videos: the plain file at once, the ladder of renditions where there is one, under controls of our own. */
export function Player({ playable, autoPlay, pageKeys, corner }: PlayerProps) {
  const hydrated = useHydrated();
  const [isWritten] = useState(!hydrated);
  // set once: afterwards `useSource` chooses the source
  const [{ file, phoneFile, startsAsFile }] = useState(playable);
  const isOneOfTwo = isWritten && phoneFile !== undefined && phoneFile !== file;
  const [controls, setControls] = useState<Controls>(isWritten ? 'written' : 'none');
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [recordFrame] = useState(() => inTurn(setFrame));
  const [recordVideo] = useState(() => inTurn(setVideo));
  useRememberedSound(video);
  const source = useSource(video, playable, autoPlay);
  const full = useFullScreen(frame);
  const handlers = useRef<PlayerHandlers>(null);
  const bar = controls === 'written' && <WrittenBar />;
  return (
    <div
      ref={recordFrame}
      data-written={controls === 'written' ? '' : undefined}
      role="group"
      aria-label={t`Player: ${playable.title}`}
      onPointerMove={(event) => handlers.current?.onPointerMove(event)}
      onPointerLeave={(event) => handlers.current?.onPointerLeave(event)}
      onFocus={(event) => handlers.current?.onFocus(event)}
      onBlur={() => handlers.current?.onBlur()}
      onKeyDown={(event) => handlers.current?.onKeyDown(event)}
      className={classes(
        'player @container relative isolate w-full overflow-clip bg-stage data-idle:cursor-none',
        full ? 'h-full' : 'max-h-(--stage-height,80dvh)',
      )}
    >
      {/* the video's shape, not that of the size that is on: a sharper one must not move the page */}
      {!full && (
        <svg
          aria-hidden="true"
          viewBox={playable.viewBox}
          className="block max-h-(--stage-height,80dvh) w-full"
        />
      )}
      {playable.backdrop && !full && (
        <img
          src={playable.backdrop}
          // the poster comes first
          fetchPriority="low"
          alt=""
          aria-hidden="true"
          className="absolute inset-0 -z-10 size-full scale-125 object-cover opacity-40 blur-2xl"
        />
      )}
      <video
        ref={recordVideo}
        onPointerDown={(event) => handlers.current?.picture.onPointerDown(event)}
        onClick={(event) => handlers.current?.picture.onClick(event)}
        onDoubleClick={() => handlers.current?.picture.onDoubleClick()}
        src={!isOneOfTwo && (isWritten || startsAsFile) ? file : undefined}
        controls={controls === 'browser'}
        playsInline
        preload={hydrated || playable.startsAsFile ? 'metadata' : 'none'}
        poster={playable.poster ?? undefined}
        crossOrigin={playable.readsFrames || playable.captions.length > 0 ? 'anonymous' : undefined}
        aria-label={playable.title}
        className="absolute inset-0 size-full object-contain"
      >
        {isOneOfTwo && (
          <>
            <source src={phoneFile} media={PHONE} type="video/mp4" />
            <source src={file} type="video/mp4" />
          </>
        )}
        {playable.captions.map((caption) => (
          <track
            key={caption.url}
            kind={caption.kind}
            src={caption.url}
            srcLang={caption.language}
            label={caption.label}
          />
        ))}
      </video>
      {isWritten && (
        // the only way to play without scripts
        <noscript>
          <video
            src={file}
            controls
            playsInline
            preload="none"
            poster={playable.poster ?? undefined}
            aria-label={playable.title}
            className="absolute inset-0 z-10 size-full bg-stage object-contain"
          />
        </noscript>
      )}
      {video && frame ? (
        <Suspense fallback={bar}>
          <PlayerControls
            video={video}
            frame={frame}
            playable={playable}
            source={source}
            full={full}
            pageKeys={pageKeys}
            handlers={handlers}
            onControls={setControls}
            corner={corner}
          />
        </Suspense>
      ) : (
        bar
      )}
    </div>
  );
}
