import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { z } from 'zod';
import { submissions } from '#contract/submissions/submissions.ts';
import { videos } from '#contract/videos/videos.ts';
import { shop as shopApi } from '#contract/shop/shop.ts';
import type { Order } from '#contract/orders/orders.ts';
import { bodyOf, WithId } from '#server/testing/client.ts';
import { startCluster, type Cluster } from './cluster.ts';
import { startShop, type Shop } from './shopping.ts';
import type { Fetch } from './site.ts';
import { upload } from './uploads.ts';
import { addVideo } from './videos.ts';

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

/** Runs `work` `rounds` times, `lanes` at a time. */
async function repeat(rounds: number, lanes: number, work: () => Promise<void>): Promise<void> {
  let left = rounds;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (left-- > 0) await work();
    }),
  );
}

/** The order call of one checkout on every process at once: one order, returned to every call. */
export async function raceOrders({ shop, cluster }: Races, rounds: number): Promise<void> {
  const captures = shop.captures();
  const outcomes: string[] = [];
  // the provider takes a moment, so that the second call of a checkout overlaps with the first
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
    outcomes.push(
      `${ids.size === 1 ? 'one order' : [...ids].join()}: ${answers
        .map(({ status }) => status)
        .toSorted()
        .join()}, ${[...new Set(orders.map(({ status }) => status))].join()}`,
    );
  });
  expect(new Set(outcomes)).toEqual(new Set(['one order: 200,200,201, PAID']));
  expect(shop.captures()).toBe(captures + rounds);
}

/**
 * More buyers than pieces of two variants, each on another process: every piece is sold once, and no one pays for nothing.
 * `pieces` is even.
 */
export async function raceStock({ shop, cluster }: Races, pieces: number, count = pieces * 2): Promise<void> {
  const admin = await shop.site.signUp('GLOBAL_ADMIN');
  const values = ['Black', 'Gold'];
  const { id, variants } = await admin.call(shopApi.createProduct, {
    body: {
      name: 'Few',
      category: 'Casual',
      options: [{ name: 'Color', values }],
      variants: values.map((value, at) => ({ options: [value], price: 5 + at, stock: pieces / 2 })),
    },
  });
  const captures = shop.captures();
  const buyers = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const guest = cluster.visitor();
      const variantId = variants[at % variants.length]?.id ?? 0;
      const checkout = await shop.checkout(guest, [{ productId: id, variantId, quantity: 1 }]);
      shop.paypal.approve(checkout.paypalOrderId);
      return { guest, checkout };
    }),
  );
  const outcomes = await Promise.all(
    buyers.map(async ({ guest, checkout }) => {
      const answer = await shop.place(guest, checkout);
      const { code = '' } = await bodyOf(answer, z.looseObject({ code: z.string().optional() }));
      const isCharged = shop.paypal.orders.get(checkout.paypalOrderId)?.capture !== null;
      return `${answer.status} ${code} ${isCharged ? 'charged' : 'free'}`;
    }),
  );
  expect(outcomes.toSorted()).toEqual([
    ...Array<string>(pieces).fill('201  charged'),
    ...Array<string>(count - pieces).fill('409 OUT_OF_STOCK free'),
  ]);
  expect(shop.captures()).toBe(captures + pieces);
  const row = await shop.site.ctx.db
    .selectFrom('products')
    .select('stock')
    .where('id', '=', id)
    .executeTakeFirst();
  expect(row?.stock).toBe(0);
}

/** Many people like one video, each an odd number of times over every process: the counter is their number. */
export async function raceLikes({ shop, cluster }: Races, people: number): Promise<void> {
  const owner = await shop.site.signUp('CONTENT_CREATOR');
  const video = await addVideo(shop.site.ctx, { uploader_id: owner.id });
  await repeat(people, 8, async () => {
    const { token } = await shop.site.signUp();
    const person = cluster.signedIn(token);
    const clicks = await Promise.all(
      cluster.urls.map(() => person(`/api/videos/${video}/like`, { method: 'POST' })),
    );
    expect(new Set(clicks.map(({ status }) => status))).toEqual(new Set([200]));
  });
  const answer = await shop.site.call(videos.get, { params: { id: video } });
  expect(answer.lllLikes).toBe(cluster.urls.length % 2 === 0 ? 0 : people);
}

/** The same upload sent to every process at once with one idempotency key: one submission. */
export async function raceSubmissions(
  { shop, cluster }: Races,
  rounds: number,
  videoFile: string,
): Promise<void> {
  const bytes = await readFile(videoFile);
  await repeat(rounds, 2, async () => {
    const creator = await shop.site.signUp('CONTENT_CREATOR');
    const fetch = cluster.signedIn(creator.token);
    const key = randomUUID();
    const keyed: Fetch = (path, init) => fetch(path, { ...init, headers: { 'idempotency-key': key } });
    await Promise.all(cluster.urls.map(() => upload(keyed, bytes)));
    // rejected uploads are retried
    const again = await upload(keyed, bytes);
    expect(again.status, await again.clone().text()).toBe(201);
    const mine = await creator.call(submissions.mine);
    expect(mine).toEqual([expect.objectContaining({ id: (await bodyOf(again, WithId)).id })]);
  });
}
