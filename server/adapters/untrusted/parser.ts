import type { z } from 'zod';

/** Listed in PARSERS, run by `parseUntrusted`. */
export interface Parser<Input, Result> {
  /** Throws BrokenFile. */
  parse(input: Input): Result | Promise<Result>;
  /** Names all keys that may come out: what a file calls its own never reaches the main heap. */
  Result: z.ZodType<Result>;
}
