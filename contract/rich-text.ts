/** What a text made by people is shown as: plain words, links, and times of a video. Nothing else is ever made of it. */
export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; url: string }
  | { kind: 'time'; text: string; seconds: number };

const LINK = String.raw`\bhttps?:\/\/[^\s<>"'\u0060]+`;
const TIME = String.raw`(?<![\d:.\p{L}])(?:\d{1,2}:[0-5]\d:[0-5]\d|\d{1,3}:[0-5]\d)(?![\d:\p{L}])`;
const PATTERN = new RegExp(`(?<link>${LINK})|(?<time>${TIME})`, 'giu');

export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  const addText = (to: number): void => {
    if (to > end) parts.push({ kind: 'text', text: text.slice(end, to) });
  };
  for (const match of text.matchAll(PATTERN)) {
    const { link, time } = match.groups ?? {};
    const found = link ? trimLink(link) : (time ?? '');
    const part: Part | null = link ? linkOf(found) : { kind: 'time', text: found, seconds: secondsOf(found) };
    if (!part) continue;
    addText(match.index);
    parts.push(part);
    end = match.index + found.length;
  }
  addText(text.length);
  return parts;
}

/** A sentence's own marks are not part of the address; a closing bracket is if it was opened within. */
function trimLink(link: string): string {
  let url = link.replace(/[.,;:!?…]+$/u, '');
  while (/[)\]}]$/.test(url) && count(url, ')]}') > count(url, '([{'))
    url = url.slice(0, -1).replace(/[.,;:!?…]+$/u, '');
  return url;
}

const count = (text: string, of: string): number =>
  [...text].filter((character) => of.includes(character)).length;

function linkOf(found: string): Part | null {
  if (!URL.canParse(found)) return null;
  const { protocol, href } = new URL(found);
  return protocol === 'http:' || protocol === 'https:' ? { kind: 'link', text: found, url: href } : null;
}

function secondsOf(time: string): number {
  return time.split(':').reduce((total, part) => total * 60 + Number(part), 0);
}

/** The videos of this site that a text links to, one after the other. `ownOrigins`: where the site stands. */
export const videosIn = (parts: Part[], ownOrigins: string[]): number[] =>
  parts.flatMap((part) => (part.kind === 'link' ? (videoIdOf(part.url, ownOrigins) ?? []) : []));

const VIDEOS_SHOWN = 3;

/** Those that are shown below the text: the first few, each once. */
export const videosShownWith = (text: string, ownOrigins: string[]): number[] =>
  [...new Set(videosIn(partsOf(text), ownOrigins))].slice(0, VIDEOS_SHOWN);

function videoIdOf(url: string, ownOrigins: string[]): number | null {
  const { origin, pathname } = new URL(url);
  const id = ownOrigins.includes(origin) ? /^\/video\/([1-9]\d{0,15})\/?$/.exec(pathname)?.[1] : undefined;
  return id ? Number(id) : null;
}
