/** Own videos that are shorter (in seconds) begin as their file, which comes in several sizes then. */
export const SHORT_SECONDS = 90;

/** Where an MP4 in another of its sizes is: `…/1080p.mp4` is `…/360p.mp4` in 360 lines. Takes keys as well. */
export const fileOf = (address: string, lines: number): string =>
  address.replace(/\d+(?=p\.mp4$)/, String(lines));
