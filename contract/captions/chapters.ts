/** A part of a clip, in seconds. */
export interface ChapterMark {
  start: number;
  end: number;
  title: string;
}

const LINE = /^\s*[([]?((?:\d{1,2}:)?\d{1,2}:\d{2})[)\]]?(?:\s*[-–—:|]\s*|\s+)(\S.*)$/u;
const MAX_TITLE = 200;
export const MAX_CHAPTERS = 100;

const secondsOf = (time: string): number =>
  time.split(':').reduce((total, part) => total * 60 + Number(part), 0);

/** Those that the lines of a description name (`0:00 Intro`): two or more from 0:00 on, rising, within the clip. */
export function chaptersOfDescription(description: string | null, durationSec: number): ChapterMark[] {
  const found = (description ?? '').split('\n').flatMap((line) => {
    const [, time, title] = LINE.exec(line) ?? [];
    return time && title ? [{ start: secondsOf(time), title: title.trim().slice(0, MAX_TITLE) }] : [];
  });
  const isRising = found.every(({ start }, at) =>
    at === 0 ? start === 0 : start > (found[at - 1]?.start ?? 0),
  );
  const isWithin = found.every(({ start }) => start < durationSec);
  if (found.length < 2 || found.length > MAX_CHAPTERS || !isRising || !isWithin) return [];
  return found.map(({ start, title }, at) => ({ start, end: found[at + 1]?.start ?? durationSec, title }));
}
