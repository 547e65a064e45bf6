import { beforeAll, beforeEach, expect, test } from 'vitest';
import { discountCodes, type DiscountCode } from '#contract/shop/discount-codes.ts';
import { transact } from '#server/app/database/database.ts';
import { NOW } from '#server/app/database/expressions.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import {
  findCode,
  hasActiveCode,
  isUsedUpFor,
  joinUses,
  returnUse,
  takeUse,
} from './discount-codes.store.ts';

let site: TestSite;
let admin: TestPerson;

beforeAll(async () => {
  site = await startTestSite();
  admin = await site.signUp('GLOBAL_ADMIN');
});
beforeEach(async () => {
  await site.ctx.db.deleteFrom('discount_codes').execute();
});

const PATH = '/api/admin/discount-codes';
const post = (json: object) => admin.fetch(PATH, { method: 'POST', json });
const patch = (id: number, json: object) => admin.fetch(`${PATH}/${id}`, { method: 'PATCH', json });
const create = (more: Partial<DiscountCode> = {}) =>
  admin.call(discountCodes.create, { body: { code: 'SUMMER', kind: 'PERCENT', value: 12.5, ...more } });
const find = (text: string) => findCode(site.ctx.db, text);

/** A checkout that a use can belong to. */
async function addCheckout(): Promise<number> {
  const { id } = await site.ctx.db
    .insertInto('checkouts')
    .values({
      person: 'v1',
      order_key: Math.random().toString(36),
      total_cents: 100,
      lines: '[]',
      shipping: '{}',
      expires_at: NOW,
      check_at: NOW,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const take = async (codeId: number, person = 'u1', forced = false, checkoutId?: number) => {
  const use = { codeId, person, checkoutId: checkoutId ?? (await addCheckout()) };
  return await transact(site.ctx.db, (trx) => takeUse(trx, use, { forced }));
};
const usesOf = async (id: number) =>
  (await admin.call(discountCodes.list)).find((code) => code.id === id)?.uses;

test('an admin adds, changes and deletes a code', async () => {
  const code = await create({ endsAt: '2030-01-01T00:00:00.000Z', minimum: 49.9, productIds: [2, 2, 1] });
  expect(code).toMatchObject({
    code: 'SUMMER',
    value: 12.5,
    startsAt: null,
    maxUses: null,
    maxUsesPerPerson: null,
    minimum: 49.9,
    productIds: [2, 1],
    uses: 0,
  });
  expect((await post({ code: ' summer ', kind: 'SHIPPING' })).status).toBe(409);
  const other = await create({ code: ' Ship ', kind: 'SHIPPING', value: 5 });
  expect(other).toMatchObject({ code: 'Ship', value: 0 });
  expect((await patch(other.id, { code: 'SUMMER' })).status).toBe(409);
  const changed = await admin.call(discountCodes.change, {
    params: { id: code.id },
    body: { maxUses: 3, minimum: null },
  });
  expect(changed).toEqual({ ...code, maxUses: 3, minimum: null });
  expect(await admin.call(discountCodes.list)).toEqual([other, changed]);
  expect((await admin.fetch(`${PATH}/${code.id}`, { method: 'DELETE' })).status).toBe(204);
  expect((await admin.fetch(`${PATH}/${code.id}`, { method: 'DELETE' })).status).toBe(404);
  expect((await patch(code.id, { value: 1 })).status).toBe(404);
  const audited = await site.ctx.db.selectFrom('audit_log').select('action').orderBy('id').execute();
  expect(audited.map(({ action }) => action).filter((action) => action.startsWith('discount.'))).toEqual([
    'discount.create',
    'discount.create',
    'discount.change',
    'discount.delete',
  ]);
});

test.each([
  [{ kind: 'PERCENT', value: 0 }, 'value'],
  [{ kind: 'PERCENT', value: 100.01 }, 'value'],
  [{ kind: 'PERCENT', value: 0.001 }, 'value'],
  [{ kind: 'PERCENT' }, 'value'],
  [{ kind: 'AMOUNT', value: 0 }, 'value'],
  [{ kind: 'AMOUNT', value: 100_000.01 }, 'value'],
  [{ kind: 'AMOUNT', value: '5' }, 'value'],
  [{ kind: 'FREE', value: 5 }, 'kind'],
  [{ code: ' ' }, 'code'],
  [{ code: 'x'.repeat(41) }, 'code'],
  [{ maxUses: 0 }, 'maxUses'],
  [{ maxUsesPerPerson: 1.5 }, 'maxUsesPerPerson'],
  [{ minimum: -1 }, 'minimum'],
  [{ startsAt: 'tomorrow' }, 'startsAt'],
  [{ startsAt: '2030-01-01T00:00:00Z', endsAt: '2030-01-01T00:00:00Z' }, 'endsAt'],
])('%j is refused', async (wrong, field) => {
  const answer = await post({
    code: 'WRONG',
    kind: 'PERCENT',
    ...(!('kind' in wrong) && { value: 10 }),
    ...wrong,
  });
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { fields: { [field]: expect.any(String) } },
  ]);
});

test('a change is checked as a whole', async () => {
  const { id } = await create({ startsAt: '2030-01-01T00:00:00Z' });
  expect((await patch(id, { value: 101 })).status).toBe(400);
  expect((await patch(id, { endsAt: '2029-01-01T00:00:00Z' })).status).toBe(400);
  expect((await patch(id, { kind: 'AMOUNT', value: 101 })).status).toBe(200);
});

test('a code is found trimmed, ignoring case, with its state; the checkout asks for one only while one is active', async () => {
  const options = () => site.call(discountCodes.options);
  expect([await options(), await hasActiveCode(site.ctx.db)]).toEqual([{ discountCodes: false }, false]);
  const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const { id } = await create({ startsAt: hour(1), maxUses: 1, minimum: 10 });
  expect(await find(' sUmMeR ')).toEqual({
    id,
    code: 'SUMMER',
    kind: 'PERCENT',
    value: 1250,
    minimumCents: 1000,
    productIds: [],
    state: 'NOT_YET',
  });
  expect(await find('WINTER')).toBeNull();
  expect(await options()).toEqual({ discountCodes: false });
  await patch(id, { startsAt: hour(-2) });
  expect([await find('summer'), await options()]).toMatchObject([
    { state: 'ACTIVE' },
    { discountCodes: true },
  ]);
  await take(id);
  expect([await find('summer'), await hasActiveCode(site.ctx.db)]).toMatchObject([
    { state: 'USED_UP' },
    false,
  ]);
  await patch(id, { endsAt: hour(-1) });
  expect([await find('summer'), await options()]).toMatchObject([
    { state: 'OVER' },
    { discountCodes: false },
  ]);
});

test('20 uses at once never exceed the limit of a code', async () => {
  const { id } = await create({ maxUses: 5 });
  const checkouts = await Promise.all(Array.from({ length: 20 }, addCheckout));
  const taken = await Promise.all(checkouts.map((checkout, at) => take(id, `u${at}`, false, checkout)));
  expect(taken.filter(Boolean)).toHaveLength(5);
  expect(await usesOf(id)).toBe(5);
});

test("one person's uses at once never exceed their own limit", async () => {
  const { id } = await create({ maxUsesPerPerson: 2 });
  expect(await isUsedUpFor(site.ctx.db, id, 'u1')).toBe(false);
  const checkouts = await Promise.all(Array.from({ length: 10 }, addCheckout));
  const taken = await Promise.all(checkouts.map((checkout) => take(id, 'u1', false, checkout)));
  expect(taken.filter(Boolean)).toHaveLength(2);
  expect(await isUsedUpFor(site.ctx.db, id, 'u1')).toBe(true);
  expect(await isUsedUpFor(site.ctx.db, id, 'u2')).toBe(false);
});

test("a guest's uses count for the account they sign in to", async () => {
  const { id } = await create({ maxUsesPerPerson: 1 });
  await take(id, 'v1');
  const joining = { visitor: 'v1', person: 'u1', userId: 1 };
  await transact(site.ctx.db, (trx) => joinUses(trx, joining));
  expect(await isUsedUpFor(site.ctx.db, id, 'u1')).toBe(true);
});

test('a checkout takes one use and returns it, however often it is asked to', async () => {
  const { id } = await create({ maxUses: 1 });
  const checkout = await addCheckout();
  expect([await take(id, 'u1', false, checkout), await take(id, 'u1', false, checkout)]).toEqual([
    true,
    true,
  ]);
  expect([await take(id, 'u2'), await take(id, 'u2', true)]).toEqual([false, true]);
  expect(await usesOf(id)).toBe(2);
  for (let times = 0; times < 2; times++) await transact(site.ctx.db, (trx) => returnUse(trx, checkout));
  expect(await usesOf(id)).toBe(1);
  await admin.fetch(`${PATH}/${id}`, { method: 'DELETE' });
  expect([await take(id), await take(id, 'u1', true)]).toEqual([false, true]);
});
