import { Play, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { classes } from '../classes.ts';
import { useHydrated } from '../hydration.ts';
import { Spinner } from '../Spinner.tsx';
import {
  CaptionsButton,
  Elapsed,
  FullScreenButton,
  PictureButton,
  PlayButton,
  Volume,
} from './ControlBar.tsx';
import { PlaybackError } from './PlaybackError.tsx';
import { SkipIndicator, useSkip } from './SkipIndicator.tsx';
import { pressKey, setRate, toggleFullScreen } from './player.actions.ts';
import { SeekBar } from './SeekBar.tsx';
import { SpeedAndQuality } from './SpeedAndQuality.tsx';
import { useCaptionsShown, useFullScreen, usePageKeys, useRememberedSound, useSource } from './usePlayer.ts';
import { useGestures } from './useGestures.ts';
import { useMedia } from './useMedia.ts';
import type { MediaState } from './useMedia.ts';
import { useShownControls } from './useShownControls.ts';

export interface PlayableVideo {
  title: string;
  /** Addresses, ready to be fetched. */
  file: string;
  ladder: string | null;
  poster: string | null;
  backdrop: string | null;
  /** Short enough to begin with the file: the ladder is for who chooses a size. */
  startsAsFile: boolean;
  /** Stills for winding, as WebVTT. */
  storyboard: string | null;
  captions: { url: string; language: string; label: string }[];
  /** The shape, as an SVG has it: `0 0 width height`. */
  viewBox: string;
}

type Pressed = Pick<KeyboardEvent, 'key' | 'repeat'>;

interface PlayerProps {
  playable: PlayableVideo;
  autoPlay: boolean;
  /** Keys count anywhere on the page, unless something else has the focus. */
  pageKeys: boolean;
}

/** Own videos: the plain file at once, the ladder of renditions where there is one, under controls of our own. */
export function Player({ playable, autoPlay, pageKeys }: PlayerProps) {
  const hydrated = useHydrated();
  // set once: from then on it is for `useSource` to say what plays
  const [src] = useState(hydrated ? undefined : playable.file);
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  useRememberedSound(video);
  const state = useMedia(video);
  const source = useSource(video, playable, autoPlay);
  const full = useFullScreen(frame);
  const [open, setOpen] = useState(false);
  const [focused, setFocused] = useState(false);
  const { shown, wake, sleep } = useShownControls(state.paused || state.failed, open || focused);
  const toggleFull = (): void => {
    if (frame && video) void toggleFullScreen(frame, video).catch(() => undefined);
  };
  const { far, skip } = useSkip(video);
  const gestures = useGestures(video, { shown, wake, onTwice: toggleFull, onSkip: skip });
  const press = (event: Pressed): boolean => {
    const taken = frame !== null && video !== null && pressKey(event, { video, frame, skip });
    if (taken) wake();
    return taken;
  };
  usePageKeys(pageKeys, press);
  return (
    <div
      ref={setFrame}
      role="group"
      aria-label={`Player: ${playable.title}`}
      onPointerMove={(event) => event.pointerType === 'mouse' && wake()}
      onPointerLeave={(event) => event.pointerType === 'mouse' && sleep()}
      onFocus={(event) => setFocused(event.target.matches(':focus-visible'))}
      onBlur={() => setFocused(false)}
      onKeyDown={(event) => onOwnKey(event, press)}
      className={classes(
        '@container relative isolate w-full overflow-clip bg-stage',
        full ? 'h-full' : 'max-h-[80dvh]',
        !shown && 'cursor-none',
      )}
    >
      {/* the video's shape, not that of the size that is on: a sharper one must not move the page */}
      {!full && <svg aria-hidden="true" viewBox={playable.viewBox} className="block max-h-[80dvh] w-full" />}
      {playable.backdrop && !full && (
        <img
          src={playable.backdrop}
          alt=""
          aria-hidden="true"
          className="absolute inset-0 -z-10 size-full scale-125 object-cover opacity-40 blur-2xl"
        />
      )}
      <video
        ref={setVideo}
        {...gestures}
        // before its scripts are there, and without any, the browser's own controls play it
        src={src}
        controls={!hydrated}
        playsInline
        preload={hydrated || playable.startsAsFile ? 'metadata' : 'none'}
        poster={playable.poster ?? undefined}
        crossOrigin={playable.captions.length > 0 ? 'anonymous' : undefined}
        aria-label={playable.title}
        className={classes('absolute inset-0 size-full object-contain', shown && 'with-controls')}
      >
        {playable.captions.map((caption, at) => (
          <track
            key={caption.url}
            kind="captions"
            src={caption.url}
            srcLang={caption.language}
            label={caption.label}
            default={at === 0}
          />
        ))}
      </video>
      <Signs state={state} />
      <SkipIndicator far={far} />
      {video && state.failed && <PlaybackError file={playable.file} onRetry={source.retry} />}
      {video && !state.failed && (
        <div
          data-shown={shown}
          className={classes(
            'absolute inset-x-0 bottom-0 bg-linear-to-t from-stage/90 via-stage/55 to-transparent px-3 pt-14 pb-1.5 transition-opacity duration-200 sm:px-4',
            shown ? 'pointer-events-none opacity-100 *:pointer-events-auto' : 'pointer-events-none opacity-0',
          )}
        >
          <div className="px-1.5">
            <SeekBar video={video} state={state} storyboard={playable.storyboard} />
          </div>
          <div className="flex items-center">
            <PlayButton video={video} state={state} />
            <Volume video={video} state={state} />
            <Elapsed {...state} />
            <span className="flex-1" />
            {playable.captions.length > 0 && <CaptionsToggle video={video} />}
            <SpeedAndQuality
              rate={state.rate}
              onRate={(rate) => setRate(video, rate)}
              qualities={source.qualities}
              playing={source.playing}
              onQuality={source.choose}
              onOpen={setOpen}
            />
            <PictureButton video={video} state={state} />
            <FullScreenButton full={full} onToggle={toggleFull} />
          </div>
        </div>
      )}
    </div>
  );
}

function CaptionsToggle({ video }: { video: HTMLVideoElement }) {
  return <CaptionsButton video={video} on={useCaptionsShown(video)} />;
}

/** What stands over the picture: press to play, again, or wait. A press goes through it to the picture. */
function Signs({ state }: { state: MediaState }) {
  const { paused, started, ended, waiting, failed } = state;
  const Icon = ended ? RotateCcw : Play;
  if (failed) return null;
  return (
    <div className="pointer-events-none absolute inset-0 grid place-items-center text-on-scrim">
      {paused && (!started || ended) && (
        <span className="grid size-14 animate-appear place-items-center rounded-pill bg-scrim @lg:size-18">
          <Icon
            aria-hidden="true"
            className={classes('size-6 @lg:size-8', !ended && 'translate-x-0.5 fill-current')}
          />
        </span>
      )}
      {waiting && (
        <span className="animate-late">
          <Spinner label="Loading" className="size-12" />
        </span>
      )}
    </div>
  );
}

/** Keys on a control of the player: what the control does itself with a key stays its own. */
function onOwnKey(event: KeyboardEvent, press: (event: Pressed) => boolean): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const { target, key } = event;
  if (target instanceof HTMLButtonElement && (key === ' ' || key === 'Enter')) return;
  if (target instanceof HTMLInputElement && target.type === 'radio' && /^(Arrow| )/.test(key)) return;
  if (target instanceof HTMLInputElement && target.ariaLabel === 'Volume' && key.startsWith('Arrow')) return;
  const onSlider = target instanceof HTMLInputElement && target.ariaLabel === 'Seek';
  const meant = onSlider ? { ArrowUp: 'ArrowRight', ArrowDown: 'ArrowLeft', Home: '0' }[key] : undefined;
  if (!press({ key: meant ?? key, repeat: event.repeat })) return;
  event.preventDefault();
  event.stopPropagation();
}
