import type { AdminTag, TagChange } from '#contract/tags/tags.ts';
import type { Context } from '#server/app/context.ts';
import { audit } from '#server/app/database/audit.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import { fail, isTaken } from '#server/app/http/errors.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { lockTags, mergeTag, readTagForAdmins, renameTag, setTagBlocked } from './changes.store.ts';

/** Null: there is no such tag, or it moved. Throws 409, 422. */
export async function changeTag(
  ctx: Context,
  admin: User,
  name: string,
  change: TagChange,
): Promise<AdminTag | null> {
  // oxlint-disable-next-line no-restricted-properties -- a field of the wire, no query
  const { blocked, renameTo, mergeInto: target } = change;
  return await transact(ctx.db, async (trx) => {
    const locked = await lockTags(trx, [name, target ?? name]);
    const before = locked.find((tag) => tag.name === name);
    if (!before) return null;
    if (blocked !== undefined) await setTagBlocked(trx, name, blocked ? new Date(ctx.clock.now()) : null);
    if (renameTo !== undefined && renameTo !== name) await rename(trx, name, renameTo);
    if (target !== undefined) {
      if (target === name || !locked.some((tag) => tag.name === target && !tag.isBlocked)) throw noTarget();
      await mergeTag(trx, name, target);
    }
    await audit(trx, admin, {
      action: 'tag.change',
      subjectType: 'tag',
      subjectId: name,
      before: blocked === undefined ? { tag: name } : { blocked: before.isBlocked },
      after: change,
    });
    await ctx.cache.dropIn(trx, 'videos', 'community', 'search');
    return await readTagForAdmins(trx, renameTo ?? target ?? name);
  });
}

async function rename(trx: Trx, from: string, to: string): Promise<void> {
  await renameTag(trx, from, to).catch((error: unknown) => {
    throw isTaken(error, 'tags_pkey') ? taken() : error;
  });
}

const TAKEN = 'There is already a tag with this name. Merge them instead.';
const taken = () => fail(409, 'TAG_TAKEN', TAKEN, { fields: { renameTo: TAKEN } });

const NO_TARGET = 'There’s no other tag with this name, or it’s blocked.';
const noTarget = () => fail(422, 'INVALID_INPUT', NO_TARGET, { fields: { mergeInto: NO_TARGET } });
