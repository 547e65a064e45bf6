import { rule } from '#contract/text/message.ts';
import { z } from 'zod';
import { endpoint, KEY_SCOPES } from '../endpoint.ts';
import { IdParams, line, Timestamp } from '../values.ts';

export const MAX_KEYS = 20;
export const MAX_KEY_NAME = 60;
/** Days until a key expires, by default. */
export const KEY_DAYS = 365;
/** No key lives longer: a year, also a leap year. */
export const MAX_KEY_DAYS = 366;

export const ApiKey = z.object({
  id: z.number().int(),
  name: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  /** To the minute. */
  lastUsedAt: Timestamp.nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** Includes the key itself, which is shown only once. */
export const NewApiKey = ApiKey.extend({ key: z.string() });

export const keys = {
  list: endpoint({
    method: 'GET',
    path: '/api/me/keys',
    access: 'user',
    response: z.array(ApiKey),
    summary: "The caller's API keys, including expired and revoked ones, newest first",
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/me/keys',
    access: 'user',
    fresh: true,
    status: 201,
    body: z.object({
      name: line(MAX_KEY_NAME, { what: 'name' }),
      scopes: z
        .array(z.enum(KEY_SCOPES, rule`Scopes are ${KEY_SCOPES.join(', ')}.`))
        .min(1, 'Please choose at least one permission for the key.')
        .max(20)
        .transform((scopes) => [...new Set(scopes)]),
      /** By default a year from now; 366 days at most. */
      expiresAt: Timestamp.optional(),
    }),
    response: NewApiKey,
    errorStatuses: [409],
    summary: `Create an API key, sent as \`Authorization: Bearer\`. It is returned once. At most ${MAX_KEYS}`,
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/me/keys/{id}',
    access: 'user',
    params: IdParams,
    summary: 'Revoke an API key',
  }),
};
