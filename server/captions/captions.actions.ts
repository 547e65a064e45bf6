import { withCharacters } from '#server/adapters/captions/named-characters.ts';
import { BrokenFile } from '#server/adapters/untrusted/faults.ts';
import { parseUntrusted } from '#server/adapters/untrusted/parse-untrusted.ts';
import {
  MAX_TRACKS,
  type CaptionsBody,
  type CaptionsFields,
  type OwnTrack,
  type TakenFileAnswer,
  type TrackCuesAnswer,
} from '#contract/captions/captions.ts';
import { toOriginal, toShown } from '#contract/submissions/edit-times.rules.ts';
import { MAX_CUES, cleanCueText, cleanSettings, newTextOf, plainCueText } from '#contract/captions/cues.ts';
import { tracksKey, type CaptionKind } from '#contract/captions/tracks.ts';
import { msg } from '#contract/text/message.ts';
import type { z } from 'zod';
import { audit } from '#server/app/database/audit.ts';
import type { Context } from '#server/app/context.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import { fail, notFound } from '#server/app/http/errors.ts';
import { isAdmin } from '#server/app/http/callers/roles.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { notify } from '#server/notifications/notify.actions.ts';
import { publishLater } from '#server/videos/publish.actions.ts';
import {
  wordCountOf,
  inSlices,
  spokenOf,
  toCue,
  toOwnTrack,
  toStored,
  type EditedCue,
} from './captions.rows.ts';
import { checkCues, checkLengths, describeDropped, describeHints, lastMsOf } from './captions.rules.ts';
import {
  countTracks,
  findCaptioned,
  findTrack,
  ensureDefaultTrack,
  listTracks,
  updateSpoken,
  updateVideoTracks,
  putTrack,
  removeTrack,
  type Captioned,
  type TrackName,
} from './captions.store.ts';

const SHOWN_BEFORE_IT_IS_TAKEN = 5;

/** Throws 404 unless this person may see the upload's tracks. */
export function checkOwner(video: Captioned | null, user: User): asserts video {
  if (!video || !(isAdmin(user) || video.uploaderId === user.id)) throw notFound('This submission');
}

function checkChange(video: Captioned | null, user: User): asserts video {
  checkOwner(video, user);
  if (video.isArchived)
    throw fail(409, 'WRONG_STATE', 'This video is archived. An administrator must restore it first.');
}

/** Throws 404 or 409 before the body is read. */
export async function checkMayChange({ db }: Context, user: User, id: number): Promise<void> {
  checkChange(await findCaptioned(db, id), user);
}

export const tokenOf = ({ signedUrls }: Context, video: Captioned): string | undefined =>
  video.isOpen ? undefined : signedUrls.token(tracksKey(video.id));

/** The tracks of an upload, each with its draft. */
export async function listOwnTracks(ctx: Context, user: User, id: number): Promise<OwnTrack[]> {
  const video = await findCaptioned(ctx.db, id);
  checkOwner(video, user);
  const rows = await listTracks(ctx.db, id);
  const names = new Set(rows.map(({ language, kind }) => `${language} ${kind}`));
  return [...names].flatMap((name) => {
    const own = rows.filter(({ language, kind }) => `${language} ${kind}` === name);
    return toOwnTrack(id, own, tokenOf(ctx, video)) ?? [];
  });
}

async function readOwnTrack(ctx: Context, video: Captioned, name: TrackName): Promise<OwnTrack> {
  const rows = (await listTracks(ctx.db, video.id)).filter(
    ({ language, kind }) => language === name.language && kind === name.kind,
  );
  const track = toOwnTrack(video.id, rows, tokenOf(ctx, video));
  if (!track) throw notFound('This track');
  return track;
}

/** The cues an editor starts with: the draft's, else the published ones. */
export async function readCues(ctx: Context, user: User, name: TrackName): Promise<TrackCuesAnswer> {
  const video = await findCaptioned(ctx.db, name.videoId);
  checkOwner(video, user);
  const found = (await findTrack(ctx.db, name, 'draft')) ?? (await findTrack(ctx.db, name, 'published'));
  if (!found) throw notFound('This track');
  const cues = toShown(
    found.cues.map((cue) => toCue(cue)),
    video.cut,
  );
  return { ...(await readOwnTrack(ctx, video, name)), cues, hints: describeHints(cues) };
}

/** Imports a file as a track; with `check` it only returns a preview. Throws 404, 409, 422. */
export async function importCaptionsFile(
  ctx: Context,
  user: User,
  id: number,
  { file, fields }: { file: Buffer; fields: z.output<typeof CaptionsFields> },
): Promise<TakenFileAnswer> {
  const video = await findCaptioned(ctx.db, id);
  checkChange(video, user);
  const { language, kind } = fields;
  const name = { videoId: id, language, kind };
  const input = { bytes: file, encoding: fields.encoding, lastMs: lastMsOf(video) };
  const read = await parseUntrusted('captionFile', input, { member: user.id, waits: false }).catch(
    (error: unknown) => {
      if (!(error instanceof BrokenFile)) throw error;
      throw fail(422, 'BROKEN_CAPTIONS', error.text, {
        fields: { file: error.text },
        line: error.line,
      });
    },
  );
  const cues = kind === 'chapters' ? await inSlices(read.cues, asChapter) : read.cues;
  const track =
    fields.check === 'true'
      ? preview(video, name, { words: await wordCountOf(newTextOf(cues), language), now: ctx.clock.now() })
      : await saveTrack(ctx, user, name, async (trx, own) => ({
          cues: await withCutAway(trx, own, name, cues),
          draft: fields.draft === 'true',
          isDefault: fields.isDefault === undefined ? undefined : fields.isDefault === 'true',
        }));
  return {
    ...track,
    encoding: read.encoding,
    format: read.format,
    cues: cues.length,
    beginning: cues.slice(0, SHOWN_BEFORE_IT_IS_TAKEN),
    hints: [...describeDropped(read.dropped), ...describeHints(cues)],
  };
}

const asChapter = ({ start, end, text }: EditedCue): EditedCue => ({
  start,
  end,
  text: cleanCueText(plainCueText(text), 'escape'),
});

/** The preview of a track. */
const preview = (
  { id }: Captioned,
  { language, kind }: TrackName,
  { words, now }: { words: number; now: number },
): OwnTrack => {
  const draft = {
    language,
    kind,
    words,
    state: 'DRAFT' as const,
    is_default: false,
    by_machine: false,
    updated_at: new Date(now),
  };
  return toOwnTrack(id, [draft]) as OwnTrack;
};

/** The cues as an editor sends them. Throws 404, 409, 422. */
export async function saveCues(
  ctx: Context,
  user: User,
  { name, body }: { name: TrackName; body: z.output<typeof CaptionsBody> },
): Promise<TrackCuesAnswer> {
  const { draft = false, isDefault } = body;
  const cues = await inSlices(body.cues, ({ text, settings, ...times }): EditedCue => {
    const known = cleanSettings(settings);
    const cue = {
      ...times,
      text: cleanCueText(withCharacters(text), 'escape'),
      ...(known && { settings: known }),
    };
    return name.kind === 'chapters' ? asChapter(cue) : cue;
  });
  checkLengths(cues);
  if (!draft) checkCues(cues, lastMsOf(await findCaptioned(ctx.db, name.videoId)));
  // players and readers go through them in the order of their beginnings
  const inOrder = cues.toSorted((a, b) => a.start - b.start);
  await saveTrack(ctx, user, name, async (trx, own) => ({
    cues: await withCutAway(trx, own, name, inOrder),
    draft,
    isDefault,
  }));
  return readCues(ctx, user, name);
}

/** Edited cues in the times of the original, together with the stored ones outside the cut. Throws 422. */
async function withCutAway(
  trx: Trx,
  { cut }: Captioned,
  name: TrackName,
  shown: EditedCue[],
): Promise<EditedCue[]> {
  if (!cut) return shown;
  const stored = (await findTrack(trx, name, 'draft')) ?? (await findTrack(trx, name, 'published'));
  const before = (stored?.cues ?? []).map((cue) => toCue(cue));
  const cues = toOriginal(shown, before, cut, (one, other) => one.text === other.text);
  const text = msg`Please add no more than ${MAX_CUES} cues.`;
  if (cues.length > MAX_CUES) throw fail(422, 'BROKEN_CAPTIONS', text, { fields: { cues: text } });
  return cues;
}

/** Publishes a draft: at once, or after an admin's review. Throws 404, 409, 422. */
export async function publishDraft(ctx: Context, user: User, name: TrackName): Promise<OwnTrack> {
  return saveTrack(ctx, user, name, async (trx, video) => {
    const draft = await findTrack(trx, name, 'draft');
    if (!draft) throw notFound('This draft');
    const cues = draft.cues.map((cue) => toCue(cue));
    checkCues(toShown(cues, video.cut), lastMsOf(video));
    return { cues, draft: false, isDefault: draft.is_default || undefined };
  });
}

interface SavedTrack {
  cues: EditedCue[];
  draft: boolean;
  isDefault: boolean | undefined;
}

/** `find` returns what to save, while the video's tracks are locked. */
async function saveTrack(
  ctx: Context,
  user: User,
  name: TrackName,
  find: (trx: Trx, video: Captioned) => Promise<SavedTrack>,
): Promise<OwnTrack> {
  const { videoId, language, kind } = name;
  const video = await transact(ctx.db, async (trx) => {
    const own = await findCaptioned(trx, videoId, { lock: true });
    checkChange(own, user);
    const { cues, draft, isDefault } = await find(trx, own);
    const before = await findTrack(trx, name, 'published');
    if (!before && (await countTracks(trx, videoId)) >= MAX_TRACKS)
      throw fail(409, 'TOO_MANY_TRACKS', msg`A video can have up to ${MAX_TRACKS} tracks.`);
    const state = draft ? 'DRAFT' : waits(ctx, user, own) ? 'WAITING' : 'PUBLISHED';
    const texts = spokenOf(cues, own.cut);
    const isSpoken = state === 'PUBLISHED' && kind !== 'chapters';
    await putTrack(trx, {
      ...name,
      state,
      cues: cues.map((cue) => toStored(draft ? cue : { ...cue, confidence: undefined, doubtful: undefined })),
      words: await wordCountOf(texts, language),
      byMachine: draft && ((await findTrack(trx, name, 'draft'))?.by_machine ?? false),
      isDefault: kind !== 'chapters' && (isDefault ?? before?.is_default ?? false),
      spoken: isSpoken ? texts : null,
      by: user.id,
      at: new Date(ctx.clock.now()),
    });
    if (state === 'PUBLISHED') {
      await removeTrack(trx, name, 'draft');
      await showTracks(ctx, trx, videoId);
    }
    if (state === 'WAITING') await notify(ctx, trx, { kind: 'REVIEW_WAITING', type: 'VIDEO', id: videoId });
    if (!draft && (own.isOpen || own.uploaderId !== user.id))
      await audit(trx, user, {
        action: 'submission.captions',
        subjectType: 'video',
        subjectId: videoId,
        before: before && { language, kind, cues: before.cues.length },
        after: { language, kind, cues: cues.length, state },
      });
    await ctx.cache.dropIn(trx, 'videos');
    return own;
  });
  return readOwnTrack(ctx, video, name);
}

/** Whether a change needs an admin's review first: the same setting as for edits of an approved video. */
const waits = ({ settings }: Context, user: User, video: Captioned): boolean =>
  settings.owner.community.editReview && video.isApproved && !isAdmin(user);

/** After the cut of a video changed: updates what search finds in its tracks, and their word counts. */
export async function showCut(ctx: Context, trx: Trx, videoId: number): Promise<void> {
  const video = await findCaptioned(trx, videoId);
  const rows = await listTracks(trx, videoId);
  for (const { language, kind } of rows.filter(
    ({ state, kind }) => state === 'PUBLISHED' && kind !== 'chapters',
  )) {
    const track = await findTrack(trx, { videoId, language, kind }, 'published');
    const cues = (track?.cues ?? []).map((cue) => toCue(cue));
    const spoken = spokenOf(cues, video?.cut ?? null);
    await updateSpoken(
      trx,
      { videoId, language, kind },
      { words: await wordCountOf(spoken, language), spoken },
    );
  }
  await showTracks(ctx, trx, videoId);
}

/** Updates lists, the video's page and the search after a change of its tracks. */
export async function showTracks(ctx: Context, trx: Trx, videoId: number): Promise<void> {
  await ensureDefaultTrack(trx, videoId);
  await updateVideoTracks(trx, videoId);
  await publishLater(ctx, trx, [videoId]);
}

/** Throws 404, 409. */
export async function deleteTrack(
  ctx: Context,
  user: User,
  { name, which }: { name: TrackName; which: 'all' | 'draft' },
): Promise<void> {
  const { videoId, language, kind } = name;
  await transact(ctx.db, async (trx) => {
    const video = await findCaptioned(trx, videoId, { lock: true });
    checkChange(video, user);
    if (!(await removeTrack(trx, name, which))) throw notFound('This track');
    await showTracks(ctx, trx, videoId);
    if (which === 'all' && (video.isOpen || video.uploaderId !== user.id))
      await audit(trx, user, {
        action: 'submission.captions',
        subjectType: 'video',
        subjectId: videoId,
        before: { language, kind },
      });
    await ctx.cache.dropIn(trx, 'videos');
  });
}

export const trackName = (videoId: number, language: string, kind: CaptionKind = 'captions'): TrackName => ({
  videoId,
  language,
  kind,
});
