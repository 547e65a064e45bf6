import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { MAX_THUMBNAIL, MAX_UPLOAD, UploadFields, submissions } from '#contract/submissions/submissions.ts';
import { ThumbnailForm } from '#contract/submissions/thumbnail.ts';
import { studio } from '#contract/submissions/studio.ts';
import { msg } from '#contract/text/message.ts';
import { workOnImage } from '#server/app/http/files/image-upload.ts';
import { MediaRejection } from '#server/adapters/media/rejection.ts';
import type { Stored } from '#server/adapters/storage/storage.ts';
import type { Context } from '#server/app/context.ts';
import { fail, HttpError } from '#server/app/http/errors.ts';
import { drain, readParts } from '#server/app/http/files/form-parts.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { parseAs } from '#server/app/http/invalid-input.ts';
import { requireCategory } from '#server/app/http/known-category.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { requireAllowed } from '#server/tags/tags.actions.ts';
import { findPictures } from './change.store.ts';
import { frameName } from './edit/frames.rules.ts';
import { checkIncoming, endWhenStalled, tooLarge } from './incoming.ts';
import { enforceSpace } from './quota.ts';
import { withdrawReplacement, changeOfReplaced } from './replacement.actions.ts';
import { getSubmission } from './submissions.store.ts';
import { checkThumbnailChange, readCandidate, replaceThumbnail } from './thumbnail.actions.ts';
import { takeUpload, type UploadForm } from './uploads.actions.ts';

const FrameForm = ThumbnailForm.pick({ thumbnailAt: true }).required();

/** What a form may weigh beside its video. */
const BESIDE = MAX_THUMBNAIL + (1 << 20);

export const uploadRoutes: Routes = (route) => {
  route(submissions.upload, async ({ ctx, request, user }) => {
    try {
      endWhenStalled(request);
      ctx.rateLimits.require('upload', String(user.id));
      const size = Number(request.headers['content-length'] ?? 0);
      if (!request.isMultipart())
        throw fail(415, 'WRONG_MEDIA_TYPE', 'Please send the video as multipart/form-data.');
      if (size > MAX_UPLOAD + BESIDE) throw tooLarge();
      return await getSubmission(ctx.db, ctx.signedUrls, await receiveUpload(ctx, request, user), user);
    } catch (error) {
      drain(request);
      throw asHttpError(error);
    }
  });

  route(studio.replaceFile, async ({ ctx, request, params, user }) => {
    const given = await changeOfReplaced(ctx, user, params.id);
    try {
      endWhenStalled(request);
      ctx.rateLimits.require('upload', String(user.id));
      if (!request.isMultipart())
        throw fail(415, 'WRONG_MEDIA_TYPE', 'Please send the video as multipart/form-data.');
      if (Number(request.headers['content-length'] ?? 0) > MAX_UPLOAD + BESIDE) throw tooLarge();
      await receiveUpload(ctx, request, user, given);
      return await getSubmission(ctx.db, ctx.signedUrls, params.id, user);
    } catch (error) {
      drain(request);
      throw asHttpError(error);
    }
  });
  route(studio.withdrawFile, async ({ ctx, params, user }) => withdrawReplacement(ctx, user, params.id));

  route(submissions.thumbnail, async ({ ctx, request, params, user }) => {
    checkThumbnailChange(await findPictures(ctx.db, params.id), user);
    if (!request.isMultipart())
      throw fail(415, 'WRONG_MEDIA_TYPE', 'Please send the thumbnail as multipart/form-data.');
    try {
      let image: Buffer | null = null;
      let frame: string | null = null;
      for await (const part of readParts(request)) {
        if (part.type === 'file')
          image = part.fieldname === 'thumbnail' ? await readThumbnail(ctx, part) : skip(part);
        else if (part.fieldname === 'candidate')
          ({ image, frame } = await readCandidate(ctx, params.id, Number(readField(part))));
        else if (part.fieldname === 'thumbnailAt')
          frame = frameName(parseAs(FrameForm, { thumbnailAt: readField(part) }).thumbnailAt, null);
      }
      if (!image)
        throw fail(400, 'INVALID_INPUT', 'Please choose a picture.', {
          fields: { thumbnail: 'Please choose a picture.' },
        });
      await replaceThumbnail(ctx, params.id, user, { image, frame });
      return await getSubmission(ctx.db, ctx.signedUrls, params.id, user);
    } catch (error) {
      drain(request);
      throw asHttpError(error);
    }
  });
};

/** `given`: fields that are not part of the form. */
async function receiveUpload(
  ctx: Context,
  request: FastifyRequest,
  user: User,
  given: Record<string, string> = {},
): Promise<number> {
  let read = false;
  const sender = {
    userId: user.id,
    length: Number(request.headers['content-length'] ?? MAX_UPLOAD),
    idempotencyKey: readIdempotencyKey(request),
  };
  const videoId = await takeUpload(ctx, sender, (key) => {
    read = true;
    return readForm(ctx, request, key, given);
  });
  // it exists already, so the request body was never read
  if (!read) drain(request);
  return videoId;
}

/** What a sender calls this upload, so that trying again after a lost answer makes no second item. */
function readIdempotencyKey({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (!/^[\w-]{8,100}$/.test(String(key)))
    throw fail(400, 'INVALID_INPUT', 'The header Idempotency-Key must be 8 to 100 letters, digits, _ or -.');
  return String(key);
}

async function readForm(
  ctx: Context,
  request: FastifyRequest,
  videoKey: string,
  given: Record<string, string>,
): Promise<UploadForm> {
  const textFields: Record<string, string> = {};
  let stored: Stored | null = null;
  let thumbnail: Buffer | null = null;
  for await (const part of readParts(request, { fileSize: MAX_UPLOAD + 1 })) {
    if (part.type === 'field') textFields[part.fieldname] = readField(part);
    else if (part.fieldname === 'file' && !stored) stored = await storeVideo(ctx, request, part, videoKey);
    else if (part.fieldname === 'thumbnail') thumbnail = await readThumbnail(ctx, part);
    else skip(part);
  }
  const fields = parseAs(UploadFields, { ...textFields, ...given });
  requireCategory(ctx, 'videos', fields.category);
  await requireAllowed(ctx.db, fields.tags, 400);
  if (!stored)
    throw fail(400, 'INVALID_INPUT', 'Please choose a video.', {
      fields: { file: 'Please choose a video.' },
    });
  return { fields, stored, thumbnail };
}

function readField(part: Multipart & { type: 'field' }): string {
  if (part.valueTruncated)
    throw fail(413, 'TOO_LARGE', msg`The field ${part.fieldname.slice(0, 40)} is too long.`);
  return String(part.value);
}

async function storeVideo(
  ctx: Context,
  request: FastifyRequest,
  part: MultipartFile,
  key: string,
): Promise<Stored> {
  // the parser doesn't report a file whose sender disconnected
  const abort = () => part.file.destroy(fail(400, 'GONE_AWAY', 'The upload was interrupted.'));
  request.raw.once('aborted', abort);
  try {
    const upload = enforceSpace(ctx, checkIncoming(part.file as AsyncIterable<Buffer>));
    return await ctx.storage.write(key, upload, { ownsBuffers: true });
  } finally {
    request.raw.off('aborted', abort);
  }
}

/** Null for an empty field; throws unless it truly is a picture. */
async function readThumbnail({ media }: Context, part: MultipartFile): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_THUMBNAIL) throw fail(413, 'TOO_LARGE', 'The thumbnail must be under 5MB.');
    chunks.push(chunk);
  }
  if (size === 0) return null;
  const image = Buffer.concat(chunks);
  await workOnImage(() => media.checkPicture(image));
  return image;
}

function skip(part: MultipartFile): null {
  part.file.resume();
  return null;
}

function asHttpError(error: unknown): unknown {
  if (error instanceof HttpError) return error;
  if (error instanceof MediaRejection) return fail(415, 'NOT_A_PICTURE', error.text);
  if (error instanceof Error && 'code' in error && /^FST_|PREMATURE/.test(String(error.code)))
    return explainParser(error as Error & { code: string });
  return error instanceof Error && /Unexpected end|Malformed|Multipart|boundary/i.test(error.message)
    ? fail(400, 'INVALID_INPUT', "Couldn't read the form.")
    : error;
}

function explainParser(error: Error & { code: string }): HttpError {
  return /LIMIT|TOO_LARGE/.test(error.code)
    ? fail(413, 'TOO_LARGE', 'The form is too large.')
    : fail(400, 'INVALID_INPUT', "Couldn't read the form.");
}
