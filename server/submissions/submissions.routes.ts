import { studio } from '#contract/submissions/studio.ts';
import { submissions } from '#contract/submissions/submissions.ts';
import { notFound } from '#server/app/http/errors.ts';
import { guardUpload } from '#server/app/http/guards.ts';
import type { Call, Routes } from '#server/app/http/handle.ts';
import { requireCategory } from '#server/app/http/known-category.ts';
import {
  resubmitSubmission,
  retryProcessing,
  reviewSubmission,
  withdrawSubmission,
} from './submissions.actions.ts';
import { archiveUpload, changeUpload, unarchiveUpload } from './change.actions.ts';
import { readOriginal } from './edit/original.actions.ts';
import { findSubmissions } from './find-submissions.actions.ts';
import { listMine } from './mine.store.ts';
import { getSubmission } from './submissions.store.ts';

const isOwn = guardUpload(() => notFound('This submission'));

export const submissionsRoutes: Routes = (route) => {
  route(submissions.list, async ({ ctx, query }) => findSubmissions(ctx.db, ctx.signedUrls, query));

  route(submissions.mine, async ({ ctx, user, query }) => listMine(ctx.db, ctx.signedUrls, user.id, query));

  route(submissions.get, async ({ ctx, params, user }) =>
    getSubmission(ctx.db, ctx.signedUrls, params.id, user),
  );

  route(studio.original, async ({ ctx, params, user }) => readOriginal(ctx, user, params.id));

  const change = async ({ ctx, params, body, user }: Call<typeof studio.change>) => {
    requireCategory(ctx, 'videos', body.category);
    await changeUpload(ctx, user, params.id, body);
    return getSubmission(ctx.db, ctx.signedUrls, params.id, user);
  };
  route(studio.change, change, (call) => {
    call.ctx.rateLimits.require('submission-edit', String(call.user.id));
    return isOwn(call);
  });

  route(studio.archive, async ({ ctx, params, user }) => {
    await archiveUpload(ctx, user, params.id);
    return getSubmission(ctx.db, ctx.signedUrls, params.id, user);
  });
  route(studio.unarchive, async ({ ctx, params, user }) => {
    await unarchiveUpload(ctx, user, params.id);
    return getSubmission(ctx.db, ctx.signedUrls, params.id, user);
  });

  route(submissions.approve, async ({ ctx, params, user }) =>
    reviewSubmission(ctx, user, params.id, 'approve'),
  );
  route(submissions.unapprove, async ({ ctx, params, user }) =>
    reviewSubmission(ctx, user, params.id, 'unapprove'),
  );
  route(
    submissions.reject,
    async ({ ctx, params, body, user }) => reviewSubmission(ctx, user, params.id, 'reject', body ?? {}),
    isOwn,
  );

  const resubmit = async ({ ctx, params, body, user }: Call<typeof submissions.resubmit>) => {
    requireCategory(ctx, 'videos', body?.category);
    return resubmitSubmission(ctx, user, params.id, body ?? {});
  };
  route(submissions.resubmit, resubmit, isOwn);
  route(submissions.withdraw, async ({ ctx, params, user }) => withdrawSubmission(ctx, user, params.id));
  route(submissions.retry, async ({ ctx, params, user }) => retryProcessing(ctx, user, params.id));
};
