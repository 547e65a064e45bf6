import { plural, t } from '@lingui/core/macro';
import type { CueHint } from '#contract/captions/hints.ts';

/** What may be better about a line. */
export const describeHint = ({ kind, speed }: CueHint): string =>
  ({
    overlap: t`It starts before the previous one ends.`,
    gap: t`The gap before this line is too short to notice.`,
    short: t`It's shown for less than half a second.`,
    fast: t`Too quick to read: ${plural(speed, { one: '# character', other: '# characters' })} a second.`,
    long: t`It's shown for more than ten seconds.`,
  })[kind];
