import type { z } from 'zod';
import { fail, MAX_FIELDS, type HttpError } from './errors.ts';
import { type Said, msg, say } from '#contract/text/said.ts';

/** 400 with a sentence, and one for each field. */
export function invalidInput(error: z.ZodError): HttpError {
  const fields: Record<string, string | Said> = {};
  for (const issue of error.issues) {
    const name = issue.path.join('.');
    if (name) fields[name] ??= sentence(issue);
    if (Object.keys(fields).length === MAX_FIELDS) break;
  }
  const [first] = error.issues;
  return fail(
    400,
    'INVALID_INPUT',
    first ? sentence(first) : msg('The input is not valid.'),
    Object.keys(fields).length ? { fields } : {},
  );
}

function sentence(issue: z.core.$ZodIssue): string | Said {
  const name = issue.path.join('.');
  // zod's own words, where the contract has none of its own
  if (!/^(Invalid|Too (big|small)|Unrecognized)\b/.test(issue.message)) return issue.message;
  return name ? say`Please give a valid value for ${name}.` : msg('Please send a JSON object.');
}
