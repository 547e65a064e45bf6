/** A part of a video, in seconds. */
export interface ChapterMark {
  start: number;
  end: number;
  title: string;
}

const TIME = String.raw`(?:\d{1,2}:)?\d{1,2}:\d{2}`;
/** `0:00 Intro`, `[0:00] - Intro`, `0:00 - 1:00 Intro`. */
const LINE = new RegExp(
  String.raw`^\s*[([]?(${TIME})(?:[)\]]?\s?[-–—~→]\s?[([]?${TIME})?[)\]]?(?:\s*[-–—:|]\s*|\s+)(\S.*)$`,
  'u',
);
const MAX_TITLE = 200;
export const MAX_CHAPTERS = 100;

const secondsOf = (time: string): number =>
  time.split(':').reduce((total, part) => total * 60 + Number(part), 0);

interface Mark {
  start: number;
  title: string;
}

const rises = (marks: Mark[]): boolean =>
  marks.every(({ start }, at) => at === 0 || start > (marks[at - 1]?.start ?? 0));

/**
 * Chapters in the lines of a description (`0:00 Intro`): two or more, starting at 0:00, ascending, within the video.
 * After a block of such lines, a single time further down (`10:30 is when we open`) is not a chapter.
 */
export function chaptersOfDescription(description: string | null, durationSec: number): ChapterMark[] {
  const groups = groupsOf((description ?? '').split('\n'), durationSec);
  const begins = groups.filter(([first]) => first?.start === 0);
  const begin = begins.find(({ length }) => length > 1) ?? begins[0];
  if (!begin || !rises(begin)) return [];
  const list = [...begin];
  const later = groups.slice(groups.indexOf(begin) + 1);
  const isLoose = begin.length === 1;
  for (const group of isLoose ? later.flat().map((mark) => [mark]) : later)
    if ((isLoose || group.length > 1) && rises([...list.slice(-1), ...group])) list.push(...group);
  if (list.length < 2 || list.length > MAX_CHAPTERS) return [];
  return list.map(({ start, title }, at) => ({ start, end: list[at + 1]?.start ?? durationSec, title }));
}

/** Times within the video: those of adjacent lines together, from 0:00 on. */
function groupsOf(lines: string[], durationSec: number): Mark[][] {
  const groups: Mark[][] = [];
  let isAdjacent = false;
  for (const line of lines) {
    const [, time, title] = LINE.exec(line) ?? [];
    const start = time ? secondsOf(time) : Infinity;
    const isMark = title !== undefined && start < durationSec;
    if (isMark) {
      const mark = { start, title: title.trim().slice(0, MAX_TITLE) };
      if (isAdjacent && start > 0) groups.at(-1)?.push(mark);
      else groups.push([mark]);
    }
    isAdjacent = isMark;
  }
  return groups;
}
