import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADDRESS, startShop, until, type Checkout, type Shop } from '#server/testing/shopping.ts';

/** Beside the site of the harness a second server process on the same database: the one that is killed. */
let shop: Shop;
let environment: Record<string, string>;
let child: ChildProcess | null = null;
let url = '';

beforeAll(async () => {
  shop = await startShop({ ROLES: 'web' });
  const {
    rows: [place],
  } = await sql<{ name: string; folder: string; port: string; person: string }>`
    select current_database() as name, trim('"' from split_part(current_setting('unix_socket_directories'), ',', 1)) as folder, current_setting('port') as port, current_user as person`.execute(
    shop.site.ctx.db,
  );
  const settings = shop.site.ctx.settings;
  environment = {
    NODE_ENV: 'test',
    DATA_DIR: settings.DATA_DIR,
    LOG_LEVEL: 'silent',
    SAMPLE_CONTENT: 'off',
    RATE_LIMIT: 'off',
    ROLES: 'web',
    PAYMENTS: 'paypal',
    PAYPAL_API_URL: shop.paypal.url,
    PAYPAL_CLIENT_ID: shop.paypal.clientId,
    PAYPAL_CLIENT_SECRET: shop.paypal.clientSecret,
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '',
    DATABASE_URL: `postgres://${place?.person}@localhost:${place?.port}/${place?.name}?host=${encodeURIComponent(place?.folder ?? '')}`,
  };
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await shop.paypal.close();
});

async function startServer(): Promise<void> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => {
    probe.close(done);
  });
  child = spawn(process.execPath, ['server/main.ts'], {
    env: { ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  url = `http://127.0.0.1:${port}`;
  await until(() => {
    if (child?.exitCode !== null) throw new Error('The server did not start.');
    return fetch(`${url}/api/health/ping`).then(
      ({ ok }) => ok,
      () => false,
    );
  });
}

async function kill(): Promise<void> {
  const gone = child && child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
  child?.kill('SIGKILL');
  await gone;
  child = null;
}

const call = (path: string, body: object, key?: string) =>
  fetch(url + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(key ? { 'x-order-key': key } : {}) },
  }).then(
    async (answer) => (answer.ok ? ((await answer.json()) as Checkout) : null),
    () => null,
  );

const CAPTURE = /\/capture$/;
const GET = /^GET \/v2\/checkout/;
const CREATE = /^POST \/v2\/checkout\/orders$/;

/** Where the server dies: at which of the provider's calls, before or after it is done; or so long after the capture. */
const STEPS: { name: string; at?: [RegExp, 'asked' | 'done']; after?: number; paid: boolean }[] = [
  { name: 'before the payment is created', at: [CREATE, 'asked'], paid: false },
  { name: 'after it is created, before we know', at: [CREATE, 'done'], paid: false },
  { name: 'before the payment is looked at', at: [GET, 'asked'], paid: true },
  { name: 'after it was looked at', at: [GET, 'done'], paid: true },
  { name: 'before the money is taken', at: [CAPTURE, 'asked'], paid: true },
  { name: 'after it is taken, before we know', at: [CAPTURE, 'done'], paid: true },
  ...[0, 4, 10, 30].map((after) => ({
    name: `${after} ms after the capture was answered`,
    after,
    paid: true,
  })),
];

test.for(STEPS)(
  'killed $name: never money without an order, never an order without money',
  async ({ at, after, paid }) => {
    await startServer();
    const { switches } = shop.paypal;
    switches.onCall = async (path, when) => {
      if (at && at[0].test(path) && at[1] === when) await kill();
      if (after !== undefined && CAPTURE.test(path) && when === 'done') setTimeout(() => void kill(), after);
    };
    const checkout = await call('/api/checkout', {
      ...ADDRESS,
      items: [{ productId: shop.products[0]?.id, quantity: 1 }],
    });
    if (checkout) {
      shop.paypal.approve(checkout.paypalOrderId);
      await call('/api/orders', { paypalOrderId: checkout.paypalOrderId }, checkout.orderKey);
    }
    await until(() => child === null);
    switches.onCall = null;
    await shop.reconcile();
    const captured = [...shop.paypal.orders.values()]
      .filter((order) => order.capture)
      .map((order) => order.id);
    const orders = await shop.site.ctx.db
      .selectFrom('orders')
      .select(['payment_id', 'status', 'capture_id'])
      .execute();
    expect(orders.map((order) => order.payment_id).toSorted()).toEqual(captured.toSorted());
    expect(orders.every((order) => order.status === 'PAID')).toBe(true);
    expect(captured.includes(checkout?.paypalOrderId ?? '')).toBe(paid);
  },
);
