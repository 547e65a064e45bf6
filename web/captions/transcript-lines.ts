import type { Transcript } from '#contract/captions/captions.ts';
import { paths } from '#web/app/paths.ts';
import { formatMoment } from '#web/ui/format.ts';

type Line = Transcript['lines'][number];

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeText = (text: string): string => text.replaceAll(/[&<>"]/g, (letter) => ESCAPED[letter] ?? '');

/**
 * The lines as HTML: thousands of them are no components, so that they cost a page nothing when it is taken over. Each is a
 * link to its moment; one of them is reached by Tab, the others by arrows.
 */
export const writeLines = (videoId: number, lines: Line[]): string =>
  lines
    .map(
      ({ start, end, text, speaker }, at) =>
        `<li data-start="${start}" data-end="${end}"><a href="${escapeText(paths.video(videoId, start))}" tabindex="${at === 0 ? 0 : -1}">` +
        `<time>${formatMoment(start)}</time><span dir="auto">${speaker ? `<b>${escapeText(speaker)}:</b> ` : ''}${escapeText(text)}</span></a></li>`,
    )
    .join('');

/** A line that stands on the page. */
export interface ShownLine {
  element: HTMLElement;
  link: HTMLAnchorElement;
  start: number;
  end: number;
  text: string;
}

export const readLines = (list: HTMLElement): ShownLine[] =>
  [...list.querySelectorAll<HTMLElement>('li')].flatMap((element) => {
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

/** Shows the lines that hold the words, all where there are none; how many they are. */
export function narrowLines(lines: ShownLine[], words: string): number {
  const wanted = fold(words.trim());
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
