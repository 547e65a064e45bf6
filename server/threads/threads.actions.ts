import type { Context } from '#server/app/context.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import type { CacheTag } from '#server/app/http/caching/response-cache.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { findMentions, saveMentions } from '#server/mentions/mentions.actions.ts';
import { mentionsStranger, type Mention } from '#server/mentions/mentions.store.ts';
import { reportPending, screenText } from '#server/moderation/screening.actions.ts';
import { notifyText } from '#server/notifications/notify.actions.ts';

/** Who writes. */
export interface Author<U = User | null> {
  user: U;
  person: string;
  address: string;
}

/** A kind of thread, as its slice describes it. */
export interface Thread<T> {
  type: 'COMMENT' | 'POST';
  /** What shows these, and what counts them. */
  tags: CacheTag[];
  /** One of them as its author sees it. */
  readBack: (ctx: Context, trx: Trx, id: number, by: Omit<Author, 'address'>) => Promise<T | null>;
  hold: (trx: Trx, id: number) => Promise<boolean>;
}

interface Written {
  text: string;
  replyTo: number | null;
  /** Of comments. */
  videoId?: number;
}

/** Who is mentioned, and why a moderator has to see the text first. Throws 429. */
async function look(ctx: Context, { type }: Thread<unknown>, { text, ...position }: Written, by: Author) {
  const mentions = await findMentions(ctx, text, by);
  const writing = { ...position, person: by.person, authorId: by.user?.id ?? null };
  const reason = await screenText(ctx, type, text, by, () => mentionsStranger(ctx.db, mentions, writing));
  return { mentions, reason };
}

const noteFor = (trx: Trx, { type }: Thread<unknown>, id: number, mentions: Mention[]): Promise<void> =>
  saveMentions(trx, type === 'COMMENT' ? { comment: id } : { post: id }, mentions);

async function readBack<T>(
  ctx: Context,
  trx: Trx,
  { thread, id, by }: { thread: Thread<T>; id: number; by: Author },
): Promise<T> {
  const found = await thread.readBack(ctx, trx, id, by);
  if (!found) throw new Error('What was written came back without its row.');
  return found;
}

/** Publishes a comment or post, or puts it up for review. 'blocked' and null: as `insert` returns. Throws 429. */
export async function publish<T>(
  ctx: Context,
  thread: Thread<T>,
  written: Written,
  by: Author,
  insert: (trx: Trx, pending: boolean) => Promise<number | 'blocked' | null>,
): Promise<T | 'blocked' | null> {
  const { type, tags } = thread;
  const { mentions, reason } = await look(ctx, thread, written, by);
  return await transact(ctx.db, async (trx) => {
    const id = await insert(trx, reason !== null);
    if (id === null || id === 'blocked') return id;
    if (mentions.length > 0) await noteFor(trx, thread, id, mentions);
    if (reason) await reportPending(ctx, trx, { subjectType: type, subjectId: id, reason });
    else await notifyText(ctx, trx, { type, id, text: written.text, isReply: written.replyTo !== null });
    await (reason ? ctx.cache.dropIn(trx, ...tags) : ctx.cache.refreshIn(trx, ...tags));
    return readBack(ctx, trx, { thread, id, by });
  });
}

/** Edits the caller's own. 'late' and null: as `edit` returns. `mustWait`: whether it needs review. Throws 429. */
export async function rewrite<T>(
  ctx: Context,
  thread: Thread<T>,
  { id, ...written }: Omit<Written, 'replyTo'> & { id: number },
  by: Author,
  {
    edit,
    mustWait = () => Promise.resolve(false),
  }: {
    edit: (trx: Trx) => Promise<'changed' | 'late' | null>;
    mustWait?: (trx: Trx) => Promise<boolean>;
  },
): Promise<T | 'late' | null> {
  const { type, tags } = thread;
  const { mentions, reason } = await look(ctx, thread, { ...written, replyTo: id }, by);
  return await transact(ctx.db, async (trx) => {
    const edited = await edit(trx);
    if (edited !== 'changed') return edited;
    await noteFor(trx, thread, id, mentions);
    if (reason) {
      await thread.hold(trx, id);
      await reportPending(ctx, trx, { subjectType: type, subjectId: id, reason });
    } else if (!(await mustWait(trx)))
      await notifyText(ctx, trx, { type, id, text: written.text, isReply: false });
    await ctx.cache.dropIn(trx, ...tags);
    return readBack(ctx, trx, { thread, id, by });
  });
}
