import type { StoredMessage } from '#contract/text/message.ts';
import { ChildFailure } from './child.ts';
import { MediaRejection } from './rejection.ts';

/** ffmpeg's messages about a damaged file: broken containers, tables and packets. */
const OF_THE_FILE = [
  /Invalid data found|Error while decoding|Error submitting packet|corrupt|partial file|error reading|Truncat/i,
  /Decoder \(codec none\) not found|could not find codec parameters|missing mandatory atoms|no decoder found for: none|Output file is empty/i,
  /Input buffer exhausted|channel element \S+ is not allocated|Reserved bit set|Prediction is not allowed/i,
  /Not all references are available|[SPV]PS (id )?(\d+ )?(out of range|unavailable|does not exist)|non-existing [SP]PS/i,
  /Non-monoton\w+ DTS|Assertion .* failed at/i,
  /exceeds containing master|exceeds limit|EBML header parsing failed|moov atom not found/i,
];
/** Its messages about a machine out of resources, which a damaged file may cause as well. */
const OF_THE_MACHINE =
  /No space left|File too large|Cannot allocate|Read-only file system|Input\/output error/i;

/** Whether a child failed because of its file, so that another try would fail alike. */
export function isDamage(error: unknown): boolean {
  return (
    error instanceof ChildFailure &&
    !error.timedOut &&
    OF_THE_FILE.some((pattern) => pattern.test(error.stderr)) &&
    !OF_THE_MACHINE.test(error.stderr)
  );
}

/** For `.catch()`: a damaged file becomes a MediaRejection, other errors are rethrown. */
export const rejectDamaged =
  (text: StoredMessage) =>
  (error: unknown): never => {
    throw isDamage(error) ? new MediaRejection(text) : error;
  };
