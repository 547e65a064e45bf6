import { MAX_CHAPTERS, chaptersOfDescription } from '#contract/captions/chapters.ts';
import { captions, type Chapter, type Transcript } from '#contract/captions/captions.ts';
import { plainCueText, speakerOf, writeCues, type CaptionFormat } from '#contract/captions/cues.ts';
import { nameOfLanguage } from '#contract/captions/caption-languages.ts';
import { toCaption, tracksKey, type Caption } from '#contract/captions/tracks.ts';
import type { Context } from '#server/app/context.ts';
import { fail, notFound } from '#server/app/http/errors.ts';
import type { Routes } from '#server/app/http/handle.ts';
import type { User } from '#server/app/http/sessions.ts';
import { tokenOf, trackName } from './captions.actions.ts';
import { toCue } from './captions.rows.ts';
import { findCaptioned, findReadable, findTrack, listTracks, type Captioned } from './captions.store.ts';

const TYPES: Record<CaptionFormat, string> = {
  vtt: 'text/vtt; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
};

/** What everybody reads who sees a clip. Whatever changes the clip or its tracks drops the tag `videos`. */
export const publicRoutes: Routes = (route) => {
  route.cached(captions.list, ['videos'], ({ ctx, params }) => list(ctx, params.id, null), {
    live: ({ ctx, params, user }) => list(ctx, params.id, user),
  });

  route.cached(
    captions.transcript,
    ['videos'],
    ({ ctx, params, query }) => readTranscript(ctx, params.id, query.language, null),
    { live: ({ ctx, params, query, user }) => readTranscript(ctx, params.id, query.language, user) },
  );

  route.cached(
    captions.chapters,
    ['videos'],
    ({ ctx, params, query }) => readChapters(ctx, params.id, query.language, null),
    { live: ({ ctx, params, query, user }) => readChapters(ctx, params.id, query.language, user) },
  );

  route(captions.track, async ({ ctx, params, query, user, request, reply }) => {
    const { token, format } = query;
    const name = trackName(params.id, params.language, query.kind);
    reply.header('cross-origin-resource-policy', 'cross-origin');
    const isSigned = token !== undefined && (await ctx.signedUrls.opens(token, tracksKey(name.videoId)));
    if (isSigned || user !== null) {
      const video = await findCaptioned(ctx.db, name.videoId, isSigned ? {} : { viewer: user });
      if (video && !video.isOpen) {
        const cues = (await findTrack(ctx.db, name, 'published'))?.cues;
        if (!cues) throw notFound('This track');
        const text = writeCues(
          cues.map((cue) => toCue(cue)),
          format,
        );
        return reply.type(TYPES[format]).header('cache-control', 'private, no-cache').send(text);
      }
    }
    const answer = await ctx.cache.get(`track ${JSON.stringify([name, format])}`, ['videos'], async () => {
      const video = await findCaptioned(ctx.db, name.videoId);
      const track = video?.isOpen ? await findTrack(ctx.db, name, 'published') : null;
      if (!track) throw notFound('This track');
      return {
        body: writeCues(
          track.cues.map((cue) => toCue(cue)),
          format,
        ),
        headers: {},
      };
    });
    return route.sendKept(request, reply, answer, TYPES[format]);
  });
};

/** A clip that this person may see; throws 404. */
async function open(ctx: Context, id: number, user: User | null): Promise<Captioned> {
  const video = await findCaptioned(ctx.db, id, { viewer: user });
  if (!video) throw fail(404, 'NOT_FOUND', 'Video not found');
  return video;
}

async function list(ctx: Context, id: number, user: User | null): Promise<Caption[]> {
  const video = await open(ctx, id, user);
  const rows = await listTracks(ctx.db, id);
  return rows
    .filter(({ state }) => state === 'PUBLISHED')
    .map(({ language, kind, words, is_default: isDefault }) =>
      toCaption(id, { language, kind, words, isDefault }, tokenOf(ctx, video)),
    );
}

async function readTranscript(
  ctx: Context,
  id: number,
  language: string | undefined,
  user: User | null,
): Promise<Transcript> {
  await open(ctx, id, user);
  const track = await findReadable(ctx.db, id, { language, chapters: false });
  if (!track) return { language: null, label: null, lines: [] };
  return {
    language: track.language,
    label: nameOfLanguage(track.language),
    lines: track.cues.map(([start, end, text]) => ({
      start: start / 1000,
      end: end / 1000,
      text: plainCueText(text),
      speaker: speakerOf(text),
    })),
  };
}

async function readChapters(
  ctx: Context,
  id: number,
  language: string | undefined,
  user: User | null,
): Promise<Chapter[]> {
  const video = await open(ctx, id, user);
  const track = await findReadable(ctx.db, id, { language, chapters: true });
  if (!track) return chaptersOfDescription(video.description, (video.durationMs ?? 0) / 1000);
  return track.cues
    .slice(0, MAX_CHAPTERS)
    .map(([start, end, text]) => ({ start: start / 1000, end: end / 1000, title: plainCueText(text) }));
}
