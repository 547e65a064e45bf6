import { MAX_BLOCKS, MAX_MUTED_TERMS, type MutedTerm } from '#contract/blocks/blocks.ts';
import { msg } from '#contract/text/message.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { lockPeople } from '#server/app/database/lock-people.ts';
import { fail } from '#server/app/http/errors.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { endFollowsBetween } from '#server/creators/follows.actions.ts';
import { addToList, addMutedTerm, findPerson, removeFromList } from './blocks.store.ts';

/** Throws 404, and 400 for oneself. */
async function requireOther(ctx: Context, user: User, username: string): Promise<number> {
  const id = await findPerson(ctx.db, username);
  if (id === null) throw fail(404, 'NOT_FOUND', "Couldn't find a person with this name.");
  if (id === user.id) throw fail(400, 'NOT_YOURSELF', "That's you.");
  return id;
}

/** From now on neither sees the other's content or follows the other. Throws 400, 404, 409. */
export async function block(ctx: Context, user: User, username: string): Promise<void> {
  const other = await requireOther(ctx, user, username);
  await transact(ctx.db, async (trx) => {
    // a concurrent follow completes before, or is rejected
    await lockPeople(trx, user.id, other);
    if (!(await addToList(trx, 'blocks', user.id, other))) throw full();
    if (await endFollowsBetween(trx, user.id, other)) await ctx.cache.refreshIn(trx, 'creators');
  });
  // what their sessions show changes with it, in every process
  for (const id of [user.id, other]) ctx.sessions.forget(id);
}

/** Throws 400, 404. */
export async function unblock(ctx: Context, user: User, username: string): Promise<void> {
  const other = await requireOther(ctx, user, username);
  await removeFromList(ctx.db, 'blocks', user.id, other);
  for (const id of [user.id, other]) ctx.sessions.forget(id);
}

/** Throws 400, 404, 409. */
export async function mute(ctx: Context, user: User, username: string): Promise<void> {
  const other = await requireOther(ctx, user, username);
  await transact(ctx.db, async (trx) => {
    await lockPeople(trx, user.id);
    if (!(await addToList(trx, 'mutes', user.id, other))) throw full();
  });
  ctx.sessions.forget(user.id);
}

/** Throws 400, 404. */
export async function unmute(ctx: Context, user: User, username: string): Promise<void> {
  const other = await requireOther(ctx, user, username);
  await removeFromList(ctx.db, 'mutes', user.id, other);
  ctx.sessions.forget(user.id);
}

/** Throws 409. */
export async function muteWord(ctx: Context, user: User, word: string): Promise<MutedTerm> {
  const added = await transact(ctx.db, async (trx) => {
    await lockPeople(trx, user.id);
    return await addMutedTerm(trx, user.id, word);
  });
  if (!added) throw fail(409, 'TOO_MANY', msg`You can mute up to ${MAX_MUTED_TERMS} words.`);
  ctx.sessions.forget(user.id);
  return added;
}

const full = () => fail(409, 'TOO_MANY', msg`Your list already has ${MAX_BLOCKS} people.`);
