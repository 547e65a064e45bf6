/** Own videos that are shorter (in seconds) begin as their file, which comes in several sizes then. */
export const SHORT_SECONDS = 90;

/** Where an MP4 in another of its sizes is: `…/1080p.mp4` is `…/360p.mp4` in 360 lines. Takes keys as well. */
export const fileOf = (address: string, lines: number): string =>
  address.replace(/\d+(?=p\.mp4$)/, String(lines));

/**
 * The main playlist without the variants in AV1, if there are any. For browsers that play HLS themselves: a page in Chromium
 * crashes when its own player changes from one codec to the other.
 */
export const withoutAv1 = (ladder: string): string => ladder.replace(/\/av1\.m3u8$/, '/master.m3u8');
