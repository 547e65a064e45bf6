import { z } from 'zod';
import { toAsciiDigits } from '../text/digits.ts';
import { jsonSchemaFacts } from '../openapi/json-schema.ts';

const Encoded = z.string().max(20_000);
/** What navigator.credentials gives, as WebAuthn writes it in JSON; verified by the server's library. */
const credential = <R extends z.ZodType>(response: R) =>
  z.object({
    id: Encoded,
    rawId: Encoded,
    type: z.literal('public-key'),
    response,
    authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
    clientExtensionResults: z.record(z.string().max(100), z.unknown()),
  });
export const NewCredential = credential(
  z.object({
    clientDataJSON: Encoded,
    attestationObject: Encoded,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
);
export const GivenCredential = credential(
  z.object({
    clientDataJSON: Encoded,
    authenticatorData: Encoded,
    signature: Encoded,
    userHandle: Encoded.nullish(),
  }),
);
export type GivenCredential = z.infer<typeof GivenCredential>;
export type NewCredential = z.infer<typeof NewCredential>;

/** Six digits of an authenticator app, in whatever script, or a recovery code. */
export const Code = z
  .string('Please enter the code.')
  .max(60, 'Please enter the code.')
  .overwrite(toAsciiDigits)
  .regex(/^[\w\s-]+$/, 'Please enter the code.')
  .regex(/\w/, 'Please enter the code.')
  .register(jsonSchemaFacts, { type: 'string', minLength: 1, maxLength: 60 });
