import { z } from 'zod';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RESUMABLE_PATH } from '#contract/submissions/resumable.ts';
import { MAX_UPLOAD, UploadFields, submissions } from '#contract/submissions/submissions.ts';
import { msg } from '#contract/text/message.ts';
import type { Context } from '#server/app/context.ts';
import { fail, notFound } from '#server/app/http/errors.ts';
import { drain } from '#server/app/http/files/form-parts.ts';
import type { Call, Routes } from '#server/app/http/handle.ts';
import { parseAs } from '#server/app/http/invalid-input.ts';
import { requireCategory } from '#server/app/http/known-category.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { requireAllowed } from '#server/tags/tags.actions.ts';
import { endWhenStalled, explainWrite, tooLarge } from './incoming.ts';
import { changeOfReplaced } from './replacement.actions.ts';
import { requireSpace } from './quota.ts';
import { randomName, removeQuietly } from './receive.actions.ts';
import { completeUpload, storePieces } from './resumable.actions.ts';
import { beginUpload } from './uploads.actions.ts';
import { deleteUpload, findUpload, RETENTION_HOURS } from './uploads.store.ts';

/*
 * tus 1.0.0. Our own implementation, because uploads must continue on any process of a site and survive restarts:
 * received bytes are in the store piece by piece, and the row has the offset. Nothing is locked; the offset decides
 * which request may continue.
 */
const TUS = { 'tus-resumable': '1.0.0', 'cache-control': 'no-store' };

export const resumableRoutes: Routes = (route) => {
  route.app.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null));
  route.app.addHook('onRequest', async (request, reply) => rejectOtherTypes(request, reply));

  for (const url of [RESUMABLE_PATH, `${RESUMABLE_PATH}/:upload`]) {
    route.app.options(url, async (_request, reply) =>
      reply
        .code(204)
        .headers({
          ...TUS,
          'tus-version': '1.0.0',
          'tus-extension': 'creation,termination,expiration',
          'tus-max-size': String(MAX_UPLOAD),
        })
        .send(),
    );
  }

  route(submissions.resumableCreate, async ({ ctx, request, reply, user }) => {
    checkVersion(request, reply);
    ctx.rateLimits.require('upload', String(user.id));
    const total = readCount(request, 'upload-length');
    if (total > MAX_UPLOAD) throw tooLarge();
    if (total === 0) throw fail(400, 'INVALID_INPUT', 'The file is empty. Please choose the video again.');
    const metadata = readMetadata(String(request.headers['upload-metadata'] ?? ''));
    const replaced = /^[1-9]\d{0,15}$/.test(metadata['replaces'] ?? '') ? Number(metadata['replaces']) : null;
    const fields =
      replaced === null ? metadata : { ...metadata, ...(await changeOfReplaced(ctx, user, replaced)) };
    const { category, tags } = parseAs(UploadFields, fields);
    requireCategory(ctx, 'videos', category);
    await requireAllowed(ctx.db, tags, 400);
    await requireSpace(ctx, total * 2);
    const id = randomName(ctx);
    const now = new Date(ctx.clock.now());
    const upload = { id, userId: user.id, total, bytes: total, fields, parts: [], now };
    await beginUpload(ctx, upload);
    return reply
      .code(201)
      .headers({
        ...TUS,
        location: `${RESUMABLE_PATH}/${id}`,
        'upload-expires': expires(now),
        'upload-offset': '0',
      })
      .send();
  });

  route(submissions.resumableState, async (call) => sendState(call, call.request.method));
  route(submissions.resumableAppend, takeBytes);
  route(submissions.resumableEnd, abandon);
  route(submissions.resumableOverride, async (call) => {
    const method = String(call.request.headers['x-http-method-override'] ?? '').toUpperCase();
    if (method === 'PATCH') return takeBytes(call);
    if (method === 'HEAD') return sendState(call, method);
    if (method === 'DELETE') return abandon(call);
    throw fail(400, 'INVALID_INPUT', 'The header X-HTTP-Method-Override must be PATCH, HEAD or DELETE.');
  });
};

type TusCall = Pick<Call<typeof submissions.resumableState>, 'ctx' | 'params' | 'request' | 'reply' | 'user'>;

async function sendState({ ctx, params, request, reply, user }: TusCall, method: string) {
  checkVersion(request, reply);
  const upload = await findUpload(ctx.db, params.upload, user.id);
  if (!upload) throw notFound('This upload');
  // a process died between the last byte and completion: no client would send another byte
  const isWhole = upload.video_id === null && upload.bytes_received === upload.bytes_total;
  const videoId = isWhole ? await completeUpload(ctx, params.upload, user) : upload.video_id;
  return reply
    .code(method === 'HEAD' ? 200 : 204)
    .headers({
      ...TUS,
      'upload-offset': String(upload.bytes_received),
      'upload-length': String(upload.bytes_total),
      'upload-expires': upload.expires_at.toUTCString(),
      'upload-metadata': writeMetadata(upload.fields),
      ...submissionHeader(videoId),
    })
    .send();
}

async function takeBytes({ ctx, params, request, reply, user }: TusCall) {
  try {
    endWhenStalled(request);
    checkVersion(request, reply);
    const { offset, videoId } = await append(ctx, request, params.upload, user);
    return reply
      .code(204)
      .headers({
        ...TUS,
        'upload-offset': String(offset),
        'upload-expires': expires(new Date(ctx.clock.now())),
        ...submissionHeader(videoId),
      })
      .send();
  } catch (error) {
    reply.headers(TUS);
    drain(request);
    throw explainWrite(error);
  }
}

async function abandon({ ctx, params, request, reply, user }: TusCall) {
  checkVersion(request, reply);
  const upload = await findUpload(ctx.db, params.upload, user.id);
  if (!upload) throw notFound('This upload');
  const parts = await deleteUpload(ctx.db, params.upload);
  await removeQuietly(ctx, parts);
  return reply.code(204).headers(TUS).send();
}

/** Before another parser rejects the content type. */
function rejectOtherTypes({ headers, routeOptions }: FastifyRequest, reply: FastifyReply): void {
  const { endpoint } = routeOptions.config;
  if (endpoint !== submissions.resumableAppend && endpoint !== submissions.resumableOverride) return;
  const hasBody = Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
  if (!hasBody || isBytes(headers['content-type'])) return;
  reply.headers(TUS);
  throw wrongType();
}

const isBytes = (type = '') => /^application\/offset\+octet-stream\b/i.test(type);
const wrongType = () =>
  fail(415, 'WRONG_MEDIA_TYPE', 'Please send the bytes as application/offset+octet-stream.');

async function append(
  ctx: Context,
  request: FastifyRequest,
  id: string,
  user: User,
): Promise<{ offset: number; videoId: number | null }> {
  if (!isBytes(request.headers['content-type'])) throw wrongType();
  const upload = await findUpload(ctx.db, id, user.id);
  if (!upload?.bytes_total) throw notFound('This upload');
  const from = readCount(request, 'upload-offset');
  if (from !== upload.bytes_received)
    throw fail(409, 'WRONG_OFFSET', msg`The upload continues at byte ${String(upload.bytes_received)}.`);
  const maxBytes = upload.bytes_total - from;
  if (Number(request.headers['content-length'] ?? 0) > maxBytes)
    throw fail(413, 'TOO_LARGE', 'This exceeds the declared upload size.');
  // the rest, and all of it once more when the pieces are joined
  if (upload.video_id === null) await requireSpace(ctx, maxBytes + upload.bytes_total);
  const offset =
    upload.video_id === null ? await storePieces(ctx, { id, from, maxBytes, source: request.raw }) : from;
  if (offset < upload.bytes_total) return { offset, videoId: null };
  return { offset, videoId: upload.video_id ?? (await completeUpload(ctx, id, user)) };
}

function checkVersion(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ ...TUS, 'tus-version': '1.0.0' });
  if (request.headers['tus-resumable'] !== '1.0.0')
    throw fail(412, 'WRONG_VERSION', 'Please use tus 1.0.0 (header Tus-Resumable).');
}

function readCount(request: FastifyRequest, header: string): number {
  const text = String(request.headers[header] ?? '');
  if (!/^\d{1,15}$/.test(text))
    throw fail(400, 'INVALID_INPUT', msg`The header ${header} must be a whole number from 0.`);
  return Number(text);
}

/** `name base64,name base64,…`; a name alone has an empty value. */
function readMetadata(header: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const pair of header
    .split(',')
    .filter((one) => one.trim())
    .slice(0, 40)) {
    const [name = '', value = ''] = pair.trim().split(/\s+/);
    fields[name] = Buffer.from(value, 'base64').toString('utf8');
  }
  return fields;
}

/** As the client sent it: each name with its value in base64. */
function writeMetadata(fields: unknown): string {
  return Object.entries(Metadata.parse(fields))
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`.trimEnd())
    .join(',');
}

const Metadata = z.record(z.string(), z.string());

const submissionHeader = (videoId: number | null) =>
  videoId === null ? {} : { 'submission-id': String(videoId) };
const expires = (now: Date) => new Date(now.getTime() + RETENTION_HOURS * 3600 * 1000).toUTCString();
