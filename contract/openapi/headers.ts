const count = { type: 'integer', minimum: 0 } as const;
const tus = { type: 'string', const: '1.0.0' } as const;
const text = { type: 'string' } as const;

/** Request headers besides Authorization, as described in the OpenAPI document. */
export const REQUEST_HEADERS = {
  'Idempotency-Key': {
    description: 'Repeating the request with the same key within a day returns the same submission',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,100}$' },
  },
  'Last-Event-ID': {
    description: 'The ID of the last event received. The stream resumes after it',
    schema: count,
  },
  'Proof-Of-Work': {
    description: 'After a 428: `{"challenge", "solution"}` as JSON in base64url, see docs/api.md',
    schema: text,
  },
  'Tus-Resumable': { description: 'The version of tus', schema: tus, required: true },
  'Upload-Length': { description: 'Bytes of the whole file', schema: count, required: true },
  'Upload-Metadata': {
    description:
      'The fields of the upload form as `name base64,name base64`. title and category are required',
    schema: text,
    required: true,
  },
  'Upload-Offset': {
    description: 'The position of the first byte of the body',
    schema: count,
    required: true,
  },
  'X-HTTP-Method-Override': {
    description: 'The intended method, for proxies that don’t allow it',
    schema: { type: 'string', enum: ['PATCH', 'HEAD', 'DELETE'] },
    required: true,
  },
  'X-Order-Key': { description: "The order's `orderKey`, for guests", schema: text },
};

/** Response headers. */
export const RESPONSE_HEADERS = {
  Location: { description: 'URL of the upload', schema: text },
  'Proof-Of-Work-Challenge': { description: 'The challenge as JSON in base64url', schema: text },
  'Retry-After': { description: 'Seconds to wait', schema: count },
  'Submission-Id': {
    description: 'The submission it became. Omitted until the upload is complete',
    schema: count,
  },
  'Tus-Resumable': { description: 'The version of tus', schema: tus },
  'Upload-Expires': { description: 'When the upload expires, as an HTTP date', schema: text },
  'Upload-Length': { description: 'Bytes of the whole file', schema: count },
  'Upload-Offset': { description: 'Bytes received so far', schema: count },
  'X-Unread': {
    description: 'The number of unread notifications, at most 200',
    schema: count,
  },
  'X-Next-Cursor': { description: 'Cursor of the next page. Omitted on the last one', schema: text },
};
