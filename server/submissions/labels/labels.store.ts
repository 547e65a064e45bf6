import type { Label } from '#contract/videos/labels.ts';
import type { DbOrTrx, Trx } from '#server/app/database/database.ts';
import { currentRevision } from '../processing.store.ts';

/** Null: its creator chose its labels. */
export async function findUnlabelled(db: DbOrTrx, id: number, rev: string) {
  return (
    (await db
      .selectFrom('videos')
      .where(currentRevision(id, rev))
      .where('labels', 'is', null)
      .select('uploader_id')
      .executeTakeFirst()) ?? null
  );
}

/** Labels a video whose creator chose no labels. */
export async function labelUnlabelled(db: DbOrTrx, id: number, rev: string, labels: Label[]): Promise<void> {
  await db
    .updateTable('videos')
    .set({ labels })
    .where(currentRevision(id, rev))
    .where('labels', 'is', null)
    .execute();
}

/** Only admins change these labels from now on. */
export async function lockLabels(trx: Trx, id: number, labels: Label[]): Promise<void> {
  await trx.updateTable('videos').set({ admin_labels: labels }).where('id', '=', id).execute();
}
