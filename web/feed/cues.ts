import { useEffect, useState } from 'react';
import { captionChoice, watchCues } from '#web/ui/player/captions.ts';
import { useStore } from '#web/ui/store.ts';
import { useFeedControl } from './feed.context.ts';

/** The current captions of the visible video, in the chosen language. */
export function useFeedCaptions(video: HTMLVideoElement): VTTCue[] {
  const { captions } = useFeedControl();
  const on = useStore(captions);
  const { language } = useStore(captionChoice);
  const [cues, setCues] = useState<VTTCue[]>([]);
  useEffect(() => (on ? watchCues(video, language, setCues) : undefined), [video, on, language]);
  return cues;
}
