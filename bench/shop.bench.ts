import { openDatabaseServer } from '#server/adapters/database/database.ts';
import { runStatements } from '#server/adapters/database/sql.ts';
import { median } from './result.ts';
import type { Result } from './result.ts';
import { ADMIN, makeDataDir, startSite } from './site.ts';
import type { Site } from './site.ts';

const SMALL = 1_000;
const LARGE = Number(process.env['BENCH_ORDERS'] ?? 1_000_000);
const BATCH = 50_000;
const ROUNDS = 15;
const SLOWEST = 2;
/** Shorter times are noise. */
const NOISE_MS = 5;
/** Not noticeable while typing. */
const SEARCH_MS = 50;

/** The first requests of /admin-orders, and the following ones. */
const CALLS: Record<string, string> = {
  stats: '/api/orders/admin/stats',
  'first page': '/api/orders/admin/all?limit=50',
  'first page of PAID': '/api/orders/admin/all?limit=50&status=PAID',
  'search, what all have': '/api/orders/admin/all?limit=50&q=miami',
  'search, one buyer': '/api/orders/admin/all?limit=50&q=buyer%20742',
  'search, one payment': '/api/orders/admin/all?limit=50&q=PAY742',
  'search, nobody': '/api/orders/admin/all?limit=50&q=nobody',
};

const insert = (from: number, to: number) => `
  insert into orders (order_key, payment_id, capture_id, status, total_cents, shipping_name, shipping_address, shipping_city, shipping_state, shipping_zip_code, shipping_country,
    payer_email, items, created_at)
  select 'key' || i, 'PAY' || i, 'CAP' || i, (array['PAID', 'PROCESSING', 'SHIPPED', 'DELIVERED', 'DELIVERED', 'CANCELLED'])[i % 6 + 1], 2999 + i % 7 * 1000,
    'Buyer ' || i % 5000, i || ' Sunny Street', 'Miami', 'FL', '33101', 'US', 'buyer' || i % 5000 || '@example.org',
    '[{"productId": 1, "name": "Orange Vibes", "cents": 9999, "quantity": 1, "description": "", "image": null, "category": "Classic"}]', now() - i * interval '1 minute'
  from generate_series(${from + 1}, ${to}) i`;

async function fill(dataDir: string, from: number, to: number): Promise<void> {
  const server = await openDatabaseServer({ dataDir, log: () => {} });
  try {
    for (let at = from; at < to; at += BATCH)
      await runStatements(server.connection(), [insert(at, Math.min(to, at + BATCH))]);
    await runStatements(server.connection(), ['vacuum analyze orders']);
  } finally {
    await server.stop();
  }
}

async function signIn(site: Site): Promise<Record<string, string>> {
  const answer = await fetch(`${site.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  return { authorization: `Bearer ${((await answer.json()) as { token: string }).token}` };
}

async function timeOf(site: Site, path: string, headers: Record<string, string>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    const answer = await fetch(site.url + path, { headers });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    times.push(performance.now() - began);
  }
  return median(times);
}

const PER_SECOND = 200;
const SECONDS = 8;
const P99_MS = 30;
/** Of each of the two who look at the catalogue. */
const BROWSING_PAUSE_MS = 20;

/** Cart calls at a steady rate while others look at the catalogue: the 99th percentile of their times. */
async function timeCart(site: Site, headers: Record<string, string>): Promise<number> {
  const json = { ...headers, 'content-type': 'application/json' };
  const calls: (() => Promise<Response>)[] = [
    () => fetch(`${site.url}/api/cart`, { headers }),
    () => fetch(`${site.url}/api/cart/add`, { method: 'POST', headers: json, body: '{"productId":1}' }),
    () => fetch(`${site.url}/api/cart/update?productId=1&quantity=3`, { method: 'PUT', headers }),
  ];
  await calls[1]?.();
  let browsing = true;
  const browse = async (): Promise<void> => {
    while (browsing) {
      await (await fetch(`${site.url}/api/products`)).arrayBuffer();
      await new Promise((done) => setTimeout(done, BROWSING_PAUSE_MS));
    }
  };
  const browsers = [browse(), browse()];
  const times: number[] = [];
  const running: Promise<void>[] = [];
  const began = performance.now();
  for (let sent = 0; sent < PER_SECOND * SECONDS; sent += 1) {
    const due = began + (sent * 1000) / PER_SECOND;
    const wait = due - performance.now();
    if (wait > 1) await new Promise((done) => setTimeout(done, wait));
    const send = calls[sent % calls.length];
    if (!send) continue;
    const started = performance.now();
    running.push(
      send().then(async (answer) => {
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`the cart answered ${answer.status}`);
        times.push(performance.now() - started);
      }),
    );
  }
  await Promise.all(running);
  browsing = false;
  await Promise.all(browsers);
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY;
}

/** Orders: as quick with a million as with a thousand. The cart: quick while the catalogue is browsed. */
export async function benchShop(): Promise<Result[]> {
  const { dataDir, remove } = await makeDataDir();
  const site = await startSite(dataDir);
  try {
    const headers = await signIn(site);
    const cart = await timeCart(site, headers);
    await fill(dataDir, 0, SMALL);
    const small = new Map<string, number>();
    for (const [name, path] of Object.entries(CALLS)) small.set(name, await timeOf(site, path, headers));
    await fill(dataDir, SMALL, LARGE);
    const results: Result[] = [];
    for (const [name, path] of Object.entries(CALLS)) {
      const isSearch = name.startsWith('search');
      results.push({
        name: `orders, ${name}`,
        ours: Math.max(NOISE_MS, await timeOf(site, path, headers)),
        reference: isSearch ? SEARCH_MS : Math.max(NOISE_MS, small.get(name) ?? 0),
        unit: `ms, ${LARGE.toLocaleString('en')} orders`,
        against: isSearch ? 'the limit' : `${SMALL.toLocaleString('en')} orders`,
        atMost: isSearch ? 1 : SLOWEST,
      });
    }
    return [
      {
        name: `cart, p99 at ${PER_SECOND}/s`,
        ours: cart,
        reference: P99_MS,
        unit: 'ms',
        against: 'the limit',
        atMost: 1,
      },
      ...results,
    ];
  } finally {
    await site.stop();
    await remove();
  }
}
