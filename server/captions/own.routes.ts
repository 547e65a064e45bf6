import type { FastifyRequest } from 'fastify';
import { CaptionsFields, MAX_CAPTIONS, captions } from '#contract/captions/captions.ts';
import { msg } from '#contract/text/message.ts';
import type { Context } from '#server/app/context.ts';
import { fail } from '#server/app/http/errors.ts';
import { readParts } from '#server/app/http/files/form-parts.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { parseAs } from '#server/app/http/invalid-input.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import {
  importCaptionsFile,
  checkMayChange,
  deleteTrack,
  listOwnTracks,
  publishDraft,
  readCues,
  saveCues,
  trackName,
} from './captions.actions.ts';
import { requestTranscription, readTranscription } from './transcription.actions.ts';
import { readWaveform } from './waveform.actions.ts';

interface OwnCall {
  ctx: Context;
  params: { id: number };
  user: User;
}

const guardChange = async ({ ctx, params, user }: OwnCall): Promise<true> => {
  await checkMayChange(ctx, user, params.id);
  return true;
};

const guardContent = (call: OwnCall): Promise<true> => {
  call.ctx.rateLimits.require('captions', String(call.user.id));
  return guardChange(call);
};

/** Caption tracks of a creator's own uploads; admins have the same routes for any video. */
export const ownRoutes: Routes = (route) => {
  route(captions.mine, async ({ ctx, params, user }) => listOwnTracks(ctx, user, params.id));

  route(captions.cues, async ({ ctx, params, query, user }) =>
    readCues(ctx, user, trackName(params.id, params.language, query.kind)),
  );

  route(
    captions.bring,
    async ({ ctx, params, user, request }) =>
      importCaptionsFile(ctx, user, params.id, await readForm(request)),
    guardContent,
  );

  route(
    captions.save,
    async ({ ctx, params, query, body, user }) =>
      saveCues(ctx, user, { name: trackName(params.id, params.language, body.kind ?? query.kind), body }),
    guardContent,
  );

  route(
    captions.publish,
    async ({ ctx, params, query, user }) =>
      publishDraft(ctx, user, trackName(params.id, params.language, query.kind)),
    guardChange,
  );

  route(
    captions.remove,
    async ({ ctx, params, query, user }) =>
      deleteTrack(ctx, user, {
        name: trackName(params.id, params.language, query.kind),
        which: query.draft ? 'draft' : 'all',
      }),
    guardChange,
  );

  route(captions.transcription, async ({ ctx, params, user }) => readTranscription(ctx, user, params.id));

  route(
    captions.transcribe,
    async ({ ctx, params, body, user }) => requestTranscription(ctx, user, params.id, body.language ?? null),
    guardChange,
  );

  route(captions.waveform, async ({ ctx, params, user }) => readWaveform(ctx, user, params.id));
};

const NO_FILE = msg('Please choose a caption file.');

/** The file and the fields beside it: 400 without one, 413 above 1 MB, 415 for another kind of body. */
async function readForm(request: FastifyRequest) {
  if (!request.isMultipart())
    throw fail(415, 'WRONG_MEDIA_TYPE', 'Please send the captions as multipart/form-data.');
  const textFields: Record<string, string> = {};
  let file: Buffer | null = null;
  for await (const part of readParts(request, { fileSize: MAX_CAPTIONS, files: 1 })) {
    if (part.type === 'field') textFields[part.fieldname] = String(part.value);
    else if (part.fieldname === 'file') {
      const chunks: Buffer[] = [];
      for await (const chunk of part.file) chunks.push(chunk as Buffer);
      if (part.file.truncated)
        throw fail(413, 'TOO_LARGE', 'Please choose a caption file up to 1 MB.', {
          fields: { file: 'Please choose a caption file up to 1 MB.' },
        });
      file = Buffer.concat(chunks);
    } else part.file.resume();
  }
  const fields = parseAs(CaptionsFields, textFields);
  if (!file) throw fail(400, 'INVALID_INPUT', NO_FILE, { fields: { file: NO_FILE } });
  return { file, fields };
}
