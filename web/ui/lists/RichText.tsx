import { Fragment } from 'react';
import { formatDuration } from '../format.ts';
import { partsOf } from '#contract/rich-text.ts';
import type { Part } from '#contract/rich-text.ts';

interface RichTextProps {
  text: string;
  /** What pressing a time does; without it times stay words. `before`: all that stands ahead of it. */
  onTime?: (seconds: number, before: Part[]) => void;
  /** How long the video is, in seconds: times past its end stay words. Unknown (0): every time counts. */
  until?: number;
}

/** Text of people: addresses become links, times of a video buttons, everything else stays text. */
export function RichText({ text, onTime, until = 0 }: RichTextProps) {
  const parts = partsOf(text);
  return parts.map((part, at) => {
    if (part.kind === 'link') {
      return (
        <a
          key={at}
          href={part.url}
          target="_blank"
          rel="nofollow ugc noopener"
          className="break-words text-accent-text underline underline-offset-2"
        >
          {part.text}
        </a>
      );
    }
    if (part.kind === 'time' && onTime && !(until > 0 && part.seconds >= until)) {
      return (
        <button
          key={at}
          type="button"
          aria-label={`Play from ${formatDuration(part.seconds)}`}
          onClick={() => onTime(part.seconds, parts.slice(0, at))}
          className="numbers font-semibold text-accent-text underline underline-offset-2"
        >
          {part.text}
        </button>
      );
    }
    return <Fragment key={at}>{part.text}</Fragment>;
  });
}
