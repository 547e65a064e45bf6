/** One still of a storyboard: its time, and its position on the sheet. */
export interface Still {
  from: number;
  to: number;
  sheet: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

const CUE =
  /(\d+):(\d\d):(\d\d\.\d+)\s+-->\s+(\d+):(\d\d):(\d\d\.\d+)[^\n]*\r?\n(\S+)#xywh=(\d+),(\d+),(\d+),(\d+)/g;

/** Reads a storyboard (WebVTT with media fragments); `url` is where it came from: its sheets are named beside it. */
export function readStoryboard(text: string, url: string): Still[] {
  return [...text.matchAll(CUE)].map((found) => {
    const [h1 = 0, m1 = 0, s1 = 0, h2 = 0, m2 = 0, s2 = 0] = found.slice(1, 7).map(Number);
    const [x = 0, y = 0, width = 0, height = 0] = found.slice(8, 12).map(Number);
    return {
      from: h1 * 3600 + m1 * 60 + s1,
      to: h2 * 3600 + m2 * 60 + s2,
      sheet: new URL(found[7] ?? '', url).href,
      x,
      y,
      width,
      height,
    };
  });
}

/** The still of a moment; past the end the last one. */
export function stillAt(stills: readonly Still[], seconds: number): Still | null {
  return stills.find(({ to }) => seconds < to) ?? stills.at(-1) ?? null;
}
