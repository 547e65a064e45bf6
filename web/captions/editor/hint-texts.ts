import { plural, t } from '@lingui/core/macro';
import type { CueHint } from '#contract/captions/hints.ts';

/** What may be better about a line. */
export const describeHint = ({ kind, speed }: CueHint): string =>
  ({
    overlap: t`It begins before the one before it ends.`,
    gap: t`The break before it is too short to be seen.`,
    short: t`It is shown for less than half a second.`,
    fast: t`Too quick to read: ${plural(speed, { one: '# character', other: '# characters' })} a second.`,
    long: t`It stays for more than ten seconds.`,
  })[kind];
