import { fileOf } from '#contract/videos/files.ts';

/** A phone's screen, in either orientation; for matchMedia and `<source media>`. */
export const PHONE = '(width < 48rem), (height < 30rem)';
const PHONE_LINES = 720;

/** Mbit/s that a phone-sized rendition needs, without margin. */
const PHONE_RATE = 2;

interface Line {
  saveData?: boolean;
  effectiveType?: string;
  /** Mbit/s, as the browser estimates them. */
  downlink?: number;
}

const line = (): Line | undefined => (navigator as Navigator & { connection?: Line }).connection;

/** Where data is to be saved, or the line is slow. */
export function isSparing(): boolean {
  const { saveData, effectiveType = '' } = line() ?? {};
  return saveData || /[23]g$/.test(effectiveType);
}

/** The address of the smallest of an MP4's sizes that has so many lines; `file` itself is the largest. */
export function sizedFile(file: string, lines: number[] | undefined, wanted: number): string {
  const fits = lines?.find((each) => each >= wanted);
  return fits ? fileOf(file, fits) : file;
}

export const phoneFile = (file: string, lines: number[] | undefined): string =>
  sizedFile(file, lines, PHONE_LINES);

/** The size for this screen: as many lines as it has, on phones no more than are seen there, the fewest to save data or for a line that carries no more. */
export function fittingFile(file: string, lines: number[] | undefined): string {
  const most = matchMedia(PHONE).matches ? PHONE_LINES : Infinity;
  const seen = Math.min(screen.width, screen.height) * devicePixelRatio;
  const isThin = isSparing() || (line()?.downlink ?? Infinity) < PHONE_RATE;
  return sizedFile(file, lines, isThin ? 0 : Math.min(most, seen));
}
