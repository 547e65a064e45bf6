import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { stock } from '#contract/shop/stock.ts';
import { addressOf } from '#contract/site/address.ts';
import { callPage } from '#web/app/client/call.ts';
import { downloadFile } from '#web/app/client/call-file.ts';
import { listOptions } from '#web/app/client/list-query.ts';

/** `month`: as in 2026-11; empty: all. */
const movementsQuery = (month: string) =>
  listOptions(['products', 'stock', month], (cursor) =>
    callPage(stock.movements, { query: { month: month || undefined, cursor } }),
  );
export const useStockMovements = (month: string) =>
  useInfiniteQuery({ ...movementsQuery(month), placeholderData: keepPreviousData });

export const downloadMovements = (month: string) =>
  downloadFile({ ...stock.movementsCsv, path: addressOf(stock.movementsCsv.path, undefined, { month }) });
