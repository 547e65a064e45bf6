import { moderation, type SubjectType } from '#contract/moderation.ts';
import { getPerson } from '#server/accounts/people.store.ts';
import { afterSuspension, unsuspend } from '#server/accounts/suspensions.store.ts';
import { audit } from '#server/app/database/audit.ts';
import type { Context } from '#server/app/context.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import { fail, HttpError } from '#server/app/http/errors.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { addressGroup, type Rate } from '#server/app/http/rate-limits.ts';
import type { User } from '#server/app/http/sessions.ts';
import { archiveVideo, restoreVideo } from '#server/curation/archive.actions.ts';
import { listActs, markUndone, type Act } from './acts.store.ts';
import { decide, gone, setHeld, setHidden, type Decision } from './moderate.store.ts';
import {
  addReport,
  findSubject,
  isPublicSubject,
  listReported,
  reopenReports,
  type Subject,
} from './reports.store.ts';
import { addWord, listWords, removeWord } from './words.store.ts';

const BY_PERSON: Rate = { most: 10, seconds: 600 };
const BY_ADDRESS: Rate = { most: 60, seconds: 600 };
const ARCHIVED_FOR = 'Hidden after a report';

export const moderationRoutes: Routes = (route) => {
  route(moderation.report, async ({ ctx, body, caller }) => {
    const { subjectType, subjectId, reason } = body;
    const person = caller.person();
    ctx.rateLimits.take('report', addressGroup(caller.address), BY_ADDRESS);
    ctx.rateLimits.take('report', person, BY_PERSON);
    if (!(await isPublicSubject(ctx.db, subjectType, subjectId))) throw gone();
    await addReport(ctx.db, { subjectType, subjectId, reporter: person, reason });
    return { message: 'Thank you. Somebody will look at it.' };
  });

  route(moderation.list, async ({ ctx }) => listReported(ctx.db));

  route(moderation.act, async ({ ctx, body, user }) => {
    const skipped: { subjectType: SubjectType; subjectId: number; why: string }[] = [];
    for (const { subjectType, subjectId } of body.subjects) {
      try {
        const { action, reason } = body;
        await act(ctx, user, { action, type: subjectType, id: subjectId, reason });
      } catch (error) {
        if (!(error instanceof HttpError)) throw error;
        skipped.push({ subjectType, subjectId, why: error.message });
      }
    }
    dropLists(ctx);
    return { done: body.subjects.length - skipped.length, skipped };
  });

  route(moderation.acts, async ({ ctx }) => listActs(ctx.db));
  route(moderation.undo, async ({ ctx, params, user }) => {
    await undo(ctx, user, params.id);
    dropLists(ctx);
    return { undone: true as const };
  });

  route(moderation.words, async ({ ctx }) => listWords(ctx.db));
  route(moderation.addWord, async ({ ctx, body, user }) => {
    const added = await transact(ctx.db, async (trx) => {
      const word = await addWord(trx, body.word);
      if (word)
        await audit(trx, user, {
          action: 'word.watch',
          subjectType: 'word',
          subjectId: word.id,
          after: { word: word.word },
        });
      return word;
    });
    if (!added) throw fail(409, 'WATCHED_ALREADY', 'This word is watched already.');
    return added;
  });
  route(moderation.removeWord, async ({ ctx, params, user }) => {
    await transact(ctx.db, async (trx) => {
      const word = await removeWord(trx, params.id);
      if (word === null) throw fail(404, 'NOT_FOUND', 'This word is not watched.');
      await audit(trx, user, {
        action: 'word.unwatch',
        subjectType: 'word',
        subjectId: params.id,
        before: { word },
      });
    });
  });
};

function dropLists(ctx: Context): void {
  for (const tag of ['videos', 'creators', 'comments', 'community']) ctx.cache.drop(tag);
}

async function act(ctx: Context, admin: User, decision: Decision): Promise<void> {
  const { action, type, id } = decision;
  const subject = await findSubject(ctx.db, type, id);
  if (!subject) throw gone();
  if (action === 'SUSPEND') await mayBeSuspended(ctx, admin, subject);
  // a video goes by the archive, which has a transaction of its own
  if (type === 'VIDEO' && action !== 'DISMISS') await archiveVideo(ctx, admin, id, ARCHIVED_FOR);
  const { suspended } = await decide(ctx, admin, decision);
  if (suspended !== null) afterSuspension(ctx, suspended);
}

async function mayBeSuspended(ctx: Context, admin: User, { authorId }: Subject): Promise<void> {
  if (!authorId) throw fail(409, 'NO_ACCOUNT', 'Its author has no account that could be suspended.');
  if (authorId === admin.id) throw fail(409, 'NOT_YOURSELF', "You can't suspend yourself.");
  const author = await getPerson(ctx.db, authorId);
  if (author?.role === 'GLOBAL_ADMIN')
    throw fail(409, 'ADMIN', 'An administrator is not suspended from here. Change the role first.');
}

async function undo(ctx: Context, admin: User, actId: number): Promise<void> {
  const act = await transact(ctx.db, async (trx) => {
    const found = await markUndone(trx, actId);
    if (found === 'unknown') throw fail(404, 'NOT_FOUND', 'There is no such act.');
    if (found === 'too-late')
      throw fail(409, 'NOT_UNDOABLE', 'This was taken back already, or is older than 30 days.');
    if (found.hid && found.subject_type !== 'VIDEO')
      await setHidden(trx, found.subject_type, found.subject_id, false);
    if (found.action !== 'DISMISS' && !found.suspended) await mustBeBack(trx, found);
    if (found.action === 'DISMISS' && found.was_held)
      await setHeld(trx, found.subject_type, found.subject_id, true);
    if (found.suspended && found.author_id) await unsuspend(ctx, trx, admin, found.author_id);
    await reopenReports(trx, found.id);
    await audit(trx, admin, {
      action: 'moderation.undo',
      subjectType: found.subject_type.toLowerCase(),
      subjectId: found.subject_id,
      before: { action: found.action },
    });
    return found;
  });
  if (act.hid && act.subject_type === 'VIDEO') await restoreIfArchived(ctx, admin, act);
  if (act.suspended && act.author_id) afterSuspension(ctx, act.author_id);
}

/** An undo that brings nothing back is none: its author, or another act, may have taken the thing away as well. */
async function mustBeBack(trx: Trx, { subject_type: type, subject_id: id }: Act): Promise<void> {
  if (await findSubject(trx, type, id, { archived: true })) return;
  throw fail(
    409,
    'NOT_UNDOABLE',
    'This stays away: it was deleted meanwhile, or another decision took it away as well.',
  );
}

/** It may have been restored from the archive meanwhile. */
async function restoreIfArchived(ctx: Context, admin: User, act: Act): Promise<void> {
  try {
    await restoreVideo(ctx, admin, act.subject_id);
  } catch (error) {
    if (!(error instanceof HttpError && error.status === 409)) throw error;
  }
}
