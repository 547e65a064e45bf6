import { useEffect, useRef, useState } from 'react';
import { attachLadder } from '../ladder.ts';
import type { Attached, LadderState } from '../ladder.ts';
import { begin, noteSound, restoreSound } from './player.actions.ts';

const NO_LADDER: LadderState = { qualities: [], playing: null };

interface Source {
  ladder: string | null;
  file: string;
  /** Set when it is tried again: the second to go on from. */
  from: number | null;
}

/**
 * Keeps a player's source attached. What is on stays when its addresses change meanwhile (a ladder got ready);
 * `retry` begins anew with the present ones, at the same moment.
 */
export function useSource(
  video: HTMLVideoElement | null,
  { ladder, file, startsAsFile }: Omit<Source, 'from'> & { startsAsFile: boolean },
  autoPlay: boolean,
) {
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

export function useCaptionsShown(video: HTMLVideoElement): boolean {
  const [on, setOn] = useState(false);
  useEffect(() => {
    const tracks = video.textTracks;
    const update = (): void => setOn([...tracks].some(({ mode }) => mode === 'showing'));
    update();
    for (const name of ['change', 'addtrack']) tracks.addEventListener(name, update);
    return () => {
      for (const name of ['change', 'addtrack']) tracks.removeEventListener(name, update);
    };
  }, [video]);
  return on;
}

/** As loud as the last video was. */
export function useRememberedSound(video: HTMLVideoElement | null): void {
  useEffect(() => {
    if (!video) return;
    restoreSound(video);
    const note = (): void => noteSound(video);
    video.addEventListener('volumechange', note);
    return () => video.removeEventListener('volumechange', note);
  }, [video]);
}

/**
 * Keys of the whole page while nothing on it needs them: a button or link that was pressed leaves letters and digits to
 * the video. The arrows up and down stay the page's own.
 */
export function usePageKeys(on: boolean, press: (event: KeyboardEvent) => boolean): void {
  const latest = useRef(press);
  useEffect(() => {
    latest.current = press;
  });
  useEffect(() => {
    if (!on) return;
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (!isFree(event) || document.querySelector('dialog[open]')) return;
      if (latest.current(event)) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [on]);
}

function isFree({ target, key }: KeyboardEvent): boolean {
  // a press on the picture, as well as arriving at the page, gives the focus to all of its content
  if (target instanceof Element && target.matches('body, main'))
    return key !== 'ArrowUp' && key !== 'ArrowDown';
  const pressed = target instanceof Element && target.matches('a:not([role]), button:not([role])');
  return pressed && /^[a-z\d<>]$/i.test(key);
}
