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
import { say, type Said } from '#contract/text/said.ts';
import { holdsForbidden, lengthOf } from '#contract/text/text.ts';
import { BrokenFile } from '../untrusted/faults.ts';
import type { Parser } from '../untrusted/parser.ts';
import { readText } from './encoding.ts';
import { withCharacters } from './named-characters.ts';

/** A file that can't be taken as it is: one sentence, and the line it is about, from 1. */
export class BrokenCaptions extends BrokenFile {
  constructor(line: number, sentence: string | Said) {
    const why = typeof sentence === 'string' ? { message: sentence, values: [] } : sentence;
    super(say`Line ${String(line)}: ${why}`, { line });
  }
}

export const ReadCaptions = z.object({
  cues: z.array(CueOut.pick({ start: true, end: true, text: true, settings: true })),
  /** Lines, from 1, of cues that are shown for no time: those are left out. */
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

/** A part of the file that holds a cue, from the line with its times on. */
interface Block {
  /** Of its first line, from 1. */
  line: number;
  lines: string[];
}

/** A line that ended with CR LF and was written as text once more ends with CR CR LF. */
const BREAK = /\r{0,2}\n|\r/;
/** A file of one endless line, or of a million empty ones, is none. */
const MAX_LINES = 60_000;
const MAX_LINE = 10_000;
const ARROW = '-->';
/** Two times, and something else than an arrow between them: what follows would be passed over. */
const WITHOUT_ARROW = /^\s{0,9}\d{1,3}:\d\d[\d:.,]{0,12}\s{0,9}[^\s\d]{0,3}\s{0,9}\d{1,3}:\d\d/;
const NUMBER = /^\s{0,9}\d{1,9}\s{0,9}$/;

/** Reads WebVTT or SubRip (at most 1 MB). Cues come in the order of their beginnings. Throws BrokenCaptions. */
export function readCaptions(
  bytes: Buffer,
  { encoding: asked, lastMs = Infinity }: Options = {},
): ReadCaptions {
  const { text, encoding } = readText(bytes, asked);
  const lines = text.split(BREAK);
  checkLines(lines);
  const format = /^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '') ? 'vtt' : 'srt';
  if (format === 'srt' && !lines.some((line) => line.includes(ARROW)))
    throw new BrokenCaptions(
      1,
      'This is neither WebVTT nor SubRip: it holds no line such as 00:00:01.000 --> 00:00:03.000.',
    );
  const blocks = format === 'vtt' ? vttBlocks(lines) : srtBlocks(lines);
  if (blocks.length > MAX_CUES)
    throw new BrokenCaptions(blocks[MAX_CUES]?.line ?? 1, say`Please keep to ${MAX_CUES} cues.`);
  const cues: Cue[] = [];
  const dropped: number[] = [];
  for (const block of blocks) {
    const cue = readCue(block, format);
    if (toMs(cue.end) === toMs(cue.start)) dropped.push(block.line);
    else if (cue.end < cue.start) throw new BrokenCaptions(block.line, 'This cue ends before it begins.');
    else if (toMs(cue.end) > lastMs)
      throw new BrokenCaptions(block.line, 'This cue lies beyond the end of the clip.');
    else if (cue.text !== '') cues.push(cue);
  }
  if (cues.length === 0) throw new BrokenCaptions(blocks[0]?.line ?? 1, 'Nothing is said in this file.');
  return { cues: cues.toSorted((a, b) => a.start - b.start), dropped, encoding, format };
}

export const captionFile: Parser<Options & { bytes: Buffer }, ReadCaptions> = {
  parse: ({ bytes, ...options }) => readCaptions(bytes, options),
  Result: ReadCaptions,
};

function checkLines(lines: string[]): void {
  if (lines.length > MAX_LINES) throw new BrokenCaptions(MAX_LINES + 1, 'The file has too many lines.');
  for (const [at, line] of lines.entries()) {
    if (line.length > MAX_LINE) throw new BrokenCaptions(at + 1, 'This line is too long.');
    if (holdsForbidden(line))
      throw new BrokenCaptions(
        at + 1,
        'This line holds characters that no text has. Is it another kind of file?',
      );
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
    const [time = -1, next] = block.flatMap((line, place) => (line.includes(ARROW) ? [place] : []));
    // what follows the first line without a blank one is the file's header
    if (at === 0) {
      if (time >= 0) throw new BrokenCaptions(time + 1, 'There has to be a blank line after WEBVTT.');
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
  return times.map((at, place) => {
    const next = times[place + 1] ?? lines.length;
    const isCounted = next < lines.length && next - 1 > at && NUMBER.test(lines[next - 1] ?? '');
    const block = lines.slice(at, isCounted ? next - 1 : next);
    if (next < lines.length && block.length > 1 && block.at(-1)?.trim() !== '') throw unseparated(next);
    const blank = block.indexOf('');
    if (blank > 0) checkArrow(block.slice(blank), at + blank);
    return { line: at + 1, lines: block };
  });
}

const unseparated = (at: number): BrokenCaptions =>
  new BrokenCaptions(at + 1, 'There has to be a blank line before the next cue.');

/** Throws where lines without an arrow, from the one counted as `first` on, hold times. */
function checkArrow(lines: string[], first: number): void {
  const found = lines.findIndex((line) => WITHOUT_ARROW.test(line));
  if (found >= 0) throw new BrokenCaptions(first + found + 1, 'There has to be --> between the two times.');
}

function readCue({ line, lines: [times = '', ...said] }: Block, format: ReadCaptions['format']): Cue {
  const [from = '', behind = ''] = times.split(ARROW, 2).map((part) => part.trim());
  const [until = ''] = behind.split(/\s/, 1);
  const [start, end] = [from, until].map((time) => parseVTTTimestamp(time.replace(',', '.')));
  if (start == null)
    throw new BrokenCaptions(line, 'The time it begins at can’t be read. It looks like 00:00:01.000.');
  if (end == null)
    throw new BrokenCaptions(line, 'The time it ends at can’t be read. It looks like 00:00:03.000.');
  const settings = format === 'vtt' ? cleanSettings(behind) : undefined;
  const raw = said.join('\n');
  const text = cleanCueText(withCharacters(format === 'vtt' ? raw : withoutSrtMarks(raw)), 'drop');
  if (lengthOf(text) > MAX_CUE_TEXT)
    throw new BrokenCaptions(line, say`Please keep each text under ${MAX_CUE_TEXT} characters.`);
  return { start, end, text, ...(settings && { settings }) };
}

/** Places and colours that SubRip has no agreed signs for. */
const withoutSrtMarks = (text: string): string => text.replaceAll(/\{\\?[a-z][^{}\n]{0,100}\}/gi, '');
