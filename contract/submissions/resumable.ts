import { z } from 'zod';
import { endpoint, type Endpoint } from '../endpoint.ts';

/**
 * tus 1.0.0 with creation, termination, expiration (https://tus.io/protocols/resumable-upload). Metadata as in
 * `UploadFields`; answers about a whole upload carry `Submission-Id`. Create by POST here; the rest at `Location`.
 */
export const RESUMABLE_PATH = '/api/submissions/resumable';

const UploadParams = z.object({
  upload: z.string().regex(/^[a-z0-9]{20,40}$/, "This upload doesn't exist."),
});

const STATE_HEADERS: Endpoint['answerHeaders'] = [
  'Tus-Resumable',
  'Upload-Offset',
  'Upload-Length',
  'Upload-Expires',
  'Submission-Id',
];

/** Part of the submissions' endpoints. */
export const resumableEndpoints = {
  resumableCreate: endpoint({
    method: 'POST',
    path: RESUMABLE_PATH,
    errors: 'text',
    errorStatuses: [412],
    access: 'creator',
    scope: 'UPLOAD',
    consumes: 'application/offset+octet-stream',
    headers: ['Tus-Resumable', 'Upload-Length', 'Upload-Metadata'],
    answerHeaders: ['Tus-Resumable', 'Location', 'Upload-Offset', 'Upload-Expires'],
    status: 201,
    summary: 'Start a resumable upload (tus): Upload-Length, Upload-Metadata. Location is its URL',
  }),
  resumableState: endpoint({
    method: 'GET',
    path: `${RESUMABLE_PATH}/{upload}`,
    errorStatuses: [412],
    access: 'creator',
    scope: 'UPLOAD',
    params: UploadParams,
    headers: ['Tus-Resumable'],
    answerHeaders: STATE_HEADERS,
    summary:
      'The progress of a resumable upload (tus, also by HEAD): Upload-Offset, Upload-Length, Submission-Id',
  }),
  resumableAppend: endpoint({
    method: 'PATCH',
    path: `${RESUMABLE_PATH}/{upload}`,
    errorStatuses: [412],
    access: 'creator',
    scope: 'UPLOAD',
    params: UploadParams,
    consumes: 'application/offset+octet-stream',
    headers: ['Tus-Resumable', 'Upload-Offset'],
    answerHeaders: ['Tus-Resumable', 'Upload-Offset', 'Upload-Expires', 'Submission-Id'],
    summary: 'Append bytes to a resumable upload (tus) at Upload-Offset. The last ones create the submission',
  }),
  resumableOverride: endpoint({
    method: 'POST',
    path: `${RESUMABLE_PATH}/{upload}`,
    access: 'creator',
    scope: 'UPLOAD',
    params: UploadParams,
    consumes: 'application/offset+octet-stream',
    headers: ['Tus-Resumable', 'X-HTTP-Method-Override'],
    answerHeaders: STATE_HEADERS,
    summary:
      "PATCH, HEAD or DELETE (tus) by X-HTTP-Method-Override, for proxies that don't allow those methods",
  }),
  resumableEnd: endpoint({
    method: 'DELETE',
    path: `${RESUMABLE_PATH}/{upload}`,
    errorStatuses: [412],
    access: 'creator',
    scope: 'UPLOAD',
    params: UploadParams,
    headers: ['Tus-Resumable'],
    answerHeaders: ['Tus-Resumable'],
    summary: 'Cancel a resumable upload (tus)',
  }),
};
