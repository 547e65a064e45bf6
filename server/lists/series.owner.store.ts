import { sql } from 'kysely';
import type { ExportDocument } from '#contract/exports/exports.ts';
import type { Db, Trx } from '#server/app/database/database.ts';

/** All of somebody's series, for the export of their data. */
export async function readSeries(db: Db, userId: number): Promise<ExportDocument['series']> {
  const rows = await db
    .selectFrom('series')
    .where('user_id', '=', userId)
    .select(['id', 'title', 'description', 'created_at'])
    .select(
      sql<number[]>`array(select video_id::float8 from series_items i where i.series_id = series.id
        order by i.position, i.video_id)`.as('videos'),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ created_at: at, ...each }) => ({ ...each, createdAt: at.toISOString() }));
}

export async function deleteSeriesOf(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('series').where('user_id', '=', userId).execute();
}
