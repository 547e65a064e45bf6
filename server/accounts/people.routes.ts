import { people } from '#contract/people.ts';
import { audit } from '#server/app/database/audit.ts';
import type { Context } from '#server/app/context.ts';
import { transact, type DbOrTrx } from '#server/app/database/database.ts';
import { fail, notFound } from '#server/app/http/errors.ts';
import type { Routes } from '#server/app/http/handle.ts';
import type { User } from '#server/app/http/sessions.ts';
import { upgradeGrantedEmail, upgradeRefusedEmail } from './accounts.emails.ts';
import { keepLastAdmin } from './accounts.store.ts';
import { addressee } from './login.ts';
import {
  decideUpgrade,
  getPerson,
  hasUpgradeRequest,
  listPeople,
  listUpgradeRequests,
  setRole,
  settleUpgrade,
} from './people.store.ts';
import { afterSuspension, suspend, unsuspend } from './suspensions.actions.ts';

const nobody = () => notFound('This person');

/** The dashboard's People tab. */
export const peopleRoutes: Routes = (route) => {
  route(people.list, async ({ ctx, query, reply }) => {
    const page = await listPeople(ctx.db, query);
    if (page.nextCursor) void reply.header('x-next-cursor', page.nextCursor);
    return page.people;
  });

  route(people.setRole, async ({ ctx, params, body, user }) => {
    const before = await transact(ctx.db, async (trx) => {
      if (body.role !== 'GLOBAL_ADMIN') await keepLastAdmin(trx, params.id);
      const changed = await setRole(trx, params.id, body.role);
      if (!changed) throw nobody();
      if (changed.before === body.role) return changed.before;
      if (body.role !== 'LOGIN_USER') await settleUpgrade(trx, params.id, user.id);
      await audit(trx, user, {
        action: 'user.role',
        subjectType: 'user',
        subjectId: params.id,
        before: { role: changed.before },
        after: { role: body.role },
      });
      return changed.before;
    });
    if (before !== body.role)
      ctx.log.info('A role was changed.', { userId: params.id, by: user.id, before, after: body.role });
    ctx.sessions.forget(params.id);
    return getPerson(ctx.db, params.id);
  });

  route(people.suspend, async ({ ctx, params, body, user }) => {
    if (params.id === user.id) throw fail(409, 'NOT_YOURSELF', "You can't suspend yourself.");
    await transact(ctx.db, async (trx) => {
      await keepLastAdmin(trx, params.id);
      if (!(await suspend(ctx, trx, user, { userId: params.id, reason: body.reason }))) throw nobody();
    });
    afterSuspension(ctx, params.id);
    return getPerson(ctx.db, params.id);
  });

  route(people.unsuspend, async ({ ctx, params, user }) => {
    await transact(ctx.db, async (trx) => {
      if (!(await unsuspend(ctx, trx, user, params.id))) throw nobody();
    });
    afterSuspension(ctx, params.id);
    return getPerson(ctx.db, params.id);
  });

  route(people.upgradeRequests, async ({ ctx }) => listUpgradeRequests(ctx.db));
  route(people.grant, async ({ ctx, params, user }) => decide(ctx, params.id, user, null));
  route(people.refuse, async ({ ctx, params, body, user }) => decide(ctx, params.id, user, body.reason));
};

const noSuchRequest = async (trx: DbOrTrx, requestId: number) =>
  (await hasUpgradeRequest(trx, requestId))
    ? fail(409, 'ANSWERED_ALREADY', 'This request was answered already.')
    : notFound('This request');

async function decide(ctx: Context, requestId: number, admin: User, refuseReason: string | null) {
  const person = await transact(ctx.db, async (trx) => {
    const decided = await decideUpgrade(trx, requestId, admin.id, refuseReason);
    if (!decided) throw await noSuchRequest(trx, requestId);
    await audit(trx, admin, {
      action: refuseReason === null ? 'upgrade.grant' : 'upgrade.refuse',
      subjectType: 'user',
      subjectId: decided.userId,
      after: refuseReason === null ? { role: 'CONTENT_CREATOR' } : { reason: refuseReason },
    });
    const asked = await getPerson(trx, decided.userId);
    if (asked?.email) {
      const to = addressee(ctx, asked.username);
      await ctx.outbox.sendTemplate(
        trx,
        asked.email,
        refuseReason === null ? upgradeGrantedEmail(to) : upgradeRefusedEmail(to, refuseReason),
      );
    }
    return asked;
  });
  if (person && refuseReason === null)
    ctx.log.info('A role was changed.', { userId: person.id, by: admin.id, after: person.role });
  if (person) ctx.sessions.forget(person.id);
  return person;
}
