import { z } from 'zod';

/** Building blocks that several slices put on the wire. */

/** A path or query id: a whole number from 1 to 2^53−1. Anything else is malformed (400). */
export const Id = z.coerce
  .string()
  .regex(/^[1-9]\d{0,15}$/, 'This is not a valid id.')
  .transform(Number)
  .refine(Number.isSafeInteger, 'This is not a valid id.');
export const IdParams = z.object({ id: Id });

/** ISO 8601 in UTC. */
export const Timestamp = z.iso.datetime();

/** An opaque place in a list, as the `X-Next-Cursor` header of the page before gave it. */
export const Cursor = z.string().min(1).max(200);

// oxlint-disable-next-line no-control-regex -- these are just the characters a text may not hold
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFFFE\uFFFF]/;
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/**
 * Text a person typed: trimmed, `min`–`max` characters (code points), no control characters, visible. Direction
 * overrides and runs of zero-width characters are taken out: they only serve to deceive or to break a layout.
 */
export function text(max: number, { min = 1, what = 'text' }: { min?: number; what?: string } = {}) {
  return z
    .string()
    .max(max * 4, `Please keep the ${what} under ${max.toLocaleString('en')} characters.`)
    .refine(
      (value) => !FORBIDDEN.test(value) && !LONE_SURROGATE.test(value),
      `The ${what} holds characters that can't be stored.`,
    )
    .transform((value) => cleanText(value))
    .refine(
      (value) => [...value].length >= min,
      `Please enter ${min > 1 ? `at least ${min} characters` : `a ${what}`}.`,
    )
    .refine(
      (value) => [...value].length <= max,
      `Please keep the ${what} under ${max.toLocaleString('en')} characters.`,
    );
}

/** Optional text: absent, null and blank all come out as null. */
export function optionalText(max: number, { what = 'text' }: { what?: string } = {}) {
  return text(max, { min: 0, what })
    .transform((value) => value || null)
    .nullish()
    .transform((value) => value ?? null);
}

/** NFC, without direction overrides, with at most one zero-width character at a time, trimmed. */
export function cleanText(value: string): string {
  return value
    .normalize('NFC')
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .replace(/([\u200B-\u200F\u2060\uFEFF])[\u200B-\u200F\u2060\uFEFF]+/g, '$1')
    .replace(/\r\n?/g, '\n')
    .replace(/^[\s\u200B-\u200F\u2060\uFEFF]+|[\s\u200B-\u200F\u2060\uFEFF]+$/g, '');
}
