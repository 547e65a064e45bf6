import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { startCluster, type Cluster } from './cluster.ts';
import { startShop, type Shop } from './shopping.ts';

/** What many processes on one database must get right; few rounds in `npm test`, many in `npm run soak`. */
export interface Races {
  shop: Shop;
  cluster: Cluster;
  stop(): Promise<void>;
}

export async function startRaces(): Promise<Races> {
  const shop = await startShop({ ROLES: 'web' });
  const cluster = await startCluster(shop.site, {
    ROLES: 'web',
    PAYMENTS: 'paypal',
    PAYPAL_CLIENT_ID: shop.paypal.clientId,
    PAYPAL_CLIENT_SECRET: shop.paypal.clientSecret,
    PAYPAL_API_URL: shop.paypal.url,
  });
  return {
    shop,
    cluster,
    async stop() {
      await cluster.stop();
      await shop.paypal.close();
    },
  };
}

/** Runs `work` `rounds` times, `lanes` at once. */
async function repeat(rounds: number, lanes: number, work: () => Promise<void>): Promise<void> {
  let left = rounds;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (left-- > 0) await work();
    }),
  );
}

/** The order call of one checkout on every process at once: one order, and every call is told of it. */
export async function raceOrders({ shop, cluster }: Races, rounds: number): Promise<void> {
  const captures = shop.captures();
  const told: string[] = [];
  // the provider takes a moment, so that the second call of a checkout finds the first under way there
  shop.paypal.switches.onCall = (call, when) =>
    when === 'done' && call.endsWith('/capture') ? delay(5) : undefined;
  await repeat(rounds, 4, async () => {
    const guest = cluster.visitor();
    const checkout = await shop.checkout(guest);
    shop.paypal.approve(checkout.paypalOrderId);
    const answers = await Promise.all(cluster.urls.map(() => shop.place(guest, checkout)));
    const orders = (await Promise.all(answers.map((answer) => answer.json()))) as (Order & {
      code?: string;
    })[];
    const ids = new Set(orders.map((order) => order.id ?? order.code));
    told.push(
      `${ids.size === 1 ? 'one order' : [...ids].join()}: ${answers
        .map(({ status }) => status)
        .toSorted()
        .join()}, ${[...new Set(orders.map(({ status }) => status))].join()}`,
    );
  });
  expect(new Set(told)).toEqual(new Set(['one order: 200,200,201, PAID']));
  expect(shop.captures()).toBe(captures + rounds);
}
