import type { FastifyRequest } from 'fastify';
import { MediaRejection } from '#server/adapters/media/rejection.ts';
import { fail } from '../errors.ts';
import { readParts } from './form-parts.ts';
import { createSemaphore } from '../semaphore.ts';
import { msg } from '#contract/text/message.ts';

/** Pictures of 40 million pixels take memory: two at a time. */
const semaphore = createSemaphore(
  2,
  30,
  msg('The server is busy processing pictures. Please try again in a moment.'),
);

/** The one picture of a form, in its field `file`: 400 without one, 413 above `maxBytes` bytes, 415 for another kind of body. */
export async function readImage(request: FastifyRequest, maxBytes: number): Promise<Buffer> {
  if (!request.isMultipart())
    throw fail(415, 'WRONG_MEDIA_TYPE', 'Please send the image as multipart/form-data.');
  for await (const part of readParts(request, { fileSize: maxBytes, files: 1 })) {
    if (part.type !== 'file') continue;
    if (part.fieldname !== 'file') break;
    const chunks: Buffer[] = [];
    for await (const chunk of part.file) chunks.push(chunk as Buffer);
    if (part.file.truncated)
      throw fail(
        413,
        'TOO_LARGE',
        msg`Please choose an image up to ${Math.floor(maxBytes / 1024 / 1024)} MB.`,
      );
    if (!chunks.length)
      throw fail(400, 'INVALID_INPUT', 'The image is empty.', { fields: { file: 'The image is empty.' } });
    return Buffer.concat(chunks);
  }
  throw fail(400, 'INVALID_INPUT', 'Please choose an image.', {
    fields: { file: 'Please choose an image.' },
  });
}

/** Processes an untrusted image when a slot is free; throws 415 for one that is damaged or not an image. */
export async function workOnImage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await semaphore(work);
  } catch (error) {
    if (error instanceof MediaRejection)
      throw fail(415, 'NOT_AN_IMAGE', error.text, { fields: { file: error.text } });
    throw error;
  }
}
