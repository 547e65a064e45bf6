import { orders } from '#contract/orders.ts';
import { audit } from '#server/app/database/audit.ts';
import { transact } from '#server/app/database/database.ts';
import { fail } from '#server/app/http/errors.ts';
import type { Routes } from '#server/app/http/handle.ts';
import type { OrderStatus } from '#contract/orders.ts';
import { cancelOrder } from './cancel.actions.ts';
import { writeCsv } from './orders.csv.ts';
import { sendEmail } from './orders.emails.ts';
import { mayMove } from './orders.rules.ts';
import { settleCheckout } from './settle.actions.ts';
import {
  findOrder,
  listEvents,
  listOrders,
  moveOrder,
  noteEvent,
  readStats,
  toOrder,
} from './orders.store.ts';

const noOrder = () => fail(404, 'NOT_FOUND', 'Order not found');
const wrongWay = (from: string, to: string) =>
  fail(409, 'WRONG_STATUS', `This order is ${from} and cannot become ${to}.`);

export const orderAdminRoutes: Routes = (route) => {
  route(orders.adminAll, async ({ ctx, query, reply }) => {
    const page = await listOrders(ctx.db, query);
    if (page.nextCursor) reply.header('x-next-cursor', page.nextCursor);
    return page.orders;
  });
  route(orders.adminStats, async ({ ctx }) => await readStats(ctx.db));
  route(orders.adminExport, async ({ ctx, query, reply }) => {
    reply.hijack();
    const headers = Object.fromEntries(
      Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]),
    );
    reply.raw.writeHead(200, {
      ...headers,
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="orders.csv"',
      'cache-control': 'no-store',
    });
    await writeCsv(ctx, query, reply.raw);
  });
  route(orders.events, async ({ ctx, params }) => {
    if (!(await findOrder(ctx.db, { id: params.id }))) throw noOrder();
    return await listEvents(ctx.db, params.id);
  });

  route(orders.setStatus, async ({ ctx, params, body, user, reply }) => {
    const order = await findOrder(ctx.db, { id: params.id });
    if (!order) throw noOrder();
    const from = order.status as OrderStatus;
    const asksAgain = body.status === 'CANCELLED' && order.cancel_deferred;
    if (!mayMove(from, body.status) && !asksAgain) throw wrongWay(from, body.status);
    if (body.status === 'CANCELLED') {
      const cancelled = await cancelOrder(ctx, order.id, user, body.reason);
      if (cancelled.status !== 'CANCELLED') reply.code(202);
      return toOrder(cancelled);
    }
    if (body.status === 'PAID') {
      // nobody but the provider can say so
      const settled = order.checkout_id === null ? null : await settleCheckout(ctx, order.checkout_id);
      if (settled?.order?.status !== 'PAID')
        throw fail(409, 'NOT_PAID', 'The payment provider has not confirmed this payment.');
      return toOrder(settled.order);
    }
    return await transact(ctx.db, async (trx) => {
      const moved = await moveOrder(trx, order.id, from, body.status, body);
      if (!moved)
        throw fail(409, 'WRONG_STATUS', 'Somebody else changed this order meanwhile. Please reload.');
      const track = [moved.carrier, moved.tracking_number].filter(Boolean).join(' ');
      await noteEvent(
        trx,
        order.id,
        user,
        body.status === 'SHIPPED' && track
          ? `Marked as shipped (${track}).`
          : `Marked as ${body.status.toLowerCase()}.`,
        body.status,
      );
      await audit(trx, user, {
        action: 'order.status',
        subjectType: 'order',
        subjectId: order.id,
        before: { status: from },
        after: { status: body.status },
      });
      if (body.status === 'SHIPPED') await sendEmail(ctx, trx, 'shipped', moved);
      return toOrder(moved);
    });
  });
};
