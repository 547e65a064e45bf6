import type { Edit } from '#contract/submissions/edit.ts';
import type { EditedOriginal } from '#contract/submissions/edit.rules.ts';
import type { DbOrTrx } from '#server/app/database/database.ts';

/** A file of a video: its own, or one that is to take its place. */
export interface EditedFile {
  /** Null: it is gone. */
  key: string | null;
  size: number;
  sha256: string;
  edit: Edit | null;
  /** Null: not known yet. */
  original: EditedOriginal | null;
  /** Where it plays; null: not ready. */
  mp4Key: string | null;
}

/** An upload with the file that plays and the one that was saved last, often the same. Null: no such upload. */
export async function findEdited(db: DbOrTrx, id: number) {
  const rows = await db
    .selectFrom('videos')
    .where(({ eb, or, and }) =>
      or([
        and([eb('id', '=', id), eb('origin', '=', 'UPLOAD')]),
        and([eb('replaces', '=', id), eb('status', '<>', 'REJECTED')]),
      ]),
    )
    .select([
      'uploader_id',
      'status',
      'visibility',
      'edit',
      'original_key',
      'original_size',
      'original_sha256',
      'mp4_key',
    ])
    .select(({ fn }) => [
      fn.coalesce('original_ms', 'duration_ms').as('ms'),
      fn.coalesce('original_width', 'width').as('width'),
      fn.coalesce('original_height', 'height').as('height'),
    ])
    .orderBy('replaces', 'asc')
    .execute();
  const own = rows.at(-1);
  const [latest] = rows;
  if (!own || !latest) return null;
  const { uploader_id: uploaderId, status, visibility } = own;
  return { uploaderId, status, visibility, playing: toFile(own), latest: toFile(latest) };
}

interface FileRow {
  edit: Edit | null;
  original_key: string | null;
  original_size: number | null;
  original_sha256: string | null;
  mp4_key: string | null;
  ms: number;
  width: number | null;
  height: number | null;
}

const toFile = ({ ms, width, height, edit, ...row }: FileRow): EditedFile => ({
  key: row.original_key,
  size: row.original_size ?? 0,
  sha256: row.original_sha256 ?? '',
  edit,
  mp4Key: row.mp4_key,
  original: ms > 0 && width && height ? { durationSec: ms / 1000, width, height } : null,
});
