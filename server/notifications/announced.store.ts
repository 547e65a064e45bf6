import { sql } from 'kysely';

/** Whether followers may be notified of `videos v`. Unlisted videos don't appear in their lists either. */
export const IS_ANNOUNCED = sql`(v.is_live and v.visibility in ('PUBLIC', 'MEMBERS'))`;

/** Captions of v wait for an admin. */
export const HAS_WAITING_CAPTIONS = sql`exists (select from captions c where c.video_id = v.id and c.state = 'WAITING')`;

/** An admin has to review v, or its creator's changes: its video, texts, picture or captions. */
export const WAITS_FOR_REVIEW = sql`(v.visibility <> 'PRIVATE' and v.archived_at is null and (
  v.status = 'PENDING' and v.processing = 'READY' or v.pending_change is not null or v.pending_thumbnail_key is not null or ${HAS_WAITING_CAPTIONS}
  or exists (select from videos f where f.replaces = v.id and f.status = 'PENDING' and f.processing = 'READY')))`;
