import { useEffect, useRef, useState } from 'react';
import { attachLadder } from './ladder.ts';
import type { Attached, LadderState } from './ladder-source.ts';
import { saveSound, restoreSound } from './saved-volume.ts';
import { begin } from './player.actions.ts';

/** What plays, and the sizes to choose from. */
export interface PlayerSource extends LadderState {
  choose: (index: number | null) => void;
  retry: () => void;
  /** Its URL has changed in the meantime. */
  isFormer: boolean;
}

const NO_LADDER: LadderState = { qualities: [], playing: null };

interface Source {
  ladder: string | null;
  file: string;
  /** Set when it is tried again: the second to go on from. */
  from: number | null;
}

/**
 * Manages a player's source. Playback continues when its URLs change (a ladder became ready); `retry` starts
 * again with the current ones, at the same position.
 */
export function useSource(
  video: HTMLVideoElement | null,
  { ladder, file, startsAsFile }: Omit<Source, 'from'> & { startsAsFile: boolean },
  autoPlay: boolean,
): PlayerSource {
  const [state, setState] = useState(NO_LADDER);
  const [source, setSource] = useState<Source>({ ladder, file, from: null });
  const attached = useRef<Attached>(undefined);
  useEffect(() => {
    if (!video) return;
    attached.current = attachLadder(video, { ...source, startsAsFile, onState: setState });
    begin(video, source.from, autoPlay);
    return () => attached.current?.detach();
  }, [video, source, startsAsFile, autoPlay]);
  return {
    ...state,
    choose: (index: number | null) => attached.current?.choose(index),
    isFormer: source.file !== file || source.ladder !== ladder,
    retry: () => {
      setState(NO_LADDER);
      setSource({ ladder, file, from: video?.currentTime ?? 0 });
    },
  };
}

export function useFullScreen(frame: HTMLElement | null): boolean {
  const [full, setFull] = useState(false);
  useEffect(() => {
    const update = (): void => setFull(frame !== null && document.fullscreenElement === frame);
    document.addEventListener('fullscreenchange', update);
    return () => document.removeEventListener('fullscreenchange', update);
  }, [frame]);
  return full;
}

/** As loud as the last video was. */
export function useRememberedSound(video: HTMLVideoElement | null): void {
  useEffect(() => {
    if (!video) return;
    restoreSound(video);
    const onVolume = (): void => saveSound(video);
    video.addEventListener('volumechange', onVolume);
    return () => video.removeEventListener('volumechange', onVolume);
  }, [video]);
}
