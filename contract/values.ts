import { z } from 'zod';
import { jsonSchemaFacts } from './openapi/json-schema.ts';
import { cleanText, holdsForbidden, lengthOf, onOneLine } from './text/text.ts';
import { Message, msg, rule } from '#contract/text/message.ts';

/** Building blocks that several slices put on the wire. */

/** Characters of a moderation reason. */
export const MAX_REASON = 500;
/** Characters of a reason that its uploader reads, where a video is rejected or archived. */
export const MAX_REVIEW_REASON = 1000;
/** The author's or creator's name where the account was deleted. No username has a space. */
export const DELETED_USER = 'deleted user';
/** Characters of a picture's description. */
export const MAX_PICTURE_ALT = 200;
/** Characters of a search. */
export const MAX_SEARCH = 200;

/** A path or query id: a whole number from 1 to 2^53−1. Anything else is malformed (400). */
export const Id = z.coerce
  .string()
  .regex(/^[1-9]\d{0,15}$/, "This isn't a valid ID.")
  .transform(Number)
  .refine(Number.isSafeInteger, "This isn't a valid ID.")
  .register(jsonSchemaFacts, { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
export const IdParams = z.object({ id: Id });

/** Text that is compared with what is stored, as it is: anything but what can't be stored. */
export const comparable = (text: z.ZodString) =>
  text.refine((value) => !holdsForbidden(value), 'The text contains characters that can’t be stored.');
export const UsernameParams = z.object({ username: comparable(z.string().min(1).max(60)) });

/** ISO 8601 in UTC. */
export const Timestamp = z.iso.datetime();

/** ISO 4217; an order has the currency it was placed in. */
export const Currency = z.string().regex(/^[A-Z]{3}$/);

/** A message of the server's, or what a person wrote (`verbatim`): the server answers with it, and its caller reads the text. */
export const Sentence = z.string() as unknown as z.ZodType<string, Message>;

/** A message as it is stored (contract/text/message.ts). */
export const StoredSentence = z.union([
  z.string(),
  z.object({ code: z.string(), values: z.array(z.unknown()) }),
]);

/** An opaque place in a list, as the `X-Next-Cursor` header of the page before gave it. */
export const Cursor = z.string().min(1).max(200);

/** How many of a list; more than its most is answered with its most. */
export const Limit = z.coerce
  .string()
  .regex(/^0*[1-9]\d{0,99}$/, 'limit must be a whole number from 1.')
  .transform(Number)
  .register(jsonSchemaFacts, { type: 'integer', minimum: 1 });

/**
 * `what`: the field, as sentences name it; another language may name it in front ("Name: at most 30 characters.").
 *
 * Text a person typed: trimmed, `min`–`max` characters (code points), no control characters, visible. Direction
 * overrides and runs of zero-width characters are taken out: they only serve to deceive or to break a layout.
 */
export function text(
  max: number,
  { min = 1, what = msg('text'), isLine = false }: { min?: number; what?: string; isLine?: boolean } = {},
) {
  const named: Message = new Message(what);
  const tooLong = rule`Please keep the ${named} under ${max} characters.`;
  return z
    .string()
    .max(max * 4, tooLong)
    .refine((value) => !holdsForbidden(value), rule`The ${named} contains characters that can't be stored.`)
    .transform((value) => cleanText(isLine ? onOneLine(value) : value))
    .refine((value) => lengthOf(value) >= min, tooShort(min, named))
    .refine((value) => lengthOf(value) <= max, tooLong)
    .register(jsonSchemaFacts, { type: 'string', ...(min > 0 && { minLength: min }), maxLength: max });
}

function tooShort(min: number, named: Message): string {
  if (min > 1) return rule`Please enter at least ${min} characters.`;
  return /^[aeio]/.test(named.id) ? rule`Please enter an ${named}.` : rule`Please enter a ${named}.`;
}

/** Optional text: absent, null and blank all become null. */
export function optionalText(max: number, { what }: { what?: string } = {}) {
  return text(max, { min: 0, what })
    .transform((value) => value || null)
    .nullish()
    .transform((value) => value ?? null)
    .register(jsonSchemaFacts, { type: ['string', 'null'], maxLength: max });
}

const MAX_SEARCH_TERMS = 20;
const isShort = (value: string | null): boolean =>
  value === null || value.split(/\s+/).length <= MAX_SEARCH_TERMS;
const TOO_MANY_TERMS = rule`Please search for at most ${MAX_SEARCH_TERMS} words.`;

/** A search query. */
export const searchText = () => text(MAX_SEARCH, { what: 'search' }).refine(isShort, TOO_MANY_TERMS);
export const optionalSearchText = () =>
  optionalText(MAX_SEARCH, { what: 'search' }).refine(isShort, TOO_MANY_TERMS);

/** A name or title: as `text`, on one line. */
export function line(max: number, options: { min?: number; what?: string } = {}) {
  return text(max, { ...options, isLine: true });
}

/**
 * A term that texts are searched for. One letter may expand to eighteen when normalized, so the limit applies to the
 * normalized term.
 */
export const searchTerm = (max: number) =>
  line(max, { what: msg('word') }).refine(
    (value) => lengthOf(value.normalize('NFKC')) <= max,
    rule`Please keep the ${new Message('word')} under ${max} characters.`,
  );

/** As `line`, optional: absent, null and blank all become null. */
export function optionalLine(max: number, options: { what?: string } = {}) {
  return line(max, { ...options, min: 0 })
    .transform((value) => value || null)
    .nullish()
    .transform((value) => value ?? null)
    .register(jsonSchemaFacts, { type: ['string', 'null'], maxLength: max });
}

/** Money, at most `max`; on the wire with at most 2 decimals. */
export const amount = (max: number) =>
  z
    .number('Please enter an amount.')
    .min(0, 'Please enter an amount.')
    .max(max, rule`Please enter ${max} at most.`)
    .multipleOf(0.01, 'Please use at most two decimals.');

/** Enough errors to report: each item may have fifty. */
const MAX_WRONG = 20;
/** Items that hold lists may have more. */
const MAX_ISSUES = 1000;

/** A list that is read until twenty of its items are wrong, or they have a thousand issues. */
export const longList = <Item extends z.ZodType>(list: z.ZodArray<Item>, max: number) =>
  z.preprocess((given): unknown => {
    if (!Array.isArray(given) || given.length > max) return given;
    const items: unknown[] = given;
    let [wrong, issues] = [0, 0];
    const last = items.findIndex((item) => {
      const { error } = list.element.safeParse(item);
      issues += error?.issues.length ?? 0;
      return error && (++wrong === MAX_WRONG || issues >= MAX_ISSUES);
    });
    return last < 0 ? items : items.slice(0, last + 1);
  }, list);
