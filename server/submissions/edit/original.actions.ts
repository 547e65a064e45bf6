import type { Original } from '#contract/submissions/edit.ts';
import type { Context } from '#server/app/context.ts';
import { isAdmin } from '#server/app/http/callers/roles.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { notFound } from '#server/app/http/errors.ts';
import { findEdited } from './edit.store.ts';
import { playOriginal, wholeKey } from './original.jobs.ts';

/** The whole of an upload's latest file; a rendition that plays is made where there is none. Throws 404. */
export async function readOriginal(ctx: Context, user: User, id: number): Promise<Original> {
  const video = await findEdited(ctx.db, id);
  if (!video || !(isAdmin(user) || video.uploaderId === user.id)) throw notFound('This submission');
  const { playing, latest } = video;
  const { durationSec = 0, width = null, height = null } = latest.original ?? {};
  if (latest.key === null) return { isGone: true, url: null, durationSec, width, height };
  const uncut = [latest, playing].find(({ key, edit, mp4Key }) => key === latest.key && !edit && mp4Key);
  const key = uncut?.mp4Key ?? wholeKey(latest.key);
  const isThere = uncut !== undefined || (await ctx.storage.stat(key)) !== null;
  if (!isThere) await ctx.jobs.send(playOriginal, { key: latest.key }, { singletonKey: latest.key });
  return { isGone: false, url: isThere ? ctx.signedUrls.url(key) : null, durationSec, width, height };
}
