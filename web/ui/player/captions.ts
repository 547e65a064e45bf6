import { useEffect, useState } from 'react';
import { localStore, readJson } from '#web/ui/storage.ts';
import { createStore, useStore } from '#web/ui/store.ts';

/** Caption preferences, for every video in this browser. */
export interface CaptionChoice {
  /** Null: not chosen yet; on if a video is muted, or the system asks for captions. */
  on: boolean | null;
  /** A track's language; null: the video's own first. */
  language: string | null;
  size: 'small' | 'medium' | 'large';
  ground: 'dark' | 'light' | 'none';
  place: 'bottom' | 'top';
}

const KEY = 'captions';
const FIRST: CaptionChoice = { on: null, language: null, size: 'medium', ground: 'dark', place: 'bottom' };

export const captionChoice = createStore<CaptionChoice>({
  ...FIRST,
  ...(readJson(localStore, KEY) as Partial<CaptionChoice> | null),
});

export function chooseCaptions(change: Partial<CaptionChoice>): void {
  captionChoice.set({ ...captionChoice.get(), ...change });
  localStore.set(KEY, JSON.stringify(captionChoice.get()));
}

const tracksOf = (video: HTMLVideoElement): TextTrack[] =>
  [...video.textTracks].filter(({ kind }) => kind === 'captions' || kind === 'subtitles');

/** Browsers show captions by themselves where the system is set so. */
const loaded = new WeakSet<HTMLVideoElement>();
function syncSystemCaptions(video: HTMLVideoElement): void {
  if (tracksOf(video).some(({ mode }) => mode === 'showing')) loaded.add(video);
}

const isOn = (video: HTMLVideoElement): boolean =>
  captionChoice.get().on ?? (video.muted || loaded.has(video));

/** On or off; remembered for every video. */
export function toggleCaptions(video: HTMLVideoElement): void {
  if (tracksOf(video).length > 0) chooseCaptions({ on: !isOn(video) });
}

/** The track in a language, else in one of its regions, else the first, which is the video's default. */
function pickTrack(video: HTMLVideoElement, language: string | null): TextTrack | undefined {
  const tracks = tracksOf(video);
  const base = language?.split('-')[0];
  return (
    tracks.find((track) => track.language === language) ??
    tracks.find((track) => language !== null && track.language.split('-')[0] === base) ??
    tracks[0]
  );
}

/**
 * Reports the current cues without the browser rendering them; returns a function that stops it. Only an
 * iPhone's native full screen renders them itself.
 */
export function watchCues(
  video: HTMLVideoElement,
  language: string | null,
  onCues: (cues: VTTCue[]) => void,
): () => void {
  const leave = new AbortController();
  const { signal } = leave;
  let track: TextTrack | undefined;
  let cuesLoaded: VTTCue[] = [];
  // browsers leave a cue active at its very end, and don't fire when it ends while another is active
  const read = (): void => {
    const now = [...(track?.activeCues ?? [])].filter(
      (cue): cue is VTTCue => cue instanceof VTTCue && cue.endTime > video.currentTime,
    );
    if (now.length === cuesLoaded.length && now.every((cue, at) => cue === cuesLoaded[at])) return;
    cuesLoaded = now;
    onCues(now);
  };
  const take = (): void => {
    const next = pickTrack(video, language);
    if (next === track) return;
    if (track) track.mode = 'disabled';
    track = next;
    if (!track) return;
    track.mode = 'hidden';
    track.addEventListener('cuechange', read, { signal });
    read();
  };
  const show = (mode: TextTrackMode) => (): void => {
    if (track) track.mode = mode;
  };
  // the first frame comes first
  if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) take();
  else video.addEventListener('loadeddata', take, { signal, once: true });
  for (const name of ['timeupdate', 'seeked']) video.addEventListener(name, read, { signal });
  video.textTracks.addEventListener('addtrack', take, { signal });
  video.addEventListener('webkitbeginfullscreen', show('showing'), { signal });
  video.addEventListener('webkitendfullscreen', show('hidden'), { signal });
  return () => {
    leave.abort();
    if (track) track.mode = 'disabled';
    onCues([]);
  };
}

/** Whether captions are on for this video, and the current cue. */
export function useCaptions(video: HTMLVideoElement, wanted = true): { on: boolean; cues: VTTCue[] } {
  const { language, on: chosen } = useStore(captionChoice);
  const [isSilent, setSilent] = useState(video.muted);
  const [cues, setCues] = useState<VTTCue[]>([]);
  useEffect(() => {
    syncSystemCaptions(video);
    const onVolume = (): void => setSilent(video.muted);
    video.addEventListener('volumechange', onVolume);
    return () => video.removeEventListener('volumechange', onVolume);
  }, [video]);
  const on = wanted && (chosen ?? (isSilent || isOn(video)));
  useEffect(() => (on ? watchCues(video, language, setCues) : undefined), [video, on, language]);
  return { on, cues };
}
