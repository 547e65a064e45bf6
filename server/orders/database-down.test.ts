import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAlive } from '#server/adapters/database/process-id.ts';
import { startShop, type Shop } from '#server/testing/shopping.ts';
import { until } from '#server/testing/waiting.ts';
import { sqlTexts } from '#server/app/database/read-rows.ts';

/** PostgreSQL itself is stopped here, so this shop has one of its own. */
let shop: Shop;
beforeAll(async () => {
  shop = await startShop({}, { ownServer: true });
});
afterAll(() => shop.paypal.close());

const CAPTURE = /\/capture$/;

async function findDatabase(): Promise<number> {
  const [folder] = await sqlTexts`select current_setting('data_directory') as folder`.execute(
    shop.site.ctx.db,
  );
  return Number((await readFile(join(folder ?? '', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** At once, as in a crash: no goodbye to anybody. */
async function stopDatabase(pid: number): Promise<void> {
  process.kill(pid, 'SIGQUIT');
  await until(() => !isAlive(pid));
}

test.for([
  { at: 'asked', name: 'before the money is taken' },
  { at: 'done', name: 'after the money is taken' },
] as const)('when PostgreSQL stops $name, the order appears by itself and is paid once', async ({ at }) => {
  const { switches } = shop.paypal;
  const guest = shop.site.visitor();
  const checkout = await shop.checkout(guest);
  shop.paypal.approve(checkout.paypalOrderId);
  const pid = await findDatabase();
  switches.onCall = async (call, when) => {
    if (!CAPTURE.test(call) || when !== at) return;
    switches.onCall = null;
    await stopDatabase(pid);
  };
  const captures = shop.captures();
  const answer = await shop.place(guest, checkout);
  expect(answer.status).toBeGreaterThanOrEqual(500);
  expect(answer.headers.get('content-type')).toContain('json');
  expect(shop.captures()).toBe(captures + 1);
  // the server brings its database up again; then the job finds the money
  await until(() =>
    shop.reconcile().then(
      () => true,
      () => false,
    ),
  );
  expect((await shop.ordersOf(checkout.paypalOrderId)).map(({ status }) => status)).toEqual(['PAID']);
  expect(shop.captures()).toBe(captures + 1);
  // and the buyer's browser, trying again, gets that very order
  const again = await shop.place(guest, checkout);
  expect([again.status, await again.json()]).toMatchObject([201, { status: 'PAID' }]);
  expect(await findDatabase()).not.toBe(pid);
});

test('when PostgreSQL stops between two statements, the transaction fails and the process survives', async () => {
  const { db } = shop.site.ctx;
  await until(() => findDatabase().catch(() => null));
  const broken = db.transaction().execute(async (trx) => {
    await sql`select 1`.execute(trx);
    await stopDatabase(await findDatabase());
    await sql`select 1`.execute(trx);
  });
  await expect(broken).rejects.toThrow();
  await until(() => shop.site.fetch('/api/products').then(({ ok }) => ok));
});
