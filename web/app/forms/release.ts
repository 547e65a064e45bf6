import { t } from '@lingui/core/macro';
import type { CommentsMode, Visibility } from '#contract/videos/videos.ts';

/** A video's visibility, publication time and comment setting, as form values. */
export interface Release {
  visibility: Visibility;
  /** As a field of this browser's zone has it; '': as soon as it is approved. */
  publishAt: string;
  comments: CommentsMode;
}

export const AT_ONCE: Release = { visibility: 'PUBLIC', publishAt: '', comments: 'ON' };

/** The values of a video. */
export const releaseOf = ({
  visibility,
  publishAt,
  comments,
}: {
  visibility: Visibility;
  publishAt: string | null;
  comments: CommentsMode;
}): Release => ({ visibility, publishAt: toLocalField(publishAt), comments });

/** What of it is another now. */
export const changesOf = (
  before: Release,
  { visibility, publishAt, comments }: Release,
): Partial<Release> => ({
  ...(visibility !== before.visibility && { visibility }),
  ...(publishAt !== before.publishAt && { publishAt }),
  ...(comments !== before.comments && { comments }),
});

export const visibilities = (): Record<Visibility, string> => ({
  PUBLIC: t`Public`,
  UNLISTED: t`Unlisted`,
  MEMBERS: t`Members`,
  PRIVATE: t`Private`,
});

export const visibilityHints = (): Record<Visibility, string> => ({
  PUBLIC: t`Anyone can watch. Shown in lists and search.`,
  UNLISTED: t`Anyone with the link can watch. Not listed.`,
  MEMBERS: t`Members with the link can watch. Not listed.`,
  PRIVATE: t`Only you and admins can watch. Not reviewed.`,
});

export const commentsModes = (): Record<CommentsMode, string> => ({
  ON: t`On`,
  HELD: t`Needs my review`,
  OFF: t`Off`,
});

/** A time for a datetime-local field in the browser's zone; '' for none. */
export function toLocalField(iso: string | null): string {
  if (iso === null) return '';
  const at = new Date(iso);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/**
 * The time in such a field, by the browser's zone and its daylight saving on that day; in an hour skipped by
 * the clock, the following one. Null: empty. Invalid input goes to the server unchanged, which rejects it.
 */
export function fromLocalField(value: string): string | null {
  if (value === '') return null;
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? value : at.toISOString();
}
