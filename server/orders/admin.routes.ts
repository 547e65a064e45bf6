import { invoices } from '#contract/orders/invoices.ts';
import { MAX_ORDERS_PAGE, orders } from '#contract/orders/orders.ts';
import { refunds } from '#contract/orders/refunds.ts';
import { sendCsv } from '#server/app/http/csv-response.ts';
import { fail } from '#server/app/http/errors.ts';
import { guardExisting } from '#server/app/http/guards.ts';
import type { Call, Routes } from '#server/app/http/handle.ts';
import { changeStatus } from './move.actions.ts';
import { ORDER_COLUMNS, TAX_COLUMNS } from './orders.csv.ts';
import { listTaxRows } from './invoices/tax-report.store.ts';
import { findOrders } from './find-orders.actions.ts';
import { refundPart } from './refunds/line-refunds.actions.ts';
import { findOrder, listEvents, listOrders, readStats, toOrder } from './orders.store.ts';

const noOrder = () => fail(404, 'NOT_FOUND', 'Order not found');

export const orderAdminRoutes: Routes = (route) => {
  route(orders.adminAll, async ({ ctx, query }) => await findOrders(ctx.db, query));
  route(orders.adminStats, async ({ ctx }) => await readStats(ctx.db, ctx.settings.owner.shop.currency));
  route(orders.adminExport, async ({ ctx, query, reply }) => {
    const readPage = (cursor?: string) => listOrders(ctx.db, { ...query, cursor, limit: MAX_ORDERS_PAGE });
    await sendCsv({ ctx, reply }, { fileName: 'orders.csv', columns: ORDER_COLUMNS, readPage });
  });
  route(invoices.taxReport, async ({ ctx, query: { month }, reply }) => {
    const readPage = (cursor?: string) => listTaxRows(ctx.db, { month, cursor });
    await sendCsv({ ctx, reply }, { fileName: 'tax-report.csv', columns: TAX_COLUMNS, readPage });
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
  const refund = async ({ ctx, params, body, user, reply }: Call<typeof refunds.create>) => {
    const refunded = await refundPart(ctx, params.id, body, user);
    if (!refunded) throw noOrder();
    if (refunded.pending) reply.code(202);
    return toOrder(refunded.order);
  };
  route(refunds.create, refund, guardExisting('orders', noOrder));

  route(orders.setStatus, setStatus, guardExisting('orders', noOrder));
};
