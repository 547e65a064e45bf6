import { sql, type RawBuilder } from 'kysely';
import { isAdmin } from '#server/app/http/roles.ts';
import type { User } from '#server/app/http/sessions.ts';

/** Who looks; null: a guest. */
export type Viewer = Pick<User, 'id' | 'role'> | null;

/** In a statement over `videos`: those of a list kept by somebody that `viewer` may see. */
export function isSeenBy(viewer: Viewer): RawBuilder<boolean> {
  if (isAdmin(viewer)) return sql<boolean>`true`;
  if (!viewer) return sql<boolean>`videos.is_public`;
  return sql<boolean>`(videos.is_public or videos.uploader_id = ${viewer.id})`;
}
