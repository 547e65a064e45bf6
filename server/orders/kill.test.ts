import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
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
    DATABASE_URL: `postgres://${place?.person}@127.0.0.1:${await openTap(`${place?.folder}/.s.PGSQL.${place?.port}`)}/${place?.name}`,
  };
});
afterAll(async () => {
  child?.kill('SIGKILL');
  tap.close();
  await shop.paypal.close();
});

/** Counts down what the server still says to the database before it dies; null: nobody counts. */
let statementsLeft: number | null = null;
/** Between the server and PostgreSQL, so that it can die between any two statements. */
const tap = createServer();

async function openTap(socket: string): Promise<number> {
  tap.on('connection', (server) => {
    const database = connect(socket);
    server.on('data', (said) => {
      if (statementsLeft !== null && statementsLeft-- === 0) child?.kill('SIGKILL');
      // what a dead server said is not heard
      else if (child?.killed !== true) database.write(said);
    });
    database.pipe(server);
    for (const [one, other] of [
      [server, database],
      [database, server],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  tap.listen(0, '127.0.0.1');
  await once(tap, 'listening');
  return (tap.address() as AddressInfo).port;
}

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

/** Where the server dies: at which of the provider's calls, before or after it is done. */
const STEPS: { name: string; at: [RegExp, 'asked' | 'done']; paid: boolean }[] = [
  { name: 'before the payment is created', at: [CREATE, 'asked'], paid: false },
  { name: 'after it is created, before we know', at: [CREATE, 'done'], paid: false },
  { name: 'before the payment is looked at', at: [GET, 'asked'], paid: true },
  { name: 'after it was looked at', at: [GET, 'done'], paid: true },
  { name: 'before the money is taken', at: [CAPTURE, 'asked'], paid: true },
  { name: 'after it is taken, before we know', at: [CAPTURE, 'done'], paid: true },
];

async function checkOut(): Promise<Checkout | null> {
  const items = [{ productId: shop.products[0]?.id, quantity: 1 }];
  const checkout = await call('/api/checkout', { ...ADDRESS, items });
  if (checkout) shop.paypal.approve(checkout.paypalOrderId);
  return checkout;
}
const place = (checkout: Checkout) =>
  call('/api/orders', { paypalOrderId: checkout.paypalOrderId }, checkout.orderKey);

/** Never money without an order, never an order without money. */
async function expectOrdersAreMoney(checkout: Checkout | null, paid: boolean): Promise<void> {
  await shop.reconcile();
  const captured = [...shop.paypal.orders.values()].filter((order) => order.capture).map((order) => order.id);
  const orders = await shop.site.ctx.db
    .selectFrom('orders')
    .select(['payment_id', 'status', 'capture_id'])
    .execute();
  expect(orders.map((order) => order.payment_id).toSorted()).toEqual(captured.toSorted());
  expect(orders.every((order) => order.status === 'PAID')).toBe(true);
  expect(captured.includes(checkout?.paypalOrderId ?? '')).toBe(paid);
}

test.for(STEPS)('killed $name: one order of one payment, or none', async ({ at: [asked, moment], paid }) => {
  await startServer();
  shop.paypal.switches.onCall = async (path, when) => {
    if (asked.test(path) && moment === when) await kill();
  };
  const checkout = await checkOut();
  if (checkout) await place(checkout);
  await until(() => child === null);
  shop.paypal.switches.onCall = null;
  await expectOrdersAreMoney(checkout, paid);
});

/** Dies at the first statement of a call, then at the second, until the call is answered: how many there were. */
async function killAtEveryStatement(
  prepare: () => Promise<Checkout | null>,
  ask: (checkout: Checkout | null) => Promise<Checkout | null>,
  check: (checkout: Checkout | null) => Promise<void>,
): Promise<number> {
  let walked = 0;
  for (let answered = false; !answered; walked += 1) {
    await startServer();
    const checkout = await prepare();
    statementsLeft = walked;
    answered = (await ask(checkout)) !== null;
    statementsLeft = null;
    await kill();
    await check(checkout);
  }
  return walked;
}

test(
  'killed between every two statements of a checkout: no money is taken, and nothing stays held',
  { timeout: 180_000 },
  async () => {
    const { db } = shop.site.ctx;
    const product = shop.products[0]?.id ?? 0;
    const findStock = () => db.selectFrom('products').select('stock').where('id', '=', product).execute();
    await db.updateTable('products').set({ stock: 100 }).where('id', '=', product).execute();
    const walked = await killAtEveryStatement(
      () => Promise.resolve(null),
      () => call('/api/checkout', { ...ADDRESS, items: [{ productId: product, quantity: 1 }] }),
      () => expectOrdersAreMoney(null, false),
    );
    // the catalogue, the hold on the stock, the checkout, the commit, the provider's number
    expect(walked).toBeGreaterThan(5);
    expect(await findStock()).not.toEqual([{ stock: 100 }]);
    // left unpaid for half an hour
    const created_at = new Date(Date.now() - 31 * 60_000);
    await db.updateTable('checkouts').set({ created_at }).where('status', '=', 'OPEN').execute();
    await shop.reconcile();
    expect(await findStock()).toEqual([{ stock: 100 }]);
  },
);

test(
  'killed between every two statements of the order: one order of one payment',
  { timeout: 180_000 },
  async () => {
    const walked = await killAtEveryStatement(
      async () => {
        const checkout = await checkOut();
        if (!checkout) throw new Error('The checkout failed.');
        return checkout;
      },
      (checkout) => (checkout ? place(checkout) : Promise.resolve(null)),
      (checkout) => expectOrdersAreMoney(checkout, true),
    );
    // its look-up, the hold on the stock, the order with its event, letter and job, the commit, the buyer's claim
    expect(walked).toBeGreaterThan(15);
  },
);
