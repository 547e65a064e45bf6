import { useEffect, useState } from 'react';
import { captionChoice, watchCues } from '#web/ui/player/captions.ts';
import { useStore } from '#web/ui/store.ts';
import { useFeedControl } from './feed.context.ts';

/** What is being said in the video that is shown; in the language that was chosen. */
export function useFeedCaptions(video: HTMLVideoElement): VTTCue[] {
  const { captions } = useFeedControl();
  const on = useStore(captions);
  const { language } = useStore(captionChoice);
  const [cues, setCues] = useState<VTTCue[]>([]);
  useEffect(() => (on ? watchCues(video, language, setCues) : undefined), [video, on, language]);
  return cues;
}
