/** Cues as every part of the product reads and writes them. Server and web alike; imports nothing. */

export interface Cue {
  /** Seconds, to the millisecond. */
  start: number;
  end: number;
  /** WebVTT cue text: `<i> <b> <u> <v> <ruby> <rt>` and escaped characters. */
  text: string;
  /** Its position in WebVTT's syntax: `line:0 align:start`. */
  settings?: string | undefined;
}

export const MAX_CUES = 5000;
/** A machine that was less sure than this may have misheard, from 0 to 1. */
export const DOUBTFUL = 0.6;
/** Words of a cue that are marked as doubtful. */
export const MAX_DOUBTFUL = 50;
export const MAX_CUE_TEXT = 2000;

const NAMED = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&nbsp;', '\u00A0'],
  ['&lrm;', '\u200E'],
  ['&rlm;', '\u200F'],
  ['&quot;', '"'],
  ['&apos;', "'"],
]);
const ENTITY = /&(?:amp|lt|gt|nbsp|lrm|rlm|quot|apos|#\d{1,7}|#x[\da-f]{1,6});/gi;
const ALLOWED_TAG = /^<(?:\/?(?:i|b|u|v|ruby|rt)|v(?:\.[^\s<>&.]+)* [^<>&\n]+)>/;
const ANY_TAG = /^<(?:\/?[a-z][^<>]*|\d[\d:.]*|)>/i;

/**
 * Cue text with nothing but allowed tags. Other tags are dropped where it comes from a file, else written as the characters
 * they are; so is every `<` and `&` that means nothing. A cue holds no blank line and no arrow.
 */
export function cleanCueText(text: string, others: 'drop' | 'escape'): string {
  let cleaned = '';
  for (let at = 0; at < text.length;) {
    const letter = text.charAt(at);
    const rest = letter === '<' ? text.slice(at, at + 300) : letter === '&' ? text.slice(at, at + 12) : '';
    const tag = ALLOWED_TAG.exec(rest)?.[0];
    const dropped = tag === undefined && others === 'drop' ? ANY_TAG.exec(rest)?.[0] : undefined;
    if (tag !== undefined) cleaned += tag;
    else if (letter === '<' && dropped === undefined) cleaned += '&lt;';
    else if (letter === '&') cleaned += isEntity(rest) ? '&' : '&amp;';
    else if (letter !== '<') cleaned += letter;
    at += (tag ?? dropped ?? letter).length;
  }
  return cleaned
    .replaceAll('-->', '--&gt;')
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');
}

const isEntity = (rest: string): boolean => rest.search(ENTITY) === 0;

/** What is read: without tags, characters as they are. */
export function plainCueText(text: string): string {
  return text
    .replaceAll(/<rt>.*?(?:<\/rt>|(?=<\/ruby>)|$)/gs, '')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(ENTITY, (entity) => NAMED.get(entity) ?? NAMED.get(entity.toLowerCase()) ?? numbered(entity));
}

function numbered(entity: string): string {
  const isHex = entity.charAt(2).toLowerCase() === 'x';
  const code = Number.parseInt(entity.slice(isHex ? 3 : 2), isHex ? 16 : 10);
  return code > 0 && code <= 0x10_ffff && !(code >= 0xd8_00 && code <= 0xdf_ff)
    ? String.fromCodePoint(code)
    : '';
}

/** Lines of a cue that the next one may show once more. */
const MAX_ROLLED = 3;

/**
 * The plain text of each cue without what is still on screen from the cue before: YouTube's own captions roll, so each
 * line is repeated above the next one. A track that doesn't roll is unchanged; a refrain is repeated.
 */
export function newTextOf(cues: Pick<Cue, 'text'>[]): string[] {
  const lines = cues.map(({ text }) => plainCueText(text).split('\n'));
  const repeated = lines.map((own, at) => countRepeated(lines[at - 1] ?? [], own));
  const isRolling =
    repeated.filter((many) => many > 0).length * 2 >= cues.length - 1 &&
    repeated.some((many, at) => many > 0 && many < (lines[at]?.length ?? 0));
  return lines.map((own, at) => own.slice(isRolling ? repeated[at] : 0).join('\n'));
}

/** With how many lines a cue begins that the one before ended with. */
function countRepeated(before: string[], own: string[]): number {
  for (let many = Math.min(MAX_ROLLED, before.length, own.length); many > 0; many -= 1)
    if (before.slice(-many).every((line, at) => line === own[at])) return many;
  return 0;
}

/** The speaker, if marked: `<v Ann>`. */
export const speakerOf = (text: string): string | null =>
  /^<v(?:\.[^\s<>&.]+)* ([^<>&\n]+)>/.exec(text)?.[1]?.trim() ?? null;

const SETTING =
  /^(?:vertical:(?:rl|lr)|line:-?\d{1,4}(?:\.\d{1,6})?%?(?:,(?:start|center|end))?|position:\d{1,3}(?:\.\d{1,6})?%(?:,(?:line-left|center|line-right))?|size:\d{1,3}(?:\.\d{1,6})?%|align:(?:start|center|end|left|right))$/;

/** Those settings of a cue that mean something; undefined: none. */
export function cleanSettings(settings: string | undefined): string | undefined {
  const known = (settings ?? '').split(/\s+/).filter((each) => SETTING.test(each));
  return known.length > 0 ? known.slice(0, 6).join(' ') : undefined;
}

export const toMs = (seconds: number): number => Math.round(seconds * 1000);

const two = (value: number): string => String(value).padStart(2, '0');

/** `00:01:23.450`; SubRip has a comma before the milliseconds. */
export function writeTime(seconds: number, point = '.'): string {
  const ms = toMs(seconds);
  const [hours, minutes] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60];
  const rest = ms % 60_000;
  return `${two(hours)}:${two(minutes)}:${two(Math.floor(rest / 1000))}${point}${String(rest % 1000).padStart(3, '0')}`;
}

export const FORMATS = ['vtt', 'srt', 'txt'] as const;
export type CaptionFormat = (typeof FORMATS)[number];

const writeVtt = (cues: Cue[]): string =>
  `WEBVTT\n\n${cues.map(({ start, end, text, settings }) => `${writeTime(start)} --> ${writeTime(end)}${settings ? ` ${settings}` : ''}\n${text}\n`).join('\n')}`;

const SRT_TAG = /<\/?[biu]>/g;
/** SubRip knows tags, and no escaped characters. */
const toSrtText = (text: string): string =>
  text
    .split(/(<\/?[biu]>)/)
    .map((part) => (part.search(SRT_TAG) === 0 ? part : plainCueText(part)))
    .join('');

const writeSrt = (cues: Cue[]): string =>
  cues
    .map(
      ({ start, end, text }, at) =>
        `${at + 1}\n${writeTime(start, ',')} --> ${writeTime(end, ',')}\n${toSrtText(text)}\n`,
    )
    .join('\n');

const writeTxt = (cues: Cue[]): string =>
  newTextOf(cues)
    .filter(Boolean)
    .map((text) => `${text.replaceAll('\n', ' ')}\n`)
    .join('');

const WRITERS: Record<CaptionFormat, (cues: Cue[]) => string> = {
  vtt: writeVtt,
  srt: writeSrt,
  txt: writeTxt,
};

export const writeCues = (cues: Cue[], format: CaptionFormat): string => WRITERS[format](cues);
