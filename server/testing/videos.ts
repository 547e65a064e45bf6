import type { Insertable } from 'kysely';
import type { Context } from '#server/app/context.ts';
import type { Videos } from '#server/app/database/database.types.ts';

let count = 0;

/** A public video without files, for tests of what surrounds the player. */
export async function addVideo(ctx: Context, video: Partial<Insertable<Videos>> = {}): Promise<number> {
  const status = video.status ?? 'APPROVED';
  const { id } = await ctx.db
    .insertInto('videos')
    .values({
      origin: 'UPLOAD',
      title: `Video ${++count}`,
      category: 'Lifestyle',
      processing: 'READY',
      status,
      approved_at: status === 'APPROVED' ? new Date(Date.now() + count) : null,
      duration_ms: 8000,
      ...video,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
