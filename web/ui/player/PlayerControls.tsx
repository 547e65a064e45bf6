import { t } from '@lingui/core/macro';
import { Play, RotateCcw } from 'lucide-react';
import { useEffect, useImperativeHandle, useLayoutEffect, useState } from 'react';
import type { ComponentType, KeyboardEvent, RefObject } from 'react';
import { classes } from '../classes.ts';
import { Spinner } from '../lists/Spinner.tsx';
import {
  CaptionsButton,
  Elapsed,
  FullScreenButton,
  PictureButton,
  PlayButton,
  Volume,
} from './ControlBar.tsx';
import { useCaptions } from './captions.ts';
import { CaptionLayer } from './CaptionLines.tsx';
import { PlaybackError } from './PlaybackError.tsx';
import type { Controls, Corner, PlayableVideo, PlayerHandlers } from './player.types.ts';
import { PlaySign } from './PlaySign.tsx';
import { SkipIndicator, useSkip } from './SkipIndicator.tsx';
import { pressKey, setRate, toggleFullScreen } from './player.actions.ts';
import { SeekBar } from './SeekBar.tsx';
import { SpeedAndQuality } from './SpeedAndQuality.tsx';
import { usePageKeys } from './useControls.ts';
import { useGestures } from './useGestures.ts';
import { useMedia } from './useMedia.ts';
import type { MediaState } from './useMedia.ts';
import type { PlayerSource } from './usePlayer.ts';
import { useRenewal } from './useRenewal.ts';
import { useShownControls } from './useShownControls.ts';

type Pressed = Pick<KeyboardEvent, 'key' | 'repeat'>;

interface ControlsProps {
  video: HTMLVideoElement;
  frame: HTMLElement;
  playable: PlayableVideo;
  source: PlayerSource;
  full: boolean;
  pageKeys: boolean;
  handlers: RefObject<PlayerHandlers | null>;
  onControls: (controls: Controls) => void;
  corner: Corner | undefined;
}

/** The controls over a video: bar, indicators, keys, presses on the picture. */
export function PlayerControls(props: ControlsProps) {
  const { video, frame, playable, source, full, pageKeys, handlers, onControls, corner } = props;
  const state = useMedia(video);
  useRenewal(state.failed, source, playable.renew);
  const [open, setOpen] = useState(false);
  const [focused, setFocused] = useState(false);
  const { shown, wake, sleep } = useShownControls(state.paused || state.failed, open || focused);
  const toggleFull = (): void => void toggleFullScreen(frame, video).catch(() => undefined);
  const { far, skip } = useSkip(video);
  const picture = useGestures(video, { shown, wake, onTwice: toggleFull, onSkip: skip });
  const help = useKeysHelp();
  const hasCaptions = playable.captions.length > 0;
  const captions = useCaptions(video, hasCaptions);
  const press = (event: Pressed): boolean => {
    const taken = help.press(event) || pressKey(event, { video, frame, skip });
    if (taken) wake();
    return taken;
  };
  usePageKeys(pageKeys, press);
  useImperativeHandle(handlers, () => ({
    onPointerMove: (event) => event.pointerType === 'mouse' && wake(),
    onPointerLeave: (event) => event.pointerType === 'mouse' && sleep(),
    onFocus: (event) => setFocused(event.target.matches(':focus-visible')),
    onBlur: () => setFocused(false),
    onKeyDown: (event) => onOwnKey(event, press),
    picture,
  }));
  useLayoutEffect(() => {
    frame.toggleAttribute('data-idle', !shown);
  }, [frame, shown]);
  useEffect(() => onControls('own'), [onControls]);
  return (
    <>
      <Signs state={state} />
      <SkipIndicator far={far} />
      {help.shown}
      {state.failed && !source.isFormer ? (
        <PlaybackError file={playable.file} onRetry={source.retry} />
      ) : (
        <div
          data-shown={shown}
          className={classes(
            'absolute inset-x-0 bottom-0 bg-linear-to-t from-stage/90 via-stage/55 to-transparent px-3 pt-14 pb-1.5 transition-opacity duration-200 sm:px-4',
            shown ? 'pointer-events-none opacity-100 *:pointer-events-auto' : 'pointer-events-none opacity-0',
          )}
        >
          <div className="px-1.5">
            <SeekBar
              video={video}
              state={state}
              storyboard={playable.storyboard}
              chapters={playable.chapters}
            />
          </div>
          <div className="flex items-center">
            <PlayButton video={video} state={state} />
            <Volume video={video} state={state} />
            <Elapsed {...state} />
            <span className="flex-1" />
            {hasCaptions && <CaptionsButton video={video} on={captions.on} />}
            <SpeedAndQuality
              rate={state.rate}
              onRate={(rate) => setRate(video, rate)}
              qualities={source.qualities}
              playing={source.playing}
              onQuality={source.choose}
              onOpen={setOpen}
              captions={hasCaptions ? playable.captions : null}
              isCaptioned={captions.on}
            />
            <PictureButton video={video} state={state} />
            <FullScreenButton full={full} onToggle={toggleFull} />
          </div>
        </div>
      )}
      <CaptionLayer cues={captions.cues} isControlled={shown} corner={!state.failed && corner?.(video)} />
    </>
  );
}

type Help = ComponentType<{ onClose: () => void }>;

/** `?` lists the keys; the list loads on first use. */
function useKeysHelp(): { press: (event: Pressed) => boolean; shown: React.ReactNode } {
  const [Help, setHelp] = useState<Help | null>(null);
  const load = async (): Promise<void> => {
    const { KeysHelp } = await import('./KeysHelp.tsx');
    setHelp(() => KeysHelp);
  };
  return {
    press: ({ key, repeat }) => {
      if (key !== '?') return false;
      // without its code there is no list to show
      if (!repeat) void load().catch(() => undefined);
      return true;
    },
    shown: Help && <Help onClose={() => setHelp(null)} />,
  };
}

/** The overlay on the picture: play, replay, or loading. */
function Signs({ state: { paused, started, ended, waiting, failed } }: { state: MediaState }) {
  if (failed) return null;
  return (
    <>
      {paused && (!started || ended) && <PlaySign icon={ended ? RotateCcw : Play} />}
      {waiting && (
        <div className="pointer-events-none absolute inset-0 grid place-items-center text-on-scrim">
          <span className="animate-late">
            <Spinner label={t`Loading`} className="size-12" />
          </span>
        </div>
      )}
    </>
  );
}

/** Keys on a control of the player: what the control does itself with a key stays its own. */
function onOwnKey(event: KeyboardEvent, press: (event: Pressed) => boolean): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const { target, key } = event;
  if (target instanceof HTMLButtonElement && (key === ' ' || key === 'Enter')) return;
  if (target instanceof HTMLInputElement && target.type === 'radio' && /^(Arrow| )/.test(key)) return;
  if (target instanceof HTMLInputElement && target.ariaLabel === t`Volume` && key.startsWith('Arrow')) return;
  const onSlider = target instanceof HTMLInputElement && target.ariaLabel === t`Seek`;
  const meant = onSlider ? { ArrowUp: 'ArrowRight', ArrowDown: 'ArrowLeft', Home: '0' }[key] : undefined;
  if (!press({ key: meant ?? key, repeat: event.repeat })) return;
  event.preventDefault();
  event.stopPropagation();
}
