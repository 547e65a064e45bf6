import { createPortal } from 'react-dom';
import { CaptionLines, useParted } from '#web/ui/player/CaptionLines.tsx';
import { useFeedCaptions } from './cues.ts';

/**
 * Captions: above the video's text, where native ones would be hidden behind it, or below the buttons at its
 * top.
 */
export function FeedCaptions({ video }: { video: HTMLVideoElement }) {
  const { tops, bottoms } = useParted(useFeedCaptions(video));
  const top = video.closest('.clip-stage')?.querySelector('[data-captions-top]');
  return (
    <>
      <CaptionLines cues={bottoms} className="me-17 mb-1 ms-3" />
      {top && createPortal(<CaptionLines cues={tops} className="mx-3" />, top)}
    </>
  );
}
