import { t } from '@lingui/core/macro';
import type { ReviewStatus } from '#contract/submissions/review-states.ts';
import type { OrderStatus } from '#contract/orders/order-states.ts';

/** The label of a video's status badge. */
export const reviewStatusLabels = (): Record<ReviewStatus, string> => ({
  PENDING: t({ message: 'PENDING', context: 'a clip' }),
  APPROVED: t`APPROVED`,
  REJECTED: t`REJECTED`,
});

/** The label of an order's status badge. */
export const orderStatusLabels = (): Record<OrderStatus, string> => ({
  PENDING: t({ message: 'PENDING', context: 'an order' }),
  PAID: t`PAID`,
  PROCESSING: t`PROCESSING`,
  SHIPPED: t`SHIPPED`,
  DELIVERED: t`DELIVERED`,
  CANCELLED: t`CANCELLED`,
});
