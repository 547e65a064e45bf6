/**
 * The part we use: its own types import each other without extensions, which Node's resolution doesn't
 * follow.
 */
declare module 'media-captions' {
  /** Seconds; null for an invalid time. */
  export function parseVTTTimestamp(time: string): number | null;
}
