import type { HintAnswer } from '#contract/captions/captions.ts';
import { MAX_CUE_TEXT, toMs, type Cue } from '#contract/captions/cues.ts';
import { hintsOf, type CueHint } from '#contract/captions/hints.ts';
import { Message, msg } from '#contract/text/message.ts';
import { lengthOf } from '#contract/text/text.ts';
import { fail } from '#server/app/http/errors.ts';

/** How far the last cue of a file may exceed the video. */
const OVERHANG_MS = 1000;

/** When many lines of a track could be improved, the first are enough. */
const MAX_HINTS = 100;
const HINTS: Record<CueHint['kind'], (speed: number) => Message> = {
  overlap: () => msg`It starts before the previous one ends.`,
  gap: () => msg`The gap before this line is too short to notice.`,
  short: () => msg`It's shown for less than half a second.`,
  fast: (speed) => msg`Too fast to read: ${speed} characters per second.`,
  long: () => msg`It's shown for more than ten seconds.`,
};

export const describeHints = (cues: Cue[]): HintAnswer[] =>
  hintsOf(cues, MAX_HINTS)
    .slice(0, MAX_HINTS)
    .map(({ cue, kind, speed }) => ({ cue, kind, text: HINTS[kind](speed) }));

/** Lines of a file whose cues have no duration. */
export const describeDropped = (lines: number[]): HintAnswer[] =>
  lines.slice(0, MAX_HINTS).map((line) => ({
    cue: 0,
    kind: 'dropped',
    text: msg`Line ${String(line)}: this cue ends when it starts, so it was skipped.`,
  }));

/** The latest end of a cue; Infinity while the video's length isn't known. */
export const lastMsOf = (video: { durationMs: number | null } | null): number =>
  video?.durationMs ? video.durationMs + OVERHANG_MS : Infinity;

/** Throws 422 unless each text is short enough as it will be stored: `&` takes five characters. */
export function checkLengths(cues: Cue[]): void {
  const at = cues.findIndex(({ text }) => lengthOf(text) > MAX_CUE_TEXT);
  if (at < 0) return;
  const text = msg`Please keep each text under ${MAX_CUE_TEXT} characters.`;
  throw fail(422, 'BROKEN_CAPTIONS', text, { fields: { [`cues.${at}.text`]: text } });
}

/** The first errors are enough. */
const MAX_FIELDS = 20;
const NO_CUES = msg('Please write at least one line.');

/** Throws 422 with the invalid fields, unless these cues can be published. */
export function checkCues(cues: Cue[], lastMs: number): void {
  if (cues.length === 0) throw fail(422, 'BROKEN_CAPTIONS', NO_CUES, { fields: { cues: NO_CUES } });
  const fields: Record<string, string> = {};
  for (const [at, { start, end, text }] of cues.entries()) {
    if (Object.keys(fields).length >= MAX_FIELDS) break;
    if (toMs(end) <= toMs(start)) fields[`cues.${at}.end`] = msg('It must end after it starts.');
    else if (toMs(end) > lastMs) fields[`cues.${at}.end`] = msg("It's past the end of the video.");
    if (text === '') fields[`cues.${at}.text`] = msg('Please enter the text of this cue.');
  }
  const [name] = Object.keys(fields);
  if (name === undefined) return;
  const number = Number(name.split('.')[1]) + 1;
  throw fail(422, 'BROKEN_CAPTIONS', msg`Cue ${number}: ${new Message(fields[name] ?? '')}`, {
    fields,
  });
}
