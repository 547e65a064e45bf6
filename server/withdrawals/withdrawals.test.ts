import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { orders, type PlacedOrder } from '#contract/orders/orders.ts';
import { settings, type ShopState } from '#contract/settings/settings.ts';
import { site as siteApi } from '#contract/site/site.ts';
import { Declaration, withdrawals } from '#contract/withdrawals/withdrawals.ts';
import { readOrders } from '#server/exports/document.store.ts';
import { bodyOf } from '#server/testing/client.ts';
import { readMails, tokenIn, waitForMail } from '#server/testing/mails.ts';
import { startShop, type Shop } from '#server/testing/shopping.ts';
import type { TestPerson } from '#server/testing/site.ts';
import { sweepWithdrawals } from './withdrawals.jobs.ts';

const DAY = 24 * 3_600_000;
const PAYER = 'buyer@example.org';
let ahead = 0;
let shop: Shop;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startShop({}, { clock: { now: () => Date.now() + ahead } });
  admin = await shop.site.signUp('GLOBAL_ADMIN', 'owner');
});
beforeEach(async () => {
  ahead = 0;
  await change({ withdrawalMode: 'EVERYWHERE', withdrawalDays: 14, withdrawalText: null });
});
afterAll(() => shop.paypal.close());

const change = async (changes: Partial<ShopState>) => {
  const { version } = await admin.call(settings.readShop);
  return await admin.call(settings.changeShop, { body: { version, ...changes } });
};
const buy = () => shop.buy(shop.site.visitor());
const declare = (orderId: unknown, email: unknown = PAYER, headers: Record<string, string> = {}) =>
  shop.site.fetch('/api/withdrawals', { json: { orderId, email }, headers });
const withKey = ({ id, orderKey }: PlacedOrder, email = PAYER) =>
  declare(id, email, { 'x-order-key': orderKey });
const confirm = (token: unknown) => shop.site.fetch('/api/withdrawals/confirm', { json: { token } });
const linkOf = async ({ id }: { id: number }, to = PAYER) =>
  tokenIn(
    await waitForMail(shop.site.ctx, to, new RegExp(`^Confirm your withdrawal from order ${id}$`)),
    'withdraw',
  );
const mailsAbout = async ({ id }: { id: number }) =>
  (await readMails(shop.site.ctx)).filter(({ subject }) => subject?.includes(`ithdrawal from order ${id}`));
const eventsOf = async ({ id }: { id: number }) =>
  (await admin.call(orders.events, { params: { id } })).map(({ actor, text }) => `${actor}: ${text}`);
const find = async ({ id }: { id: number }) =>
  (await admin.call(withdrawals.adminList)).find(({ orderId }) => orderId === id);

test('a guest confirms by the emailed link, a receipt states the time, and the order stays as it is', async () => {
  const order = await buy();
  expect((await declare(order.id, PAYER.toUpperCase())).status).toBe(202);
  const token = await linkOf(order);
  expect((await shop.site.fetch(`/withdraw?token=${token}`)).status).toBe(200);
  expect(await find(order)).toBeUndefined();

  const first = await confirm(token);
  expect(first.status).toBe(200);
  const { declaredAt } = await bodyOf(first, Declaration);
  const again = await confirm(token);
  expect([again.status, await bodyOf(again, Declaration)]).toEqual([200, { orderId: order.id, declaredAt }]);
  expect(await find(order)).toEqual({
    id: expect.any(Number),
    orderId: order.id,
    email: PAYER,
    declaredAt,
    refundBy: new Date(Date.parse(declaredAt) + 14 * DAY).toISOString(),
    inTime: true,
    refundedAmount: 0,
    currency: 'USD',
  });
  expect(await eventsOf(order)).toEqual(['buyer: Withdrawal declared.', 'buyer: Paid.']);
  expect(await admin.call(orders.get, { params: { id: order.id } })).toMatchObject({ status: 'PAID' });

  const receipt = await waitForMail(shop.site.ctx, PAYER, /^We received your withdrawal from order/);
  const second = new Intl.DateTimeFormat('en-US', { timeStyle: 'long', timeZone: 'UTC' }).format(
    new Date(declaredAt),
  );
  for (const part of [second, `order ${order.id}`, 'Ann Buyer', PAYER]) expect(receipt.text).toContain(part);
  expect(`${receipt.subject}${receipt.text}`).not.toMatch(/accept/i);
  for (const each of ['owner@example.org', 'root@example.org']) {
    const notice = await waitForMail(shop.site.ctx, each, /^Withdrawal from order/);
    expect(notice.text).toContain(`/admin-orders?q=${order.id}`);
  }
  // link, receipt, and these two
  expect(await mailsAbout(order)).toHaveLength(4);
});

test('wrong pairs get the same response as right ones, but no email', async () => {
  const [order, other, unpaid] = [await buy(), await buy(), await buy()];
  const db = shop.site.ctx.db;
  await db
    .updateTable('orders')
    .set({ payer_email: 'else@example.org' })
    .where('id', '=', other.id)
    .execute();
  await db.updateTable('orders').set({ status: 'PENDING' }).where('id', '=', unpaid.id).execute();
  const answers = [];
  for (const [id, email] of [
    [order.id, 'nobody@example.org'],
    [other.id, PAYER],
    [unpaid.id, PAYER],
    [999_999, PAYER],
    [Number.MAX_SAFE_INTEGER, PAYER],
    [order.id, PAYER],
  ] as const)
    answers.push(await declare(id, email));
  answers.push(await declare(other.id, PAYER, { 'x-order-key': order.orderKey }));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
  await linkOf(order);
  expect(await mailsAbout(order)).toHaveLength(1);
  for (const none of [other, unpaid]) {
    expect(await mailsAbout(none)).toEqual([]);
    expect(await find(none)).toBeUndefined();
  }
  for (const [id, email] of [
    ['x', PAYER],
    [-1, PAYER],
    [null, PAYER],
    [order.id, 'no address'],
    [order.id, { $ne: 1 }],
  ])
    expect((await declare(id, email)).status).toBe(400);
});

test("the account's email and the one given at checkout work, too", async () => {
  const buyer = await shop.site.signUp();
  const order = await shop.buy(buyer);
  await shop.site.ctx.db
    .updateTable('orders')
    .set({ email: 'Also@example.org' })
    .where('id', '=', order.id)
    .execute();
  for (const address of [`${buyer.username}@example.org`, 'Also@example.org']) {
    await declare(order.id, address.toLowerCase());
    await linkOf(order, address);
  }
  expect(await readOrders(shop.site.ctx.db, buyer.id)).toMatchObject([{ withdrawnAt: null }]);
  await withKey(order);
  expect(await readOrders(shop.site.ctx.db, buyer.id)).toMatchObject([{ withdrawnAt: expect.any(String) }]);
});

test('a withdrawal with the order key takes effect at once, and only once', async () => {
  const order = await buy();
  const answers = await Promise.all([withKey(order, 'new@example.org'), withKey(order), declare(999_999)]);
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
  const found = await find(order);
  expect(found).toMatchObject({ inTime: true });
  await withKey(order, 'third@example.org');
  expect(await find(order)).toEqual(found);
  expect(await eventsOf(order)).toEqual(['buyer: Withdrawal declared.', 'buyer: Paid.']);
  expect((await declare(order.id, PAYER, { 'x-order-key': 'wrong' })).status).toBe(202);
});

test("a receipt to an address that is new to the order also goes to the buyer's", async () => {
  const order = await buy();
  await withKey(order, 'fresh@example.org');
  const subject = new RegExp(`received your withdrawal from order ${order.id}$`);
  await waitForMail(shop.site.ctx, 'fresh@example.org', subject);
  await waitForMail(shop.site.ctx, PAYER, subject);
});

test('a withdrawal after the period is recorded as late', async () => {
  const [order, later, longer] = [await buy(), await buy(), await buy()];
  ahead = 14 * DAY;
  await withKey(order);
  expect(await find(order)).toMatchObject({ inTime: true });
  ahead = 15 * DAY;
  await withKey(later);
  expect(await find(later)).toMatchObject({ inTime: false });
  expect((await eventsOf(later))[0]).toBe('buyer: Withdrawal declared after the deadline.');
  await change({ withdrawalDays: 30 });
  await withKey(longer);
  expect(await find(longer)).toMatchObject({ inTime: true });
});

test('a link works for seven days, and is deleted then', async () => {
  const order = await buy();
  await declare(order.id);
  const token = await linkOf(order);
  ahead = 7 * DAY + 60_000;
  for (const dead of [token, `${token}x`, 'none', `${order.id}-`]) {
    const answer = await confirm(dead);
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { error: 'This link is invalid or has expired.', code: 'LINK_INVALID' },
    ]);
  }
  expect((await confirm('')).status).toBe(400);
  await sweepWithdrawals.run(shop.site.ctx, {}, { id: 'test', signal: new AbortController().signal });
  ahead = 0;
  expect((await confirm(token)).status).toBe(404);
  expect(await find(order)).toBeUndefined();
});

test('the tokens are stored as hashes', async () => {
  const order = await buy();
  await declare(order.id);
  const token = await linkOf(order);
  const rows = await shop.site.ctx.db.selectFrom('withdrawal_links').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(rows.every(({ token_hash: hash }) => hash.length === 32)).toBe(true);
});

test('applies only in the EU, if the owner chooses that', async () => {
  await change({ withdrawalMode: 'EU' });
  const [german, american] = [await buy(), await buy()];
  const ship = (id: number, country: string) =>
    shop.site.ctx.db.updateTable('orders').set({ shipping_country: country }).where('id', '=', id).execute();
  await ship(german.id, 'germany');
  expect((await withKey(american)).status).toBe(202);
  await declare(american.id);
  await declare(german.id);
  const token = await linkOf(german);
  expect(await mailsAbout(american)).toEqual([]);
  expect(await find(american)).toBeUndefined();
  expect((await confirm(token)).status).toBe(200);
});

test('when it is off, there is no endpoint, page or link', async () => {
  await change({ withdrawalMode: 'OFF' });
  for (const answer of [
    await declare(1),
    await declare('x', 'y'),
    await confirm('none'),
    await confirm(null),
  ])
    expect(answer.status).toBe(404);
  expect((await shop.site.fetch('/withdraw')).status).toBe(404);
  expect(await shop.site.call(siteApi.config)).toMatchObject({ withdrawalMode: 'OFF' });
  const order = await buy();
  const subject = new RegExp(`^Your order ${order.id} is confirmed`);
  expect((await waitForMail(shop.site.ctx, PAYER, subject)).text).not.toContain('/withdraw');
  await change({ withdrawalMode: 'EVERYWHERE', withdrawalText: 'Our own words.' });
  expect((await shop.site.fetch('/withdraw')).status).toBe(200);
  expect(await shop.site.call(siteApi.config)).toMatchObject({
    withdrawalMode: 'EVERYWHERE',
    withdrawalText: 'Our own words.',
  });
  const offered = await buy();
  const confirmed = new RegExp(`^Your order ${offered.id} is confirmed`);
  expect((await waitForMail(shop.site.ctx, PAYER, confirmed)).text).toContain(
    `/withdraw?order=${offered.id}`,
  );
});

test('the list is newest first, and paginated', async () => {
  const placed = [await buy(), await buy(), await buy()];
  for (const order of placed) await withKey(order);
  const first = await admin.page(withdrawals.adminList, { query: { limit: 2 } });
  const query = { limit: 2, cursor: first.next ?? '' };
  const second = await admin.page(withdrawals.adminList, { query });
  const ids = [...first.items, ...second.items].map(({ orderId }) => orderId);
  expect(ids.slice(0, 3)).toEqual(placed.map(({ id }) => id).toReversed());
  expect(first.items).toHaveLength(2);
});
