import { ORDERS_PAGE } from '#contract/orders/orders.ts';
import type { Db } from '#server/app/database/database.ts';
import { matchWithTypos } from '#server/search/typo-tolerance.actions.ts';
import { listOrders, type OrderFilter } from './orders.store.ts';
import { listOrderTexts } from './search.store.ts';

/** One page of orders. Without exact matches: close matches among the newest. */
export async function findOrders(db: Db, filter: OrderFilter & { cursor?: string | undefined }) {
  const page = await listOrders(db, filter);
  if (page.items.length || filter.q === null || filter.cursor) return page;
  const isMeant = matchWithTypos(filter.q);
  const ids = (await listOrderTexts(db, filter.status))
    .filter(({ text }) => isMeant(text))
    .slice(0, ORDERS_PAGE)
    .map(({ id }) => id);
  return ids.length ? listOrders(db, { q: null, ids }) : page;
}
