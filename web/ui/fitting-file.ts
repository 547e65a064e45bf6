import { fileOf } from '#contract/files.ts';

/** A phone's screen, however it is held; for matchMedia and `<source media>`. */
export const PHONE = '(width < 48rem), (height < 30rem)';
const PHONE_LINES = 720;

/** Where data is to be saved, or the line is slow. */
export function isSparing(): boolean {
  const { connection } = navigator as Navigator & {
    connection?: { saveData?: boolean; effectiveType?: string };
  };
  return connection?.saveData || /[23]g$/.test(connection?.effectiveType ?? '');
}

/**
 * The address of the smallest of an MP4's sizes that has so many lines; `file` itself is the largest. A server of the
 * release before tells no sizes.
 */
export function sizedFile(file: string, lines: number[] | undefined, wanted: number): string {
  const fits = lines?.find((each) => each >= wanted);
  return fits ? fileOf(file, fits) : file;
}

export const phoneFile = (file: string, lines: number[] | undefined): string =>
  sizedFile(file, lines, PHONE_LINES);

/** The size for this screen: as many lines as it has, on phones no more than are seen there, the fewest to save data. */
export function fittingFile(file: string, lines: number[] | undefined): string {
  const most = matchMedia(PHONE).matches ? PHONE_LINES : Infinity;
  const seen = Math.min(screen.width, screen.height) * devicePixelRatio;
  return sizedFile(file, lines, isSparing() ? 0 : Math.min(most, seen));
}
