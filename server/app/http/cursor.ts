import { fail } from './errors.ts';

/** An opaque place in a list from the values its order goes by. */
export function writeCursor(...parts: (string | number)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** The parts of a cursor, checked by kind ('n' a finite number, 's' a string); 400 when it was tampered with. */
export function readCursor(cursor: string, kinds: string): (string | number)[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (
      Array.isArray(parts) &&
      parts.length === kinds.length &&
      parts.every((part, at) =>
        kinds[at] === 'n' ? Number.isFinite(part) : typeof part === 'string' && !part.includes('\0'),
      )
    ) {
      return parts as (string | number)[];
    }
  } catch {
    // falls through to the rejection
  }
  throw fail(400, 'INVALID_CURSOR', 'This cursor is not valid. Please start from the first page.');
}
