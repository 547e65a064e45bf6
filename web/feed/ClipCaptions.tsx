import { CaptionLines } from '#web/ui/player/CaptionLines.tsx';
import { useFeedCaptions } from './cues.ts';

/** What is being said, above the clip's words: a browser would write it behind them. */
export function ClipCaptions({ video }: { video: HTMLVideoElement }) {
  return <CaptionLines cues={useFeedCaptions(video)} className="me-17 mb-1 ms-3" />;
}
