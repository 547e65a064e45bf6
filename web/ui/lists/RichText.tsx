import { t } from '@lingui/core/macro';
import { Fragment } from 'react';
import { formatDuration } from '../format.ts';
import { Link } from 'react-router';
import { partsOf } from '#contract/text/rich-text.ts';
import type { Part } from '#contract/text/rich-text.ts';

interface RichTextProps {
  text: string;
  /** Called when a time is pressed; without it times are plain text. `before`: the text that precedes it. */
  onTime?: (seconds: number, before: Part[]) => void;
  /** How long the video is, in seconds: times past its end stay plain text. Unknown (0): every time counts. */
  until?: number;
  /** The path of an address on this site; null: it leads elsewhere. */
  pathOf?: (url: string) => string | null;
  /** The video behind this URL is embedded below: a URL on its own line, or at the end, is left out. */
  isShown?: (url: string) => boolean;
  /** Usernames that are mentions after an @, and the page of each. */
  mentions?: { names: readonly string[]; pathOf: (username: string) => string };
  tags?: Tags;
}

/** Tags that are links behind a #, and the page of each. */
interface Tags {
  names: readonly string[];
  pathOf: (tag: string) => string;
}

/** What belongs to a time: on its line it stays. */
const MARKS = /^[\p{Pe}\p{Pf}\p{Po}]+/u;

/** Text of people: addresses become links, times of a video buttons, everything else stays text. */
export function RichText({ text, onTime, until = 0, pathOf, isShown, mentions, tags }: RichTextProps) {
  const known = new Map(mentions?.names.map((name) => [name.toLowerCase(), name]));
  const parts = partsOf(text, (name) => known.get(name.toLowerCase()) ?? null, amongTags(tags));
  const isTime = (part: Part | undefined): boolean =>
    part?.kind === 'time' && onTime !== undefined && !(until > 0 && part.seconds >= until);
  const isLeftOut = (at: number): boolean => {
    const [before, part, after] = [parts[at - 1], parts[at], parts[at + 1]];
    if (part?.kind !== 'link' || !isShown?.(part.url)) return false;
    if (!after?.text.trim()) return true;
    return after.text.startsWith('\n') && (!before || before.text.endsWith('\n'));
  };
  return parts.map((part, at) => {
    if (isLeftOut(at)) return null;
    if (part.kind === 'link') {
      const path = pathOf?.(part.url) ?? null;
      return (
        <a
          key={at}
          href={path ?? part.url}
          {...(path === null && { target: '_blank', rel: 'nofollow ugc noopener' })}
          className="break-words text-accent-text underline underline-offset-2"
        >
          {isShown?.(part.url) ? t`this video` : part.text}
        </a>
      );
    }
    if (part.kind === 'mention' && mentions)
      return (
        <Link
          key={at}
          to={mentions.pathOf(part.username)}
          className="font-semibold text-accent-text underline-offset-2 hover:underline"
        >
          <bdi>{part.text}</bdi>
        </Link>
      );
    if (part.kind === 'tag' && tags) return <TagLink key={at} part={part} pathOf={tags.pathOf} />;
    if (part.kind === 'time' && onTime && isTime(part)) {
      const next = parts[at + 1];
      return (
        <span key={at} className="whitespace-nowrap">
          <button
            type="button"
            aria-label={t`Play from ${formatDuration(part.seconds)}`}
            onClick={() => onTime(part.seconds, parts.slice(0, at))}
            className="numbers inline-block min-h-6 min-w-6 font-semibold text-accent-text underline underline-offset-2"
          >
            {part.text}
          </button>
          {next?.kind === 'text' ? MARKS.exec(next.text)?.[0] : null}
        </span>
      );
    }
    const text = isTime(parts[at - 1]) ? part.text.replace(MARKS, '') : part.text;
    return <Fragment key={at}>{isLeftOut(at - 1) ? text.replace('\n', '') : text}</Fragment>;
  });
}

const amongTags = (tags: Tags | undefined) => (tag: string) => (tags?.names.includes(tag) ? tag : null);

const TagLink = ({ part, pathOf }: { part: Part & { kind: 'tag' }; pathOf: Tags['pathOf'] }) => (
  <Link to={pathOf(part.tag)} className="font-semibold text-accent-text underline-offset-2 hover:underline">
    <bdi>{part.text}</bdi>
  </Link>
);

/** Text in which tags become links, and nothing else does. */
export const TaggedText = ({ text, tags }: { text: string; tags: Tags }) =>
  partsOf(text, undefined, amongTags(tags)).map((part, at) =>
    part.kind === 'tag' ? (
      <TagLink key={at} part={part} pathOf={tags.pathOf} />
    ) : (
      <Fragment key={at}>{part.text}</Fragment>
    ),
  );
