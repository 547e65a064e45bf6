import { orders } from '#contract/orders/orders.ts';
import { fail } from '#server/app/http/errors.ts';
import { guardExisting } from '#server/app/http/guards.ts';
import type { Call, Routes } from '#server/app/http/handle.ts';
import { changeStatus } from './move.actions.ts';
import { writeCsv } from './orders.csv.ts';
import { findOrders } from './find-orders.actions.ts';
import { findOrder, listEvents, readStats, toOrder } from './orders.store.ts';

const noOrder = () => fail(404, 'NOT_FOUND', 'Order not found');

export const orderAdminRoutes: Routes = (route) => {
  route(orders.adminAll, async ({ ctx, query }) => await findOrders(ctx.db, query));
  route(orders.adminStats, async ({ ctx }) => await readStats(ctx.db, ctx.settings.owner.shop.currency));
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

  const setStatus = async ({ ctx, params, body, user, reply }: Call<typeof orders.setStatus>) => {
    const order = await changeStatus(ctx, params.id, body, user);
    if (!order) throw noOrder();
    if (order.status !== body.status) reply.code(202);
    return toOrder(order);
  };
  route(orders.setStatus, setStatus, guardExisting('orders', noOrder));
};
