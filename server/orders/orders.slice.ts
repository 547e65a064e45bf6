import type { Slice } from '#server/app/slice.ts';
import { orderAdminRoutes } from './admin.routes.ts';
import { joinCheckouts } from './checkouts.store.ts';
import { followCapture, reconcilePayments, settlePayment } from './orders.jobs.ts';
import { ordersRoutes } from './orders.routes.ts';
import { refundCapture } from './refunds/refund.jobs.ts';
import { webhookRoutes } from './webhook.routes.ts';

export const ordersSlice: Slice = {
  routes: [ordersRoutes, orderAdminRoutes, webhookRoutes],
  joinVisitor: joinCheckouts,
  jobs: [settlePayment, followCapture, reconcilePayments, refundCapture],
};
