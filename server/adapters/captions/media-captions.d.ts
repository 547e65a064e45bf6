/** What is used of it: its own types name each other without endings, which Node's resolution doesn't follow. */
declare module 'media-captions' {
  export const ParseErrorCode: { readonly BadSignature: 1; readonly BadTimestamp: 2 };
  export interface ParseError extends Error {
    code: number;
    /** From 1. */
    line: number;
  }
  export function parseText(
    text: string,
    options: { type: 'vtt' | 'srt'; errors: true },
  ): Promise<{ cues: { startTime: number; endTime: number }[]; errors: ParseError[] }>;
  /** Seconds; null for what is no time. */
  export function parseVTTTimestamp(time: string): number | null;
}
