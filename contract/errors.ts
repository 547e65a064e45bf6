import { z } from 'zod';

/** The body of every JSON error. `error` is one sentence for a person. */
export const ErrorBody = z.object({
  error: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** Of a text file: the line that is wrong, from 1. */
  line: z.number().int().optional(),
  /** With SECOND_STEP_NEEDED: what /api/auth/second-step takes. */
  ticket: z.string().optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** Where an answer 428 PROOF_NEEDED carries its challenge, as JSON in base64url. */
export const CHALLENGE_HEADER = 'proof-of-work-challenge';
/** Where the same call, sent again, carries `{ challenge, solution }`, likewise. */
export const PROOF_HEADER = 'proof-of-work';
