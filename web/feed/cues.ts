/** Tells what is being said, without the browser writing it itself; returns what ends that. */
export function readCaptions(video: HTMLVideoElement, onText: (text: string) => void): () => void {
  const [track] = video.textTracks;
  if (!track) return () => undefined;
  track.mode = 'hidden';
  const read = (): void => onText([...(track.activeCues ?? [])].map(textOf).join('\n'));
  track.addEventListener('cuechange', read);
  return () => {
    track.removeEventListener('cuechange', read);
    track.mode = 'disabled';
    onText('');
  };
}

const textOf = (cue: TextTrackCue): string =>
  cue instanceof VTTCue ? (cue.getCueAsHTML().textContent ?? '') : '';
