import { z } from 'zod';
import { TypedTags } from '../tags/tags.ts';
import { readTags } from '../tags/tags.rules.ts';
import { Edit } from './edit.ts';
import { findEditProblem } from './edit.rules.ts';

/** Without the original: whether it can be of any. */
export const UploadEdit = Edit.superRefine((edit, context) => {
  const problem = findEditProblem(edit, null);
  if (problem) context.addIssue({ code: 'custom', path: [problem.field], message: problem.text });
});

export const UploadTags = TypedTags.transform((typed, context) => {
  const read = readTags(typed);
  if ('tags' in read) return read.tags;
  context.addIssue({ code: 'custom', message: read.problem });
  return z.NEVER;
});

/** JSON in a text field; blank counts as absent. */
export const jsonField = <Schema extends z.ZodType>(schema: Schema, invalid: string) =>
  z
    .string()
    .max(5000, invalid)
    .optional()
    .transform((value, context) => {
      if (!value?.trim()) return null;
      try {
        return JSON.parse(value) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: invalid });
        return z.NEVER;
      }
    })
    .pipe(schema.nullable());
