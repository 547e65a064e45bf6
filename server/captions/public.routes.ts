import { MAX_CHAPTERS, chaptersOfDescription } from '#contract/captions/chapters.ts';
import { captions, type Chapter, type Transcript } from '#contract/captions/captions.ts';
import {
  newTextOf,
  plainCueText,
  speakerOf,
  writeCues,
  type CaptionFormat,
} from '#contract/captions/cues.ts';
import { nameOfLanguage } from '#contract/captions/caption-languages.ts';
import { toShown } from '#contract/submissions/edit-times.rules.ts';
import { toCaption, tracksKey, type Caption } from '#contract/captions/tracks.ts';
import type { Context } from '#server/app/context.ts';
import { fail, notFound } from '#server/app/http/errors.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { JsonText } from '#server/app/http/page.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { tokenOf, trackName } from './captions.actions.ts';
import { toCue } from './captions.rows.ts';
import {
  findCaptioned,
  findReadable,
  findTrack,
  listTracks,
  type Captioned,
  type TrackName,
} from './captions.store.ts';

const TYPES: Record<CaptionFormat, string> = {
  vtt: 'text/vtt; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
};

/**
 * Captions for everyone who can see the video. Any change to the video or its tracks drops the tag `videos`.
 */
export const publicRoutes: Routes = (route) => {
  route.cached(captions.list, ['videos'], ({ ctx, params, user }) => list(ctx, params.id, user));

  route.cached(captions.transcript, ['videos'], async ({ ctx, params, query, user }) => {
    const video = await open(ctx, params.id, user);
    const read = () => readTranscript(ctx, video, query.language);
    return user ? readOnce(ctx, ['transcript', video.id, query.language], read) : read();
  });

  route.cached(captions.chapters, ['videos'], async ({ ctx, params, query, user }) => {
    const video = await open(ctx, params.id, user);
    const read = () => readChapters(ctx, video, query.language);
    return user ? readOnce(ctx, ['chapters', video.id, query.language], read) : read();
  });

  route(captions.track, async ({ ctx, params, query, user, request, reply }) => {
    const { token, format } = query;
    const name = trackName(params.id, params.language, query.kind);
    const make = (video: Captioned) => writeTrack(ctx, video, name, format);
    reply.header('cross-origin-resource-policy', 'cross-origin');
    const isSigned = token !== undefined && (await ctx.signedUrls.opens(token, tracksKey(name.videoId)));
    if (isSigned || user !== null) {
      const video = await findCaptioned(ctx.db, name.videoId, isSigned ? {} : { viewer: user });
      if (video && !video.isOpen) {
        reply.type(TYPES[format]).header('cache-control', 'private, no-cache');
        return reply.send(await makeOnce(ctx, [name, format], () => make(video)));
      }
    }
    const answer = await ctx.cache.get(`track ${JSON.stringify([name, format])}`, ['videos'], async () => {
      const video = await findCaptioned(ctx.db, name.videoId);
      if (!video?.isOpen) throw notFound('This track');
      return { body: await make(video), headers: {} };
    });
    return route.sendFromCache(request, reply, answer, TYPES[format]);
  });
};

/** Cached data of a restricted video, shared by everyone with access: the caller has already checked it. */
async function readOnce(ctx: Context, key: unknown[], read: () => Promise<unknown>): Promise<JsonText> {
  return new JsonText(await makeOnce(ctx, key, async () => JSON.stringify(await read())));
}

async function makeOnce({ cache }: Context, key: unknown[], make: () => Promise<string>): Promise<string> {
  const parts = async () => ({ body: await make(), headers: {} });
  return (await cache.get(`not for all ${JSON.stringify(key)}`, ['videos'], parts)).body.toString();
}

async function writeTrack(
  { db }: Context,
  { cut }: Captioned,
  name: TrackName,
  format: CaptionFormat,
): Promise<string> {
  const track = await findTrack(db, name, 'published');
  if (!track) throw notFound('This track');
  return writeCues(
    toShown(
      track.cues.map((cue) => toCue(cue)),
      cut,
    ),
    format,
  );
}

/** A video that this person may see; throws 404. */
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
  { db }: Context,
  { id, cut }: Captioned,
  language: string | undefined,
): Promise<Transcript> {
  const track = await findReadable(db, id, { language, chapters: false });
  if (!track) return { language: null, label: null, lines: [] };
  const cues = toShown(
    track.cues.map((cue) => toCue(cue)),
    cut,
  );
  const texts = newTextOf(cues);
  return {
    language: track.language,
    label: nameOfLanguage(track.language),
    lines: cues
      .map(({ start, end, text }, at) => ({ start, end, text: texts[at] ?? '', speaker: speakerOf(text) }))
      .filter(({ text }) => text !== ''),
  };
}

async function readChapters(
  { db }: Context,
  { id, description, originalMs, cut }: Captioned,
  language: string | undefined,
): Promise<Chapter[]> {
  const track = await findReadable(db, id, { language, chapters: true });
  if (!track) return toShown(chaptersOfDescription(description, (originalMs ?? 0) / 1000), cut);
  return toShown(
    track.cues.map((cue) => toCue(cue)),
    cut,
  )
    .slice(0, MAX_CHAPTERS)
    .map(({ start, end, text }) => ({ start, end, title: plainCueText(text) }));
}
