import { submissions } from '#contract/submissions.ts';
import { audit } from '#server/app/database/audit.ts';
import type { Context } from '#server/app/context.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import { fail, notFound } from '#server/app/http/errors.ts';
import type { Routes } from '#server/app/http/handle.ts';
import type { User } from '#server/app/http/sessions.ts';
import { publishSubmission } from './submissions.events.ts';
import { noteOutcome } from './processing.store.ts';
import { sendReviewEmail } from './review.emails.ts';
import { checkVideo, removeFiles } from './submissions.jobs.ts';
import { refuseMove, type Move } from './submissions.rules.ts';
import {
  findRetry,
  findStanding,
  getSubmission,
  listMine,
  listSubmissions,
  moveSubmission,
  resubmit,
  withdraw,
} from './submissions.store.ts';
import { forgetUploadsOf } from './uploads.store.ts';

export const submissionsRoutes: Routes = (route) => {
  route(submissions.list, async ({ ctx, query, reply }) => {
    const page = await listSubmissions(ctx.db, ctx.signedUrls, query);
    if (page.nextCursor) reply.header('x-next-cursor', page.nextCursor);
    return page.submissions;
  });

  route(submissions.mine, async ({ ctx, user }) => listMine(ctx.db, ctx.signedUrls, user.id));

  route(submissions.get, async ({ ctx, params, user }) =>
    getSubmission(ctx.db, ctx.signedUrls, params.id, user),
  );

  route(submissions.approve, async ({ ctx, params, user }) => move(ctx, user, params.id, 'approve'));

  route(submissions.unapprove, async ({ ctx, params, user }) => move(ctx, user, params.id, 'unapprove'));

  route(submissions.reject, async ({ ctx, params, body, user }) =>
    move(ctx, user, params.id, 'reject', body ?? {}),
  );

  route(submissions.resubmit, async ({ ctx, params, body, user }) => {
    await transact(ctx.db, async (trx) => {
      const sent = await resubmit(trx, params.id, user.id, body ?? {}, new Date(ctx.clock.now()));
      if (!sent) await refuse(trx, params.id, 'resubmit', user);
      await audit(trx, user, {
        action: 'submission.resubmit',
        subjectType: 'video',
        subjectId: params.id,
        before: { status: 'REJECTED' },
        after: { status: 'PENDING', ...body },
      });
    });
    return afterChange(ctx, params.id, user);
  });

  route(submissions.withdraw, async ({ ctx, params, user }) => {
    await transact(ctx.db, async (trx) => {
      await forgetUploadsOf(trx, params.id);
      const gone = await withdraw(trx, params.id, user.id);
      if (!gone) throw notFound('This submission');
      if (gone.refused !== null) throw fail(409, 'WRONG_STATE', gone.refused);
      const { keys, title, status } = gone;
      await ctx.jobs.send(removeFiles, { keys, prefixes: [`videos/${params.id}`] }, { trx });
      await audit(trx, user, {
        action: 'submission.withdraw',
        subjectType: 'video',
        subjectId: params.id,
        before: { title, status },
      });
    });
    ctx.cache.drop('videos');
    publishSubmission(ctx, params.id);
  });

  route(submissions.retry, async ({ ctx, params, user }) => {
    await transact(ctx.db, async (trx) => {
      const failed = await findRetry(trx, params.id);
      if (!failed)
        throw (await findStanding(trx, params.id))
          ? fail(409, 'NOT_FAILED', 'Only a video whose processing failed can be tried again.')
          : notFound('This submission');
      await noteOutcome(trx, params.id, failed.media_rev, {
        processing: 'QUEUED',
        processing_percent: 0,
        processing_tries: 0,
        failure_reason: null,
      });
      await ctx.jobs.send(checkVideo, { videoId: params.id, rev: failed.media_rev }, { trx });
      await audit(trx, user, {
        action: 'submission.retry',
        subjectType: 'video',
        subjectId: params.id,
        before: { processing: 'FAILED', failureReason: failed.failure_reason },
        after: { processing: 'QUEUED' },
      });
    });
    return afterChange(ctx, params.id, user);
  });
};

async function move(
  ctx: Context,
  user: User,
  id: number,
  name: Move,
  { reason = null, atSec = null }: { reason?: string | null; atSec?: number | null } = {},
) {
  await transact(ctx.db, async (trx) => {
    const moved = await moveSubmission(trx, id, name, {
      by: user.id,
      now: new Date(ctx.clock.now()),
      reason,
      atSec,
    });
    if (!moved) return refuse(trx, id, name, user);
    await audit(trx, user, {
      action: `submission.${name}`,
      subjectType: 'video',
      subjectId: id,
      before: { status: moved.before },
      after: { status: moved.status, ...(reason ? { reason, atSec } : {}) },
    });
    if (name !== 'unapprove') await sendReviewEmail(ctx, trx, { ...moved, reason, atSec });
  });
  return afterChange(ctx, id, user);
}

/** Why a move could not be made: not there, not yours, or not from where it is. Asks on the connection it has. */
async function refuse(trx: Trx, id: number, name: Move, user: User): Promise<never> {
  const standing = await findStanding(trx, id);
  if (!standing || !(user.role === 'GLOBAL_ADMIN' || standing.uploader_id === user.id))
    throw notFound('This submission');
  throw fail(409, 'WRONG_STATE', refuseMove(name, standing.status, standing.archived_at !== null));
}

async function afterChange(ctx: Context, id: number, user: User) {
  ctx.cache.drop('videos');
  publishSubmission(ctx, id);
  return getSubmission(ctx.db, ctx.signedUrls, id, user);
}
