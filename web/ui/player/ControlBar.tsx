import { t } from '@lingui/core/macro';
import {
  Captions,
  CaptionsOff,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  RotateCcw,
  Volume1,
  Volume2,
  VolumeX,
} from 'lucide-react';
import { formatDuration } from '../format.ts';
import { ControlButton } from './ControlButton.tsx';
import { toggleCaptions } from './captions.ts';
import { setVolume, toggleMuted, togglePicture, togglePlay } from './player.actions.ts';
import type { MediaState } from './useMedia.ts';

export function PlayButton({ video, state }: { video: HTMLVideoElement; state: MediaState }) {
  return (
    <ControlButton label={state.paused ? t`Play` : t`Pause`} hint="k" onClick={() => togglePlay(video)}>
      {state.ended ? (
        <RotateCcw aria-hidden="true" />
      ) : state.paused ? (
        <Play aria-hidden="true" className="fill-current" />
      ) : (
        <Pause aria-hidden="true" className="fill-current" />
      )}
    </ControlButton>
  );
}

export function Elapsed({ time, duration }: MediaState) {
  return (
    <p
      dir="ltr"
      className="numbers hidden shrink-0 px-1.5 text-sm whitespace-nowrap text-on-scrim @3xs:block"
    >
      {/* Whole seconds are rounded down, so that the end isn't shown too early. */}
      <span>{formatDuration(Math.floor(time + 0.05))}</span>
      <span className="text-on-scrim/70">{` / ${formatDuration(duration)}`}</span>
    </p>
  );
}

/** A press mutes; the volume slider appears on hover or focus. */
export function Volume({ video, state }: { video: HTMLVideoElement; state: MediaState }) {
  const shown = state.muted ? 0 : state.volume;
  const Icon = state.muted ? VolumeX : shown < 0.5 ? Volume1 : Volume2;
  return (
    <div className="group/volume flex items-center">
      <ControlButton label={state.muted ? t`Unmute` : t`Mute`} hint="m" onClick={() => toggleMuted(video)}>
        <Icon aria-hidden="true" />
      </ControlButton>
      <input
        type="range"
        aria-label={t`Volume`}
        aria-valuetext={t`${Math.round(shown * 100)} percent`}
        min={0}
        max={1}
        step={0.05}
        value={shown}
        onChange={(event) => setVolume(video, Number(event.target.value))}
        className="hidden h-11 w-0 cursor-pointer accent-accent opacity-0 transition-[width,opacity] duration-150 group-focus-within/volume:w-20 group-focus-within/volume:opacity-100 group-hover/volume:w-20 group-hover/volume:opacity-100 @xl:pointer-fine:block"
      />
    </div>
  );
}

export function CaptionsButton({ video, on }: { video: HTMLVideoElement; on: boolean }) {
  return (
    <ControlButton label={t`Captions`} hint="c" aria-pressed={on} onClick={() => toggleCaptions(video)}>
      {on ? <Captions aria-hidden="true" /> : <CaptionsOff aria-hidden="true" />}
    </ControlButton>
  );
}

export function PictureButton({ video, state }: { video: HTMLVideoElement; state: MediaState }) {
  if (!document.pictureInPictureEnabled) return null;
  return (
    <ControlButton
      label={t`Picture in picture`}
      aria-pressed={state.inPicture}
      disabled={state.duration === 0}
      className="hidden @lg:grid"
      // Refused, e.g. before the first picture: no other effect.
      onClick={() => void togglePicture(video).catch(() => undefined)}
    >
      <PictureInPicture2 aria-hidden="true" />
    </ControlButton>
  );
}

export function FullScreenButton({ full, onToggle }: { full: boolean; onToggle: () => void }) {
  return (
    <ControlButton label={full ? t`Exit full screen` : t`Full screen`} hint="f" onClick={onToggle}>
      {full ? <Minimize aria-hidden="true" /> : <Maximize aria-hidden="true" />}
    </ControlButton>
  );
}
