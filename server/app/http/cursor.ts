import { z } from 'zod';
import { holdsForbidden } from '#contract/text/text.ts';
import { fail, type HttpError } from './errors.ts';

/** As PostgreSQL writes a time: `2026-01-31 09:30:00.123456+00`. */
const Time = z.iso.datetime().or(z.literal('infinity'));
const isTime = (text: string): boolean =>
  !text.startsWith('0000') && Time.safeParse(text.replace(' ', 'T').replace(/\+00$/, 'Z')).success;

/** What each letter takes, so that PostgreSQL can compare it. */
const NUMBERS: Record<'i' | 'n' | 'm', (part: number) => boolean> = {
  /** Of 4 bytes. */
  i: (part) => Number.isInteger(part) && Math.abs(part) < 2 ** 31,
  n: Number.isSafeInteger,
  /** Microseconds since 1970. */
  m: (part) => Number.isSafeInteger(part) && part >= 0,
};
const TEXTS: Record<'s' | 't' | 'u', (part: string) => boolean> = {
  s: (part) => !holdsForbidden(part),
  t: isTime,
  u: (part) => z.guid().safeParse(part).success,
};
const isKind = <Kinds extends object>(kinds: Kinds, kind: PropertyKey): kind is keyof Kinds => kind in kinds;

export type Parts<Kinds extends string> = Kinds extends `${infer Kind}${infer Rest}`
  ? [Kind extends keyof typeof NUMBERS ? number : string, ...Parts<Rest>]
  : [];

/** An opaque cursor from the values that the list is sorted by. */
export function writeCursor(...parts: (string | number)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** The parts of a cursor, a letter for the kind of each; 400 when it was tampered with. */
export function readCursor<const Kinds extends string>(cursor: string, kinds: Kinds): Parts<Kinds> {
  const parts = readJson(Buffer.from(cursor, 'base64url').toString());
  if (areOf(parts, kinds)) return parts;
  throw invalidCursor();
}

export const invalidCursor = (): HttpError =>
  fail(400, 'INVALID_CURSOR', "This cursor isn't valid. Please start from the first page.");

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function areOf<Kinds extends string>(parts: unknown, kinds: Kinds): parts is Parts<Kinds> {
  return (
    Array.isArray(parts) &&
    parts.length === kinds.length &&
    parts.every((part, at) => isOf(part, kinds.charAt(at)))
  );
}

/** Whether this can be a part of that kind. */
export function isOf(part: unknown, kind: string): boolean {
  if (isKind(NUMBERS, kind)) return typeof part === 'number' && NUMBERS[kind](part);
  return isKind(TEXTS, kind) && typeof part === 'string' && TEXTS[kind](part);
}
