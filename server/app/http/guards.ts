import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../context.ts';
import { canSee, type Viewer } from '../database/may-see.ts';
import type { HttpError } from './errors.ts';
import { isAdmin } from './callers/roles.ts';
import type { User } from './callers/sessions.ts';

/**
 * Route guards (handle.ts): whether the resource in the path exists for the caller, or belongs to them. Each
 * throws what `missing` returns.
 */

/** For tables whose rows have an owner. */
export function guardOwn(table: 'archives' | 'passkeys' | 'playlists' | 'series', missing: () => HttpError) {
  return async (call: { ctx: Context; params: { id: number }; user: { id: number } }): Promise<true> => {
    const { ctx, params, user } = call;
    const { rows } = await sql`
      select from ${sql.table(table)} where id = ${params.id} and user_id = ${user.id}`.execute(ctx.db);
    if (rows.length === 0) throw missing();
    return true;
  };
}

type IdOf = { id: number } | { videoId: number };

/** For callers who may act on anyone's rows. */
export function guardExisting(
  table:
    | 'discount_codes'
    | 'orders'
    | 'products'
    | 'sign_up_requests'
    | 'upgrade_requests'
    | 'users'
    | 'videos'
    | 'webhooks',
  missing: () => HttpError,
) {
  const and = table === 'users' ? sql`and deleted_at is null` : sql``;
  return async ({ ctx, params }: { ctx: Context; params: IdOf }): Promise<true> => {
    const id = 'id' in params ? params.id : params.videoId;
    const { rows } = await sql`select from ${sql.table(table)} where id = ${id} ${and}`.execute(ctx.db);
    if (rows.length === 0) throw missing();
    return true;
  };
}

type VideoGuard<Who> = (call: { ctx: Context; params: { id: number }; user: Who }) => Promise<true>;

function guardVideos<Who>(
  missing: () => HttpError,
  condition: (user: Who) => RawBuilder<boolean>,
): VideoGuard<Who> {
  return async ({ ctx, params, user }) => {
    const { rows } = await sql`select from videos where id = ${params.id} and ${condition(user)}`.execute(
      ctx.db,
    );
    if (rows.length === 0) throw missing();
    return true;
  };
}

/** The caller's own video in any state; any video for admins. */
export const guardUpload = (missing: () => HttpError): VideoGuard<User> =>
  guardVideos(missing, (user) => sql`(uploader_id = ${user.id} or ${isAdmin(user)})`);

/** A video that is out, and that the caller may see. */
export const guardVideo = (missing: () => HttpError): VideoGuard<Viewer> =>
  guardVideos(missing, (user) => sql`is_live and ${canSee(user)}`);
