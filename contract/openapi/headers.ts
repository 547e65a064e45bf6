const count = { type: 'integer', minimum: 0 } as const;
const tus = { type: 'string', const: '1.0.0' } as const;
const text = { type: 'string' } as const;

/** Request headers besides Authorization, as described in the OpenAPI document. */
export const REQUEST_HEADERS = {
  'Idempotency-Key': {
    description: 'The same call again under the same key, within a day, gives the same item',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,100}$' },
  },
  'Last-Event-ID': {
    description: 'The id of the last event that was seen: it goes on after it',
    schema: count,
  },
  'Proof-Of-Work': {
    description: 'After a 428: `{"challenge", "solution"}` as JSON in base64url, see docs/api.md',
    schema: text,
  },
  'Tus-Resumable': { description: 'The version of tus', schema: tus, required: true },
  'Upload-Length': { description: 'Bytes of the whole file', schema: count, required: true },
  'Upload-Metadata': {
    description: 'The fields of the upload form as `name base64,name base64`: title and category are needed',
    schema: text,
    required: true,
  },
  'Upload-Offset': { description: 'The byte that the body begins with', schema: count, required: true },
  'X-HTTP-Method-Override': {
    description: 'What is meant, where a proxy passes no such methods',
    schema: { type: 'string', enum: ['PATCH', 'HEAD', 'DELETE'] },
    required: true,
  },
  'X-Order-Key': { description: "The order's `orderKey`, for whoever bought as a guest", schema: text },
};

/** Headers of answers. */
export const RESPONSE_HEADERS = {
  Location: { description: 'Where the upload goes on', schema: text },
  'Proof-Of-Work-Challenge': { description: 'The challenge as JSON in base64url', schema: text },
  'Retry-After': { description: 'Seconds to wait', schema: count },
  'Submission-Id': { description: 'The submission it became; left out until all of it came', schema: count },
  'Tus-Resumable': { description: 'The version of tus', schema: tus },
  'Upload-Expires': { description: 'Until when it can go on, as an HTTP date', schema: text },
  'Upload-Length': { description: 'Bytes of the whole file', schema: count },
  'Upload-Offset': { description: 'Bytes that came so far', schema: count },
  'X-Unread': {
    description: 'How many of all that happened nobody has read, 200 at most',
    schema: count,
  },
  'X-Next-Cursor': { description: 'Where the next page begins; left out on the last one', schema: text },
};
