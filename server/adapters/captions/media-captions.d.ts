/** What is used of it: its own types name each other without endings, which Node's resolution doesn't follow. */
declare module 'media-captions' {
  /** Seconds; null for what is no time. */
  export function parseVTTTimestamp(time: string): number | null;
}
