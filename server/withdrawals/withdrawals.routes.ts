import { msg } from '#contract/text/message.ts';
import { withdrawals } from '#contract/withdrawals/withdrawals.ts';
import type { Context } from '#server/app/context.ts';
import { fail } from '#server/app/http/errors.ts';
import { addressGroup } from '#server/app/http/callers/rate-limits.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { findOrder, isKeyOf } from '#server/orders/orders.store.ts';
import { declareWithdrawal, mayWithdrawFrom } from './withdrawals.actions.ts';
import { mailWithdrawalLink } from './withdrawals.jobs.ts';
import { findDeclaration, findLink, listWithdrawals } from './withdrawals.store.ts';

const guardOffered = async ({ ctx }: { ctx: Context }): Promise<boolean> =>
  ctx.settings.owner.shop.withdrawalMode !== 'OFF';

export const withdrawalsRoutes: Routes = (route) => {
  route(
    withdrawals.declare,
    async ({ ctx, body, caller, request }) => {
      await ctx.rateLimits.require('withdrawal', addressGroup(caller.address));
      const key = request.headers['x-order-key'];
      const order = typeof key === 'string' ? await findOrder(ctx.db, { id: body.orderId }) : null;
      if (order && typeof key === 'string' && isKeyOf(order, key)) {
        if (mayWithdrawFrom(ctx, order)) await declareWithdrawal(ctx, order, body.email);
      } // the same answer and timing for all others: only the job looks for the order
      else await ctx.jobs.send(mailWithdrawalLink, body);
      return { message: msg`If this email belongs to the order, a message is on its way.` };
    },
    guardOffered,
  );

  route(
    withdrawals.confirm,
    async ({ ctx, body, caller }) => {
      ctx.rateLimits.require('link', addressGroup(caller.address));
      const link = await findLink(ctx.db, body.token, ctx.clock.now());
      const order = link && (await findOrder(ctx.db, { id: link.orderId }));
      if (!order) throw fail(404, 'LINK_INVALID', 'This link is invalid or has expired.');
      await declareWithdrawal(ctx, order, link.email);
      return await findDeclaration(ctx.db, order.id);
    },
    guardOffered,
  );

  route(withdrawals.adminList, async ({ ctx, query }) => await listWithdrawals(ctx.db, query));
};
