import { sql } from 'kysely';
import type { Cue } from '#contract/captions/cues.ts';
import type { Span } from '#contract/submissions/edit-times.rules.ts';
import type { CaptionKind } from '#contract/captions/tracks.ts';
import type { StoredCue } from '#server/app/database/columns.ts';
import type { Db, DbOrTrx, Trx } from '#server/app/database/database.ts';
import { canSee, type Viewer } from '#server/app/database/may-see.ts';

/** A video as its captions see it. */
export interface Captioned {
  id: number;
  title: string;
  description: string | null;
  uploaderId: number | null;
  /** Public. */
  isOpen: boolean;
  /** Approved by an admin, whatever its visibility. */
  isApproved: boolean;
  isArchived: boolean;
  /** Null: not known yet. */
  durationMs: number | null;
  /** Of the whole original. */
  originalMs: number | null;
  /** What plays of the original, whose times its tracks are stored in; null: all of it. */
  cut: Span | null;
  /** Of its present file. */
  rev: string | null;
}

export interface TrackName {
  videoId: number;
  language: string;
  kind: CaptionKind;
}

export interface TrackRow {
  language: string;
  kind: CaptionKind;
  state: 'PUBLISHED' | 'DRAFT' | 'WAITING';
  is_default: boolean;
  by_machine: boolean;
  words: number;
  updated_at: Date;
}

const CAPTIONED = [
  'videos.id',
  'videos.title',
  'videos.description',
  'videos.uploader_id',
  'videos.archived_at',
  'videos.duration_ms',
  'videos.media_rev',
  'videos.edit',
  'videos.original_ms',
] as const;

/**
 * Null: no such video, or `viewer` can't see it. With `lock` its tracks are locked until the transaction
 * ends.
 */
export async function findCaptioned(
  db: DbOrTrx,
  id: number,
  { lock = false, viewer }: { lock?: boolean; viewer?: Viewer } = {},
): Promise<Captioned | null> {
  let query = db
    .selectFrom('videos')
    .select(CAPTIONED)
    .select(['videos.status', canSee(null).as('is_open')])
    .where('videos.id', '=', id);
  if (viewer !== undefined) query = query.where(canSee(viewer));
  if (lock) query = query.forNoKeyUpdate();
  const row = await query.executeTakeFirst();
  return row
    ? {
        id: row.id,
        title: row.title,
        description: row.description,
        uploaderId: row.uploader_id,
        isOpen: row.is_open,
        isApproved: row.status === 'APPROVED',
        isArchived: row.archived_at !== null,
        durationMs: row.duration_ms > 0 ? row.duration_ms : null,
        originalMs: row.original_ms ?? (row.duration_ms > 0 ? row.duration_ms : null),
        cut: row.edit,
        rev: row.media_rev,
      }
    : null;
}

/** Where a video's file is stored; null: it isn't ready, or has no file of its own. */
export async function findVideoFile(db: DbOrTrx, id: number): Promise<{ rev: string; key: string } | null> {
  const row = await db
    .selectFrom('videos')
    .select(['media_rev', 'mp4_key'])
    .where('id', '=', id)
    .where('processing', '=', 'READY')
    .executeTakeFirst();
  return row?.media_rev && row.mp4_key ? { rev: row.media_rev, key: row.mp4_key } : null;
}

const TRACK = ['language', 'kind', 'state', 'is_default', 'by_machine', 'words', 'updated_at'] as const;

/** All rows of a video; a track with a draft has two. The default comes first. */
export async function listTracks(db: DbOrTrx, videoId: number): Promise<TrackRow[]> {
  return await db
    .selectFrom('captions')
    .select(TRACK)
    .where('video_id', '=', videoId)
    .orderBy('is_default', 'desc')
    .orderBy('language')
    .orderBy('kind')
    .orderBy('published', 'desc')
    .execute();
}

/** A track with its cues: the published ones, or the draft's. */
export async function findTrack(
  db: DbOrTrx,
  { videoId, language, kind }: TrackName,
  which: 'published' | 'draft',
): Promise<(TrackRow & { cues: StoredCue[] }) | null> {
  const row = await db
    .selectFrom('captions')
    .select([...TRACK, 'cues'])
    .where('video_id', '=', videoId)
    .where('language', '=', language)
    .where('kind', '=', kind)
    .where('published', '=', which === 'published')
    .executeTakeFirst();
  return row ?? null;
}

export interface NewTrack extends TrackName {
  state: TrackRow['state'];
  cues: StoredCue[];
  words: number;
  byMachine: boolean;
  isDefault: boolean;
  /** The spoken text, one entry per cue; null: not searchable. */
  spoken: string[] | null;
  by: number | null;
  at: Date;
}

/** Saves the published track, or its draft. */
export async function putTrack(trx: Trx, track: NewTrack): Promise<void> {
  const { videoId, language, kind, state, cues, words, byMachine, isDefault, spoken, by, at } = track;
  if (isDefault && state === 'PUBLISHED')
    await trx
      .updateTable('captions')
      .set({ is_default: false })
      .where('video_id', '=', videoId)
      .where('is_default', '=', true)
      .execute();
  await sql`
    insert into captions (video_id, language, kind, state, is_default, by_machine, cues, words, plain, updated_at, updated_by)
    values (${videoId}, ${language}, ${kind}, ${state}, ${isDefault}, ${byMachine}, ${JSON.stringify(cues)}::jsonb, ${words},
      ${spoken && plainOf(spoken)}, ${at}, ${by})
    on conflict (video_id, language, kind, published) do update set state = excluded.state, is_default = excluded.is_default,
      by_machine = excluded.by_machine, cues = excluded.cues, words = excluded.words, plain = excluded.plain,
      updated_at = excluded.updated_at, updated_by = excluded.updated_by`.execute(trx);
}

const plainOf = (spoken: string[]) => sql<string>`(
  select coalesce(string_agg(search_plain(said), E'\\n' order by place), '')
  from unnest(${spoken}::text[]) with ordinality each(said, place))`;

/** What is spoken in a published track, for search. */
export async function updateSpoken(
  trx: Trx,
  { videoId, language, kind }: TrackName,
  { words, spoken }: Pick<NewTrack, 'words'> & { spoken: string[] },
): Promise<void> {
  await trx
    .updateTable('captions')
    .set({ words, plain: plainOf(spoken) })
    .where('video_id', '=', videoId)
    .where('language', '=', language)
    .where('kind', '=', kind)
    .where('published', '=', true)
    .execute();
}

/** Returns whether there was such a row. */
export async function removeTrack(
  trx: Trx,
  { videoId, language, kind }: TrackName,
  which: 'all' | 'draft',
): Promise<boolean> {
  let query = trx
    .deleteFrom('captions')
    .where('video_id', '=', videoId)
    .where('language', '=', language)
    .where('kind', '=', kind);
  if (which === 'draft') query = query.where('published', '=', false);
  const { numDeletedRows } = await query.executeTakeFirst();
  return numDeletedRows > 0n;
}

/** One published captions or subtitles track is the default: where there is none, the first. */
export async function ensureDefaultTrack(trx: Trx, videoId: number): Promise<void> {
  await sql`
    update captions c set is_default = true
    from (select language, kind from captions where video_id = ${videoId} and published and kind <> 'chapters'
      order by updated_at, language, kind limit 1) first
    where c.video_id = ${videoId} and c.published and c.language = first.language and c.kind = first.kind
      and not exists (select from captions d where d.video_id = ${videoId} and d.is_default and d.published)`.execute(
    trx,
  );
}

/** Stores with the video which tracks it has, for lists of videos. */
export async function updateVideoTracks(trx: Trx, videoId: number): Promise<void> {
  await sql`
    update videos set captions = coalesce((
      select jsonb_agg(jsonb_build_object('language', language, 'kind', kind, 'isDefault', is_default, 'words', words)
        order by is_default desc, language, kind)
      from captions where video_id = ${videoId} and published and kind <> 'chapters'), '[]')
    where id = ${videoId}`.execute(trx);
}

export async function countTracks(trx: Trx, videoId: number): Promise<number> {
  const { many } = await trx
    .selectFrom('captions')
    .where('video_id', '=', videoId)
    .select((count) => count.fn.countAll<number>().as('many'))
    .executeTakeFirstOrThrow();
  return Number(many);
}

/** The published track of this kind in this language; without one the default, else the first. */
export async function findReadable(
  db: Db,
  videoId: number,
  { language, chapters }: { language?: string | undefined; chapters: boolean },
): Promise<{ language: string; cues: StoredCue[] } | null> {
  let query = db
    .selectFrom('captions')
    .select(['language', 'cues'])
    .where('video_id', '=', videoId)
    .where('published', '=', true)
    .where('kind', chapters ? '=' : '<>', 'chapters')
    .orderBy('is_default', 'desc')
    .orderBy('language')
    .orderBy('kind')
    .limit(1);
  if (language) query = query.where('language', '=', language);
  return (await query.executeTakeFirst()) ?? null;
}

/** All captions of a person's videos, including drafts. */
export async function listTracksOf(
  db: Db,
  uploaderId: number,
): Promise<
  { videoId: number; language: string; kind: CaptionKind; state: TrackRow['state']; cues: Cue[] }[]
> {
  const rows = await db
    .selectFrom('captions')
    .innerJoin('videos', 'videos.id', 'captions.video_id')
    .select(['video_id', 'language', 'kind', 'state', 'cues'])
    .where('videos.uploader_id', '=', uploaderId)
    .orderBy('video_id')
    .orderBy('language')
    .orderBy('kind')
    .orderBy('published', 'desc')
    .execute();
  return rows.map(({ video_id: videoId, cues, ...track }) => ({
    videoId,
    ...track,
    cues: cues.map(([start, end, text, settings]) => ({
      start: start / 1000,
      end: end / 1000,
      text,
      ...(settings && { settings }),
    })),
  }));
}
