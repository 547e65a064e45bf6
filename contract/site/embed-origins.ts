import { rule } from '#contract/text/message.ts';
import { z } from 'zod';
import { isOrigin } from './address.ts';
import { line } from '../values.ts';

const MAX_ORIGINS = 100;

/** Sites that may embed videos; empty: all. */
export const EmbedOrigins = z
  .array(
    line(200, { what: 'address' })
      .refine(isOrigin, 'Please enter addresses such as https://example.org, without a path.')
      .transform((value) => new URL(value).origin),
  )
  .max(MAX_ORIGINS, rule`Please add no more than ${MAX_ORIGINS} addresses.`);
