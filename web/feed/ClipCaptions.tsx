import { useEffect, useState } from 'react';
import { useStore } from '#web/ui/store.ts';
import { useFeedControl } from './feed.context.ts';
import { readCaptions } from './cues.ts';

/** What is being said, above the clip's words: a browser would write it behind them. */
export function ClipCaptions({ video }: { video: HTMLVideoElement }) {
  const { captions } = useFeedControl();
  const on = useStore(captions);
  const [text, setText] = useState('');
  useEffect(() => (on ? readCaptions(video, setText) : undefined), [video, on]);
  if (!text) return null;
  return (
    <p
      data-captions
      className="mr-17 mb-1 ml-3 w-fit rounded-control bg-stage/85 px-3 py-1.5 text-base break-words whitespace-pre-line text-on-scrim"
    >
      {text}
    </p>
  );
}
