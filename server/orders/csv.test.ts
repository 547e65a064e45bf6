import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSite, type TestSite } from '#server/testing/site.ts';
import { writeCsv } from '#server/app/http/csv-response.ts';
import { ORDER_COLUMNS } from './orders.csv.ts';
import { listOrders } from './orders.store.ts';

const ORDERS = 10_000;
let site: TestSite;
let answering: ServerResponse;
let written: Promise<void> = Promise.resolve();
const server = createServer((_, response) => {
  answering = response;
  const readPage = (cursor?: string) => listOrders(site.ctx.db, { q: null, cursor, limit: 500 });
  written = writeCsv({ fileName: 'orders.csv', columns: ORDER_COLUMNS, readPage }, response, site.ctx.log);
});
beforeAll(async () => {
  site = await startTestSite({ ROLES: 'web' });
  await sql`insert into orders (order_key, payment_id, capture_id, status, total_cents, shipping_name, shipping_address,
      shipping_city, shipping_state, shipping_zip_code, shipping_country, items)
    select 'k' || i, 'P' || i, 'C' || i, 'PAID', 100, repeat('n', 100), repeat('a', 100), 'b', 'c', 'd', 'US', '[]'
    from generate_series(1, ${ORDERS}::int) i`.execute(site.ctx.db);
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => void server.close());

async function begin(): Promise<IncomingMessage> {
  const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return answer;
}

test('a slow reader gets all orders, and no page leaves a listener behind', async () => {
  let [lines, most] = [0, 0];
  // a piece at a time: the sender waits for its reader again and again
  for await (const chunk of await begin()) {
    lines += String(chunk).split('\r\n').length - 1;
    await setImmediate();
    for (const name of answering.eventNames()) most = Math.max(most, answering.listenerCount(name));
  }
  await written;
  expect(lines).toBe(ORDERS + 1);
  expect(most).toBeLessThan(10);
});

test('stops writing when the download is aborted', async () => {
  const answer = await begin();
  await once(answer, 'readable');
  answer.destroy();
  await expect(written).resolves.toBeUndefined();
});
