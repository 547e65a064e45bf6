import { SeekBar } from '#web/ui/player/SeekBar.tsx';
import { useMedia } from '#web/ui/player/useMedia.ts';

export function ScrubLine({ video, storyboard }: { video: HTMLVideoElement; storyboard: string | null }) {
  return <SeekBar video={video} state={useMedia(video)} storyboard={storyboard} thin />;
}
