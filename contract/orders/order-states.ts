import { msg } from '../text/message.ts';

/**
 * The states of an order and the moves between them: the one table that the server (checks and SQL), the pages and the
 * statistics read. How to add a state: CONTRIBUTING.md.
 */
export const ORDER_STATUSES = [
  msg('PENDING'),
  msg('PAID'),
  msg('PROCESSING'),
  msg('SHIPPED'),
  msg('DELIVERED'),
  msg('CANCELLED'),
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export interface OrderMove {
  /** Who causes it: an admin by PUT /api/orders/{id}/status, or the payment provider's word. */
  by: readonly ('admin' | 'provider')[];
  /** The precondition: the provider confirms the payment, or the refund. */
  needs: 'payment' | 'refund' | null;
  /** May carry carrier and tracking number. */
  tracking?: true;
}

export interface OrderState {
  /** Its money is here and counts as revenue. */
  revenue: boolean;
  /** The order has to be packed and shipped. */
  toShip: boolean;
  /** The allowed transitions; anything else is 409 WRONG_STATUS. */
  moves: Partial<Record<OrderStatus, OrderMove>>;
}

export const ORDER_STATES: Record<OrderStatus, OrderState> = {
  PENDING: {
    revenue: false,
    toShip: false,
    moves: {
      PAID: { by: ['provider'], needs: 'payment' },
      CANCELLED: { by: ['admin', 'provider'], needs: null },
    },
  },
  PAID: {
    revenue: true,
    toShip: true,
    moves: {
      PROCESSING: { by: ['admin'], needs: null },
      CANCELLED: { by: ['admin', 'provider'], needs: 'refund' },
    },
  },
  PROCESSING: {
    revenue: true,
    toShip: true,
    moves: {
      SHIPPED: { by: ['admin'], needs: null, tracking: true },
      CANCELLED: { by: ['admin', 'provider'], needs: 'refund' },
    },
  },
  SHIPPED: { revenue: true, toShip: false, moves: { DELIVERED: { by: ['admin'], needs: null } } },
  DELIVERED: { revenue: true, toShip: false, moves: {} },
  CANCELLED: { revenue: false, toShip: false, moves: {} },
};

export const REVENUE_STATUSES = ORDER_STATUSES.filter((status) => ORDER_STATES[status].revenue);
export const TO_SHIP_STATUSES = ORDER_STATUSES.filter((status) => ORDER_STATES[status].toShip);
