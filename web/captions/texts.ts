import { t } from '@lingui/core/macro';
import type { OwnTrack } from '#contract/captions/captions.ts';
import type { CaptionKind } from '#contract/captions/tracks.ts';

export const kindName = (kind: CaptionKind): string =>
  ({ captions: t`Captions`, subtitles: t`Subtitles`, chapters: t`Chapters` })[kind];

export const stateName = (state: OwnTrack['state']): string =>
  ({ PUBLISHED: t`Published`, DRAFT: t`Draft`, WAITING: t`Pending review` })[state];
