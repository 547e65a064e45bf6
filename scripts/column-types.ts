/** Types of columns that kysely-codegen would call `string` or `Json`, and where they come from. */
export const IMPORTS = {
  OrderStatus: '#contract/order-states.ts#OrderStatus',
  CheckoutStatus: './columns.ts#CheckoutStatus',
  PricedLine: './columns.ts#PricedLine',
  Shipping: './columns.ts#Shipping',
};

/** jsonb is read as its value and written as text: node-postgres would take an array for one of PostgreSQL's. */
const json = (type: string) => `ColumnType<${type}, string, string>`;

export const COLUMNS = {
  'checkouts.lines': json('PricedLine[]'),
  'checkouts.shipping': json('Shipping'),
  'checkouts.status': 'Generated<CheckoutStatus>',
  'order_events.status': 'OrderStatus',
  'order_totals.status': 'OrderStatus',
  'orders.items': json('PricedLine[]'),
  'orders.status': 'OrderStatus',
};
