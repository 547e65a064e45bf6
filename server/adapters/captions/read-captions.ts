import { parseVTTTimestamp } from 'media-captions';
import { z } from 'zod';
import { CueOut, ENCODINGS, type Encoding } from '#contract/captions/captions.ts';
import {
  MAX_CUES,
  MAX_CUE_TEXT,
  cleanCueText,
  cleanSettings,
  toMs,
  type Cue,
} from '#contract/captions/cues.ts';
import type { StoredMessage } from '#contract/text/message.ts';
import { holdsForbidden, lengthOf } from '#contract/text/text.ts';
import { BrokenFile, FILES } from '../untrusted/faults.ts';
import type { Parser } from '../untrusted/parser.ts';
import { readText } from './encoding.ts';
import { withCharacters } from './named-characters.ts';

/** A file that can't be taken as it is: one sentence, and the line it is about, from 1. */
export class BrokenCaptions extends BrokenFile {
  constructor(line: number, why: StoredMessage) {
    super(FILES.LINE(String(line), why), { line });
  }
}

export const ReadCaptions = z.object({
  cues: z.array(CueOut.pick({ start: true, end: true, text: true, settings: true })),
  /** Line numbers, from 1, of dropped cues without duration. */
  dropped: z.array(z.number().int()),
  encoding: z.enum(ENCODINGS),
  format: z.enum(['vtt', 'srt']),
});
export type ReadCaptions = z.infer<typeof ReadCaptions>;

interface Options {
  encoding?: Encoding | undefined;
  /** No cue ends later. */
  lastMs?: number;
}

/** A part of the file with one cue, starting at its timing line. */
interface Block {
  /** Of its first line, from 1. */
  line: number;
  lines: string[];
}

/** A CR LF line break converted to CR LF again becomes CR CR LF. */
const BREAK = /\r{0,2}\n|\r/;
/** Rejects a file of one endless line, or of a million empty ones. */
const MAX_LINES = 60_000;
const MAX_LINE = 10_000;
const ARROW = '-->';
/** Two times, and something else than an arrow between them: what follows would be passed over. */
const WITHOUT_ARROW = /^\s{0,9}\d{1,3}:\d\d[\d:.,]{0,12}\s{0,9}[^\s\d]{0,3}\s{0,9}\d{1,3}:\d\d/;
const NUMBER = /^\s{0,9}\d{1,9}\s{0,9}$/;

/** Parses WebVTT or SubRip (at most 1 MB). Cues are sorted by start. Throws BrokenCaptions. */
export function readCaptions(
  bytes: Buffer,
  { encoding: declaredEncoding, lastMs = Infinity }: Options = {},
): ReadCaptions {
  const { text, encoding } = readText(bytes, declaredEncoding);
  const lines = text.split(BREAK);
  checkLines(lines);
  const format = /^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '') ? 'vtt' : 'srt';
  if (format === 'srt' && !lines.some((line) => line.includes(ARROW)))
    throw new BrokenCaptions(1, FILES.NOT_CAPTIONS());
  const blocks = format === 'vtt' ? vttBlocks(lines) : srtBlocks(lines);
  if (blocks.length > MAX_CUES)
    throw new BrokenCaptions(blocks[MAX_CUES]?.line ?? 1, FILES.TOO_MANY_CUES(MAX_CUES));
  const cues: Cue[] = [];
  const dropped: number[] = [];
  for (const block of blocks) {
    const cue = readCue(block, format);
    if (toMs(cue.end) === toMs(cue.start)) dropped.push(block.line);
    else if (cue.end < cue.start) throw new BrokenCaptions(block.line, FILES.CUE_ENDS_EARLY());
    else if (toMs(cue.end) > lastMs) throw new BrokenCaptions(block.line, FILES.CUE_ENDS_LATE());
    else if (cue.text !== '') cues.push(cue);
  }
  if (cues.length === 0) throw new BrokenCaptions(blocks[0]?.line ?? 1, FILES.NO_CUES());
  return { cues: cues.toSorted((a, b) => a.start - b.start), dropped, encoding, format };
}

export const captionFile: Parser<Options & { bytes: Buffer }, ReadCaptions> = {
  parse: ({ bytes, ...options }) => readCaptions(bytes, options),
  Result: ReadCaptions,
};

function checkLines(lines: string[]): void {
  if (lines.length > MAX_LINES) throw new BrokenCaptions(MAX_LINES + 1, FILES.TOO_MANY_LINES());
  for (const [at, line] of lines.entries()) {
    if (line.length > MAX_LINE) throw new BrokenCaptions(at + 1, FILES.LINE_TOO_LONG());
    if (holdsForbidden(line)) throw new BrokenCaptions(at + 1, FILES.NO_TEXT());
  }
}

/** Parts between blank lines. */
function vttBlocks(lines: string[]): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const end = lines.indexOf('', at);
    const stop = end < 0 ? lines.length : end;
    const block = lines.slice(at, stop);
    const [time = -1, next] = block.flatMap((line, index) => (line.includes(ARROW) ? [index] : []));
    // what follows the first line without a blank one is the file's header
    if (at === 0) {
      if (time >= 0) throw new BrokenCaptions(time + 1, FILES.NO_BLANK_AFTER_WEBVTT());
    } else if (!/^(?:NOTE|STYLE|REGION)/.test(block[0] ?? '')) {
      if (next !== undefined) throw unseparated(at + next);
      if (time >= 0) blocks.push({ line: at + time + 1, lines: block.slice(time) });
      else checkArrow(block, at);
    }
    at = stop + 1;
  }
  return blocks;
}

/** From times to times: a cue may hold blank lines, and a number right above times counts the cues. */
function srtBlocks(lines: string[]): Block[] {
  const times = lines.flatMap((line, at) => (line.includes(ARROW) ? [at] : []));
  checkArrow(lines.slice(0, times[0]), 0);
  return times.map((at, index) => {
    const next = times[index + 1] ?? lines.length;
    const isCounted = next < lines.length && next - 1 > at && NUMBER.test(lines[next - 1] ?? '');
    const block = lines.slice(at, isCounted ? next - 1 : next);
    if (next < lines.length && block.length > 1 && block.at(-1)?.trim() !== '') throw unseparated(next);
    const blank = block.indexOf('');
    if (blank > 0) checkArrow(block.slice(blank), at + blank);
    return { line: at + 1, lines: block };
  });
}

const unseparated = (at: number): BrokenCaptions => new BrokenCaptions(at + 1, FILES.NO_BLANK_LINE());

/** Throws where lines without an arrow, from the one counted as `first` on, hold times. */
function checkArrow(lines: string[], first: number): void {
  const found = lines.findIndex((line) => WITHOUT_ARROW.test(line));
  if (found >= 0) throw new BrokenCaptions(first + found + 1, FILES.NO_ARROW());
}

function readCue({ line, lines: [times = '', ...textLines] }: Block, format: ReadCaptions['format']): Cue {
  const [from = '', behind = ''] = times.split(ARROW, 2).map((part) => part.trim());
  const [until = ''] = behind.split(/\s/, 1);
  const [start, end] = [from, until].map((time) => parseVTTTimestamp(time.replace(',', '.')));
  if (start == null) throw new BrokenCaptions(line, FILES.NO_START());
  if (end == null) throw new BrokenCaptions(line, FILES.NO_END());
  const settings = format === 'vtt' ? cleanSettings(behind) : undefined;
  const raw = textLines.join('\n');
  const text = cleanCueText(withCharacters(format === 'vtt' ? raw : withoutSrtMarks(raw)), 'drop');
  if (lengthOf(text) > MAX_CUE_TEXT) throw new BrokenCaptions(line, FILES.CUE_TOO_LONG(MAX_CUE_TEXT));
  return { start, end, text, ...(settings && { settings }) };
}

/** Places and colours that SubRip has no agreed signs for. */
const withoutSrtMarks = (text: string): string => text.replaceAll(/\{\\?[a-z][^{}\n]{0,100}\}/gi, '');
