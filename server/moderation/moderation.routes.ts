import { moderation } from '#contract/moderation/moderation.ts';
import { msg } from '#contract/text/message.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { addressGroup } from '#server/app/http/callers/rate-limits.ts';
import { listActs } from './acts.store.ts';
import { moderateAll, undoAct } from './moderate.actions.ts';
import { report } from './reports.actions.ts';
import { listReported } from './reports.store.ts';
import type { ModeratedSubjects } from './subjects.store.ts';
import { deleteWatchedWord, createWatchedWord } from './watched-terms.actions.ts';
import { listWatchedTerms } from './watched-terms.store.ts';

export const moderationRoutes =
  (subjects: ModeratedSubjects): Routes =>
  (route) => {
    route(moderation.report, async ({ ctx, body, caller, user }) => {
      const person = caller.person();
      ctx.rateLimits.require('report-address', addressGroup(caller.address));
      ctx.rateLimits.require('report', person);
      await report(ctx, subjects[body.subjectType], body, { person, isMember: user !== null });
      return { message: msg`Thank you. We'll review it.` };
    });
    route(moderation.list, async ({ ctx, query }) => listReported(ctx.db, subjects, query));

    route(moderation.act, async ({ ctx, body, user }) => {
      const { action, reason, subjects: items } = body;
      return moderateAll(ctx, user, subjects, { action, reason, subjects: items });
    });
    route(moderation.acts, async ({ ctx }) => listActs(ctx.db, subjects));
    route(moderation.undo, async ({ ctx, params, user }) => {
      await undoAct(ctx, user, subjects, params.id);
      return { undone: true as const };
    });

    route(moderation.words, async ({ ctx }) => listWatchedTerms(ctx.db));
    route(moderation.addWord, async ({ ctx, body, user }) => createWatchedWord(ctx, user, body.word));
    route(moderation.removeWord, async ({ ctx, params, user }) => deleteWatchedWord(ctx, user, params.id));
  };
