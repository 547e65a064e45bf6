import { rule } from '../text/message.ts';
import { partsOf } from '../text/rich-text.ts';
import { MAX_TAG, MAX_VIDEO_TAGS, readTag } from './tag.ts';

export const NO_TAG = rule`A tag has up to ${MAX_TAG} letters, digits and underscores.`;
export const TOO_MANY_TAGS = rule`Please enter at most ${MAX_VIDEO_TAGS} tags.`;

/** The tags of a field, each once. */
export function readTags(typed: readonly string[]): { tags: string[] } | { problem: string } {
  const read = typed.map(readTag);
  const tags = [...new Set(read)].filter((tag) => tag !== null);
  if (read.includes(null)) return { problem: NO_TAG };
  return tags.length > MAX_VIDEO_TAGS ? { problem: TOO_MANY_TAGS } : { tags };
}

/** The tags that a text names with #, each once. */
export const tagsIn = (text: string): string[] => [
  ...new Set(partsOf(text, undefined, (tag) => tag).flatMap((part) => (part.kind === 'tag' ? part.tag : []))),
];
