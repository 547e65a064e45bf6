import { VIEW_SECONDS } from '#contract/site/counting.ts';

/** What becomes of a video that is watched. */
interface Watching {
  /** After two seconds of it, or at its end. */
  onView(): void;
  /** It was shown to its end; called with each round. */
  onEnd(): void;
}

/** A step that is longer was a jump. */
const STEP_SECONDS = 1.5;

/** Tracks a playing video; returns a function that stops it and returns whether it was a view. */
export function watch(video: HTMLVideoElement, { onView, onEnd }: Watching): () => boolean {
  let watched = 0;
  let last = video.currentTime;
  let isView = false;
  const view = (): void => {
    if (isView) return;
    isView = true;
    onView();
  };
  const look = (): void => {
    const step = video.currentTime - last;
    // it begins again: a round is over
    if (step < 0 && last > video.duration - STEP_SECONDS && video.currentTime < STEP_SECONDS && watched > 0) {
      watched += video.duration - last + video.currentTime;
      view();
      onEnd();
    } else if (step > 0 && step < STEP_SECONDS * video.playbackRate) watched += step;
    last = video.currentTime;
    if (watched >= Math.min(VIEW_SECONDS, video.duration || VIEW_SECONDS)) view();
  };
  video.addEventListener('timeupdate', look);
  return () => {
    look();
    video.removeEventListener('timeupdate', look);
    return isView;
  };
}
