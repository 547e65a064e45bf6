import { readTag } from '../tags/tag.ts';

/**
 * The parts of a user-written text: plain text, links, timestamps of a video, mentions and tags. Nothing else is ever
 * rendered.
 */
export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; url: string }
  | { kind: 'time'; text: string; seconds: number }
  | { kind: 'mention'; text: string; username: string }
  | { kind: 'tag'; text: string; tag: string };

/** Characters of an address; a longer one stays text. */
const MAX_LINK = 2048;

const ADDRESS = String.raw`\bhttps?:\/\/`;
/** Letters of scripts written without spaces: text next to one is a word of its own. */
const UNSPACED = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}`;
const JOINED = String.raw`(?![${UNSPACED}])\p{L}`;
const TIME = String.raw`(?<![\d:.]|${JOINED})(?:\d{1,2}:[0-5]\d:[0-5]\d|\d{1,3}:[0-5]\d)(?![\d:]|${JOINED})`;
/** An @ that is not the end of an email address or a part of a path. */
const MENTION_BEGINS = String.raw`(?<![\p{N}_.@\/-]|${JOINED})@`;
/** A username behind it. */
const MENTION = String.raw`${MENTION_BEGINS}[\w.-]{3,40}`;
/** A # that is no part of a word, of an address or of a character reference. */
const TAG = String.raw`(?<![\p{N}_#&\/]|${JOINED})[#＃][\p{L}\p{M}\p{N}\p{DI}_]{1,160}`;
/** How a part begins. Of bounded length: where a link ends is found by `endOfRun`, once for each character. */
const BEGINNING = new RegExp(
  `(?<address>${ADDRESS})|(?<time>${TIME})|(?<mention>${MENTION})|(?<tag>${TAG})`,
  'giu',
);
const NEXT_ADDRESS = new RegExp(ADDRESS, 'iuy');

/** Never within an address: blanks, quotation marks, a dash between clauses, and the marks and brackets of East Asian writing. */
const ENDS = /[\s\p{Cc}\u200B<>"`“”„‟‘‚‛«»‹›—―⸺⸻、。〃〈-】〔-〟〰〜！（），．：；＜＞？［］｛｝｟-､…⋯]/u;
/** Punctuation of the sentence, unless the URL continues after it. */
const MARKS =
  /[.,;:!'’–\u0589\u05C3\u060C\u061B\u061F\u06D4\u0964\u0965\u104A\u104B\u1362-\u1368\u17D4\u17D5?]/u;
const OPENS = /\p{Ps}/u;
const CLOSES = /\p{Pe}/u;
/** Behind these an address belongs to the one around it: `https://web.archive.org/web/2020/https://example.org`. */
const HOLDS_ADDRESS = /[/=&?#%]/;

const TYPED = new RegExp(String.raw`${MENTION_BEGINS}([\w.-]{0,30})$`, 'u');

/** The beginning of a name that is being typed behind an @ at the end of a text; null: none is. */
export const nameTyped = (before: string): string | null => TYPED.exec(before)?.[1] ?? null;

/** Mentions per text; any further ones are plain text. */
export const MAX_MENTIONS = 10;

/** The usernames that a word behind an @ may mean: a sentence's full stop may be part of a name or not. */
function namesMeant(word: string): string[] {
  const names = [word];
  for (let name = word; /[._-]$/.test(name);) {
    name = name.slice(0, -1);
    names.push(name);
  }
  return names.filter(({ length }) => length >= 3 && length <= 30);
}

/** The username after an @, as it is spelled; null: not a member, so plain text. */
export type PersonOf = (name: string) => string | null;
/** The tag that a # begins, as it is linked; null: plain text. */
export type TagOf = (tag: string) => string | null;
const nothing = () => null;

export function partsOf(text: string, personOf: PersonOf = nothing, tagOf: TagOf = nothing): Part[] {
  const parts: Part[] = [];
  let end = 0;
  const add = (part: Part, from: number): void => {
    if (from > end) parts.push({ kind: 'text', text: text.slice(end, from) });
    parts.push(part);
    end = from + part.text.length;
  };
  const addMention = (word: string, from: number): void => {
    for (const name of namesMeant(word)) {
      const username = personOf(name);
      if (username !== null) return add({ kind: 'mention', text: `@${name}`, username }, from);
    }
  };
  const addTag = (word: string, from: number): void => {
    const read = readTag(word);
    const tag = read && tagOf(read);
    if (tag) add({ kind: 'tag', text: word, tag }, from);
  };
  BEGINNING.lastIndex = 0;
  for (let match = BEGINNING.exec(text); match; match = BEGINNING.exec(text)) {
    const { address, time, mention, tag } = match.groups ?? {};
    if (time) add({ kind: 'time', text: time, seconds: secondsOf(time) }, match.index);
    if (mention) addMention(mention.slice(1), match.index);
    if (tag) addTag(tag, match.index);
    if (!address) continue;
    const run = endOfRun(text, match.index + address.length);
    const link = linkOf(text.slice(match.index, run.link));
    if (link) add(link, match.index);
    // never scan the same text twice
    BEGINNING.lastIndex = Math.max(link ? run.link : run.end, BEGINNING.lastIndex);
  }
  if (text.length > end) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

/** How far an address may reach, and how far it does: a closing bracket belongs to it if it was opened within. */
function endOfRun(text: string, from: number): { end: number; link: number } {
  const opened: number[] = [];
  let [at, link] = [from, from];
  while (at < text.length) {
    const code = text.codePointAt(at) ?? 0;
    const letter = String.fromCodePoint(code);
    if (ENDS.test(letter) || isNextAddress(text, at, at > from ? text.charAt(at - 1) : '')) break;
    at += letter.length;
    const last = opened.at(-1) ?? 0;
    if (OPENS.test(letter)) opened.push(code);
    else if (!CLOSES.test(letter)) link = MARKS.test(letter) ? link : at;
    else if (Math.abs(code - last) <= 2) {
      opened.pop();
      link = at;
    }
  }
  return { end: at, link };
}

function isNextAddress(text: string, at: number, before: string): boolean {
  NEXT_ADDRESS.lastIndex = at;
  return NEXT_ADDRESS.test(text) && !HOLDS_ADDRESS.test(before);
}

function linkOf(found: string): Part | null {
  const address = found.length > MAX_LINK ? null : URL.parse(found);
  const isWeb = address?.protocol === 'http:' || address?.protocol === 'https:';
  return address && isWeb ? { kind: 'link', text: found, url: address.href } : null;
}

function secondsOf(time: string): number {
  return time.split(':').reduce((total, part) => total * 60 + Number(part), 0);
}

/** The videos of this site that a text links to, in order. `ownOrigins`: the site's origins. */
export const videosIn = (parts: Part[], ownOrigins: string[]): number[] =>
  parts.flatMap((part) => (part.kind === 'link' ? (videoIdOf(part.url, ownOrigins) ?? []) : []));

const VIDEOS_SHOWN = 3;

/** Those that are shown below the text: the first few, each once. */
export const videosShownWith = (text: string, ownOrigins: string[]): number[] =>
  [...new Set(videosIn(partsOf(text), ownOrigins))].slice(0, VIDEOS_SHOWN);

/** The site before it has a public URL: such links mean this site, wherever it is hosted now. */
const AT_HOME = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** The path of an address on this site; null: it leads elsewhere. */
export function ownPathOf(url: string, ownOrigins: string[]): string | null {
  const { origin, pathname, search, hash } = new URL(url);
  return ownOrigins.includes(origin) || AT_HOME.test(origin) ? pathname + search + hash : null;
}

export function videoIdOf(url: string, ownOrigins: string[]): number | null {
  const id = /^\/video\/([1-9]\d{0,15})\/?(?:[?#]|$)/.exec(ownPathOf(url, ownOrigins) ?? '')?.[1];
  return id ? Number(id) : null;
}
