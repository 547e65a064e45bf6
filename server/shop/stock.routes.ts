import { stock, type StockMovement } from '#contract/shop/stock.ts';
import { sendCsv, type CsvColumns } from '#server/app/http/csv-response.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { listMovements } from './stock.store.ts';

const COLUMNS: CsvColumns<StockMovement> = [
  ['Movement', (row) => row.id],
  ['Time', (row) => row.createdAt],
  ['Product', (row) => row.productId],
  ['Name', (row) => row.productName],
  ['Variant', (row) => row.variantId],
  ['Options', (row) => row.variant],
  ['Quantity', (row) => row.quantity],
  ['Reason', (row) => row.reason],
  ['By', (row) => row.actor],
  ['Order', (row) => row.orderId],
];

export const stockRoutes: Routes = (route) => {
  route(stock.movements, async ({ ctx, query }) => await listMovements(ctx.db, query));
  route(stock.movementsCsv, async ({ ctx, query: { month }, reply }) => {
    const readPage = (cursor?: string) => listMovements(ctx.db, { month, cursor, oldest: true, limit: 500 });
    await sendCsv({ ctx, reply }, { fileName: 'stock-movements.csv', columns: COLUMNS, readPage });
  });
};
