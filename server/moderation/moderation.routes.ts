import { moderation } from '#contract/moderation/moderation.ts';
import { msg, ownWords } from '#contract/text/message.ts';
import { transact } from '#server/app/database/database.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { addressGroup } from '#server/app/http/callers/rate-limits.ts';
import { tell } from '#server/notifications/tell.actions.ts';
import { listActs } from './acts.store.ts';
import { gone, moderateAll, undoAct } from './moderate.actions.ts';
import { addReport, listReported } from './reports.store.ts';
import { findSubject, type ModeratedSubjects } from './subjects.store.ts';
import { unwatchWord, watchWord } from './words.actions.ts';
import { listWords } from './words.store.ts';

export const moderationRoutes =
  (subjects: ModeratedSubjects): Routes =>
  (route) => {
    route(moderation.report, async ({ ctx, body, caller, user }) => {
      const { subjectType, subjectId, reason } = body;
      const person = caller.person();
      ctx.rateLimits.require('report-address', addressGroup(caller.address));
      ctx.rateLimits.require('report', person);
      const subject = await findSubject(ctx.db, subjects[subjectType], subjectId);
      if (!subject?.isPublic || (subject.isForMembers && !user)) throw gone();
      await transact(ctx.db, async (trx) => {
        await addReport(trx, { subjectType, subjectId, reporter: person, reason: ownWords(reason) });
        await tell(ctx, trx, { kind: 'REPORT_NEW', type: subjectType, id: subjectId });
      });
      return { message: msg`Thank you. Somebody will look at it.` };
    });
    route(moderation.list, async ({ ctx, query }) => listReported(ctx.db, subjects, query));

    route(moderation.act, async ({ ctx, body, user }) => {
      const { action, reason, subjects: things } = body;
      return moderateAll(ctx, user, subjects, { action, reason, things });
    });
    route(moderation.acts, async ({ ctx }) => listActs(ctx.db, subjects));
    route(moderation.undo, async ({ ctx, params, user }) => {
      await undoAct(ctx, user, subjects, params.id);
      return { undone: true as const };
    });

    route(moderation.words, async ({ ctx }) => listWords(ctx.db));
    route(moderation.addWord, async ({ ctx, body, user }) => watchWord(ctx, user, body.word));
    route(moderation.removeWord, async ({ ctx, params, user }) => unwatchWord(ctx, user, params.id));
  };
