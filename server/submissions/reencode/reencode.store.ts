import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, DbOrTrx, Trx } from '#server/app/database/database.ts';
import { sqlRows } from '#server/app/database/read-rows.ts';
import type { Outcome } from '../processing.store.ts';

export const CODECS = ['h264', 'av1'] as const;
export type Codec = (typeof CODECS)[number];

/** One file of a video, to be encoded again with this codec. */
export const Reencode = z.object({ videoId: z.number().int(), rev: z.string(), codec: z.enum(CODECS) });
export type Reencode = z.infer<typeof Reencode>;

/** What needs the processor itself, most of it with someone waiting for it. */
const BUSY = [
  'captions-transcribe',
  'video-check',
  'video-encode',
  'video-ladder',
  'video-original',
  'video-thumbnails',
];

const busy = sql`select from pgboss.job where name in (${sql.join(BUSY)})`;
const isBusy = sql<boolean>`(
  exists (${busy} and state = 'active') or exists (${busy} and state < 'active' and start_after <= now()))`;

/** Whether no other encode waits or runs, and this job wasn't cancelled. */
export async function mayGoOn(db: Db, jobId: string): Promise<boolean> {
  const [row] = await sqlRows(z.object({ goes_on: z.boolean() }))`
    select not ${isBusy} and not exists (
      select from pgboss.job where name = 'video-reencode' and id::text = ${jobId} and state = 'cancelled') as goes_on`.execute(
    db,
  );
  return row?.goes_on ?? false;
}

/** What an admin cancelled isn't tried again by itself. */
export async function recordCancelled(db: Db): Promise<void> {
  await sql`
    insert into reencodes (video_id, rev, codec)
    select v.id, data->>'rev', data->>'codec'
    from pgboss.job j join videos v on v.id = (data->>'videoId')::bigint
    where j.name = 'video-reencode' and j.state = 'cancelled'
    on conflict do nothing`.execute(db);
}

const Next = Reencode.extend({ original_size: z.number() });
type Next = z.infer<typeof Next>;

/**
 * The most watched video whose file isn't encoded yet with one of `codecs`, in their order: of uploads that others see, in
 * several sizes, and whose original is stored. Null: none, or the machine isn't idle.
 */
export async function findNext(db: Db, codecs: Codec[], minViews: number): Promise<Next | null> {
  const [next] = await sqlRows(Next)`
    with popular as (
      select video_id, sum(views) as views from video_days where day > current_date - 30
      group by video_id having sum(views) >= ${minViews}
    )
    select v.id as "videoId", v.media_rev as rev, wanted.codec, v.original_size
    from popular join videos v on v.id = popular.video_id
      cross join unnest(${codecs}::text[]) with ordinality as wanted (codec, rank)
    where v.origin = 'UPLOAD' and v.is_live and v.processing = 'READY'
      and v.original_key is not null and v.original_size is not null and v.mp4_key is not null and v.hls_key is not null
      and not exists (select from reencodes r where (r.video_id, r.rev, r.codec) = (v.id, v.media_rev, wanted.codec))
      and not exists (select from pgboss.job where name = 'video-reencode' and state < 'completed')
      and not ${isBusy}
    order by wanted.rank, popular.views desc, v.id limit 1`.execute(db);
  return next ?? null;
}

/** This codec isn't tried again on this file. */
export async function recordReencode(
  db: DbOrTrx,
  { videoId, rev, codec }: Reencode,
  bytesSaved = 0,
): Promise<void> {
  await sql`
    insert into reencodes (video_id, rev, codec, bytes_saved)
    select id, ${rev}, ${codec}, ${bytesSaved} from videos where id = ${videoId}
    on conflict (video_id, rev, codec) do update set bytes_saved = excluded.bytes_saved, ended_at = now()`.execute(
    db,
  );
}

/** H.264 in other files is a ladder without the AV1 that lay beside the former. */
export async function forgetAv1(trx: Trx, videoId: number): Promise<void> {
  await trx.deleteFrom('reencodes').where('video_id', '=', videoId).where('codec', '=', 'av1').execute();
}

/** Names other renditions of the same file. False: the file, or its ladder, was replaced meanwhile. */
export async function swapRenditions(
  trx: Trx,
  { videoId, rev }: Reencode,
  former: string,
  renditions: Pick<Outcome, 'hls_key' | 'mp4_key' | 'mp4_lines'>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('videos')
    .set(renditions)
    .where('id', '=', videoId)
    .where('media_rev', '=', rev)
    .where('hls_key', '=', former)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
