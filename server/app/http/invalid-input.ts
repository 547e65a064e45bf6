import type { z } from 'zod';
import { findRule, msg, type Message } from '#contract/text/message.ts';
import { fail, MAX_FIELDS, type HttpError } from './errors.ts';

/** Replaces zod's default text where the contract has none. */
const NO_TEXT = 'NO_TEXT';

/** A value as its schema has it. Throws 400 with a sentence for each field. */
export function parseAs<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const read = schema.safeParse(value, { error: () => NO_TEXT });
  if (read.success) return read.data;
  throw invalidInput(read.error);
}

function invalidInput(error: z.ZodError): HttpError {
  const fields: Record<string, Message> = {};
  for (const issue of error.issues) {
    const name = issue.path.join('.');
    if (name) fields[name] ??= describe(issue);
    if (Object.keys(fields).length === MAX_FIELDS) break;
  }
  const [first] = error.issues;
  return fail(
    400,
    'INVALID_INPUT',
    first ? describe(first) : msg("The input isn't valid."),
    Object.keys(fields).length ? { fields } : {},
  );
}

function describe(issue: z.core.$ZodIssue): Message {
  if (issue.message !== NO_TEXT) return findRule(issue.message);
  const name = issue.path.join('.');
  return name ? msg`Please enter a valid value for ${name}.` : msg`Please send a JSON object.`;
}
