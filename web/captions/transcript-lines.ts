import type { Transcript } from '#contract/captions/captions.ts';
import { paths } from '#web/app/paths.ts';
import { formatMoment, momentDuration } from '#web/ui/format.ts';

export type Line = Transcript['lines'][number];

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeText = (text: string): string => text.replaceAll(/[&<>"]/g, (letter) => ESCAPED[letter] ?? '');

/**
 * How many lines are rows in the page's HTML; the rest of a long track is plain text until its rows are
 * created (useLines.ts).
 */
const WRITTEN_ROWS = 100;
/** Within a line of that text; a line break begins the next one. */
const BREAK = '\u2028';

/**
 * The lines as HTML instead of components, so that thousands of them cost nothing on hydration; parsing
 * thousands of elements takes a phone a fifth of a second.
 */
export function writeLines(videoId: number, lines: Line[]): string {
  const rest = lines.slice(WRITTEN_ROWS);
  return writeRows(videoId, lines.slice(0, WRITTEN_ROWS)) + (rest.length > 0 ? writeRest(rest) : '');
}

/** Each is a link to its moment; the first of a list is reached by Tab, the others by arrows. */
export const writeRows = (videoId: number, lines: Line[], isFirst = true): string =>
  lines
    .map(
      ({ start, end, text, speaker }, at) =>
        `<li data-start="${start}" data-end="${end}"><a href="${escapeText(paths.video(videoId, start))}" tabindex="${isFirst && at === 0 ? 0 : -1}">` +
        `<time datetime="${momentDuration(start)}">${formatMoment(start)}</time><span dir="auto">${speaker ? `<b>${escapeText(speaker)}:</b> ` : ''}${escapeText(text)}</span></a></li>`,
    )
    .join('');

/** `data-lines`: of each its start, its end, and how long the name of its speaker is. */
function writeRest(lines: Line[]): string {
  const keys = lines.map(({ start, end, speaker }) => `${start} ${end} ${speaker?.length ?? 0}`);
  const texts = lines.map(({ text, speaker }) =>
    (speaker ? `${speaker}: ${text}` : text).replaceAll('\n', BREAK),
  );
  return `<li class="transcript-rest" data-lines="${keys.join()}">${escapeText(texts.join('\n'))}</li>`;
}

/** Takes the text after the rows out of a list, as lines. */
export function takeRest(list: HTMLElement): Line[] {
  const rest = list.querySelector<HTMLElement>(':scope > .transcript-rest');
  if (!rest) return [];
  rest.remove();
  const texts = (rest.textContent ?? '').split('\n');
  return (rest.dataset['lines'] ?? '').split(',').map((index, at) => {
    const [start = 0, end = 0, name = 0] = index.split(' ').map(Number);
    const text = (texts[at] ?? '').replaceAll(BREAK, '\n');
    return name > 0
      ? { start, end, speaker: text.slice(0, name), text: text.slice(name + ': '.length) }
      : { start, end, speaker: null, text };
  });
}

/** A line in the document. */
export interface ShownLine {
  element: HTMLElement;
  link: HTMLAnchorElement;
  start: number;
  end: number;
  text: string;
}

export const readRows = (rows: Iterable<HTMLElement>): ShownLine[] =>
  [...rows].flatMap((element) => {
    const link = element.querySelector('a');
    if (!link) return [];
    const { start, end } = element.dataset;
    return [
      {
        element,
        link,
        start: Number(start),
        end: Number(end),
        text: element.querySelector('span')?.textContent ?? '',
      },
    ];
  });

/** The last line that has begun; null: before the first. */
export function lineAt(lines: ShownLine[], seconds: number): ShownLine | null {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.start ?? 0) <= seconds + 0.05) low = middle + 1;
    else high = middle;
  }
  return lines[low - 1] ?? null;
}

const fold = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Shows the lines that contain the words, or all if there are none; returns how many. */
export function narrowLines(lines: ShownLine[], query: string): number {
  const wanted = fold(query.trim());
  let many = 0;
  for (const { element, text } of lines) {
    const isShown = wanted === '' || fold(text).includes(wanted);
    element.hidden = !isShown;
    if (isShown) many += 1;
  }
  return many;
}

export const copyOf = (lines: ShownLine[], withTimes: boolean): string =>
  lines
    .map(({ start, text }) => {
      const line = text.replaceAll('\n', ' ');
      return withTimes ? `${formatMoment(start)} ${line}` : line;
    })
    .join('\n');
