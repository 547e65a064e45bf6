import { ParseErrorCode, parseText, parseVTTTimestamp, type ParseError } from 'media-captions';
import type { Encoding } from '#contract/captions/captions.ts';
import { MAX_CUES, MAX_CUE_TEXT, cleanCueText, cleanSettings, type Cue } from '#contract/captions/cues.ts';
import { inEnglish, msg, say, type Said } from '#contract/text/said.ts';
import { holdsForbidden, lengthOf } from '#contract/text/text.ts';
import { readText } from './encoding.ts';

/** A file that can't be taken as it is: one sentence, and the line it is about, from 1. */
export class BrokenCaptions extends Error {
  readonly line: number;
  readonly text: Said;
  constructor(line: number, sentence: string | Said) {
    const why = typeof sentence === 'string' ? { message: sentence, values: [] } : sentence;
    const text = say`Line ${String(line)}: ${why}`;
    super(inEnglish(text));
    this.name = 'BrokenCaptions';
    this.line = line;
    this.text = text;
  }
}

export interface ReadCaptions {
  cues: Cue[];
  encoding: Encoding;
  format: 'vtt' | 'srt';
}

/** A part of the file between blank lines. */
interface Block {
  /** Of its first line, from 1. */
  line: number;
  lines: string[];
}

const BREAK = /\r\n|\n|\r/;
/** A file of one endless line, or of a million empty ones, is none. */
const MAX_LINES = 60_000;
const MAX_LINE = 10_000;
const ARROW = '-->';
/** Two times, and something else than an arrow between them: what follows would be passed over. */
const WITHOUT_ARROW = /^\s*\d+:\d\d[\d:.,]*\s*\S{0,3}\s*\d+:\d\d/;

/**
 * Reads WebVTT or SubRip (at most 1 MB) by `media-captions`, and refuses what it passes over: cues that end before they
 * begin or lie beyond `lastMs`, cues that run into each other. Cues come in the order of their beginnings.
 */
export async function readCaptions(
  bytes: Buffer,
  { encoding: asked, lastMs = Infinity }: { encoding?: Encoding | undefined; lastMs?: number } = {},
): Promise<ReadCaptions> {
  const { text, encoding } = readText(bytes, asked);
  const lines = text.split(BREAK);
  checkLines(lines);
  const format = /^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '') ? 'vtt' : 'srt';
  if (format === 'srt' && !lines.some((line) => line.includes(ARROW)))
    throw new BrokenCaptions(
      1,
      'This is neither WebVTT nor SubRip: it holds no line such as 00:00:01.000 --> 00:00:03.000.',
    );
  const blocks = blocksOf(lines, format);
  checkBlocks(blocks, lastMs);
  const { cues, errors } = await parseText(withoutWords(lines, blocks), { type: format, errors: true });
  const error = errors.find(
    ({ code }) => code === ParseErrorCode.BadTimestamp || code === ParseErrorCode.BadSignature,
  );
  if (error) throw new BrokenCaptions(Math.max(1, error.line), sentenceOf(error));
  if (cues.length !== blocks.length)
    throw new BrokenCaptions(
      blocks[Math.min(cues.length, blocks.length - 1)]?.line ?? 1,
      'This cue can’t be read.',
    );
  const read = cues.map((cue, at): Cue => {
    const { line = 1, lines: own = [] } = blocks[at] ?? {};
    const settings = format === 'vtt' ? cleanSettings(own[0]?.split(ARROW)[1]) : undefined;
    const said = own.slice(1).join('\n');
    const words = cleanCueText(format === 'vtt' ? said : withoutSrtMarks(said), 'drop');
    if (lengthOf(words) > MAX_CUE_TEXT)
      throw new BrokenCaptions(line, say`Please keep each text under ${MAX_CUE_TEXT} characters.`);
    return { start: cue.startTime, end: cue.endTime, text: words, ...(settings && { settings }) };
  });
  const spoken = read.filter(({ text: words }) => words !== '');
  if (spoken.length === 0) throw new BrokenCaptions(blocks[0]?.line ?? 1, 'Nothing is said in this file.');
  return {
    cues: spoken.toSorted((a, b) => a.start - b.start),
    encoding,
    format,
  };
}

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

/** Those that hold a cue, from the line with its times on. */
function blocksOf(lines: string[], format: 'vtt' | 'srt'): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const end = lines.indexOf('', at);
    const stop = end < 0 ? lines.length : end;
    const block = lines.slice(at, stop);
    const isOther = format === 'vtt' && (at === 0 || /^(?:NOTE|STYLE|REGION)/.test(block[0] ?? ''));
    const time = isOther ? -1 : block.findIndex((line) => line.includes(ARROW));
    if (time >= 0) blocks.push({ line: at + time + 1, lines: block.slice(time) });
    const unread = isOther || time >= 0 ? -1 : block.findIndex((line) => WITHOUT_ARROW.test(line));
    if (unread >= 0) throw new BrokenCaptions(at + unread + 1, 'There has to be --> between the two times.');
    // what follows the first line of a WebVTT file without a blank one is its header
    if (at === 0 && format === 'vtt') {
      const early = block.findIndex((line) => line.includes(ARROW));
      if (early >= 0) throw new BrokenCaptions(early + 1, 'There has to be a blank line after WEBVTT.');
    }
    at = stop + 1;
  }
  return blocks;
}

function checkBlocks(blocks: Block[], lastMs: number): void {
  if (blocks.length > MAX_CUES)
    throw new BrokenCaptions(blocks[MAX_CUES]?.line ?? 1, say`Please keep to ${MAX_CUES} cues.`);
  for (const { line, lines } of blocks) {
    const next = lines.findIndex((each, at) => at > 0 && each.includes(ARROW));
    if (next > 0) throw new BrokenCaptions(line + next, 'There has to be a blank line before the next cue.');
    const [from = '', behind = ''] = (lines[0] ?? '')
      .split(ARROW, 2)
      .map((part) => part.trim().replaceAll(',', '.'));
    const [start, end] = [from, behind.split(/\s/)[0] ?? ''].map((time) => parseVTTTimestamp(time));
    // what is no time at all is told by the parser
    if (start == null || end == null) continue;
    if (end <= start) throw new BrokenCaptions(line, 'This cue ends before it begins.');
    if (end * 1000 > lastMs) throw new BrokenCaptions(line, 'This cue lies beyond the end of the clip.');
  }
}

const SENTENCES: [RegExp, string][] = [
  [/start timestamp/, msg('The time it begins at can’t be read. It looks like 00:00:01.000.')],
  [/end timestamp/, msg('The time it ends at can’t be read. It looks like 00:00:03.000.')],
];

const sentenceOf = ({ message }: ParseError): string =>
  SENTENCES.find(([pattern]) => pattern.test(message))?.[1] ?? msg('This line can’t be read.');

/** The file with its times and settings alone: the parser takes words such as `Size: 5` for settings. */
function withoutWords(lines: string[], blocks: Block[]): string {
  const bare = [...lines];
  for (const { line, lines: own } of blocks) bare.fill('x', line, line + own.length - 1);
  return bare.join('\n');
}

/** Places and colours that SubRip has no agreed signs for. */
const withoutSrtMarks = (text: string): string => text.replaceAll(/\{\\?[a-z][^{}\n]{0,100}\}/gi, '');
