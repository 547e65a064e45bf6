import { sql } from 'kysely';

/** Of `videos v`: its followers may hear of it. Who has only its address doesn't find it in a list either. */
export const IS_ANNOUNCED = sql<boolean>`(v.is_live and v.visibility in ('PUBLIC', 'MEMBERS'))`;
