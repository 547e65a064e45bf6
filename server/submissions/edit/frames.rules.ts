import { createHash } from 'node:crypto';
import type { Edit } from '#contract/submissions/edit.ts';

/**
 * The name that a frame of the video is stored by when it is the thumbnail: it holds which one it is, so that an edit that
 * cuts it away doesn't show it. `seconds`: of the original.
 */
export const frameName = (seconds: number, edit: Edit | null): string =>
  `frame-${seconds.toFixed(3)}-${framingOf(edit)}`;

/** The key of the stored thumbnail that an edit of its video shows; null: there is none, or its frame is cut away. */
export function thumbnailIn(key: string | null, edit: Edit | null): string | null {
  const [, seconds, framing] = /\/frame-(\d+\.\d{3})-(\w+)(?:\.\w+)?$/.exec(key ?? '') ?? [];
  if (seconds === undefined) return key;
  const isCut = edit !== null && !(Number(seconds) >= edit.start && Number(seconds) <= edit.end);
  return isCut || framing !== framingOf(edit) ? null : key;
}

/** How the picture is turned and cropped, in a word. */
function framingOf(edit: Edit | null): string {
  if (!edit || (edit.rotate === 0 && !edit.crop)) return 'whole';
  const { x, y, width, height } = edit.crop ?? { x: 0, y: 0, width: 1, height: 1 };
  return createHash('sha256').update([edit.rotate, x, y, width, height].join()).digest('hex').slice(0, 16);
}
