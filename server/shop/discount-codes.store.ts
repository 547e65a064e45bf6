import { expressionBuilder, type Selectable } from 'kysely';
import type { CodeToApply } from '#contract/shop/pricing.rules.ts';
import type { DiscountCode, NewDiscountCode } from '#contract/shop/discount-codes.ts';
import { fromAmount, toAmount } from '#server/adapters/payments/money.ts';
import type { JoinVisitor } from '#server/app/hooks.ts';
import type { DbOrTrx, Trx } from '#server/app/database/database.ts';
import { NOW } from '#server/app/database/expressions.ts';
import type { DB as Database, DiscountCodes } from '#server/app/database/database.types.ts';

type Row = Selectable<DiscountCodes>;

const toCode = (row: Row): DiscountCode => ({
  id: row.id,
  code: row.code,
  kind: row.kind,
  value: toAmount(row.value),
  startsAt: row.starts_at?.toISOString() ?? null,
  endsAt: row.ends_at?.toISOString() ?? null,
  maxUses: row.max_uses,
  maxUsesPerPerson: row.max_uses_per_person,
  minimum: row.minimum_cents === null ? null : toAmount(row.minimum_cents),
  productIds: row.product_ids,
  uses: row.uses,
});

const columnsOf = (code: NewDiscountCode) => ({
  code: code.code,
  kind: code.kind,
  value: fromAmount(code.value) ?? 0,
  starts_at: code.startsAt,
  ends_at: code.endsAt,
  max_uses: code.maxUses,
  max_uses_per_person: code.maxUsesPerPerson,
  minimum_cents: code.minimum === null ? null : fromAmount(code.minimum),
  product_ids: JSON.stringify(code.productIds),
});

export async function listCodes(db: DbOrTrx): Promise<DiscountCode[]> {
  return (await db.selectFrom('discount_codes').selectAll().orderBy('id', 'desc').execute()).map(toCode);
}

export async function insertCode(trx: Trx, code: NewDiscountCode): Promise<DiscountCode> {
  const values = columnsOf(code);
  return toCode(
    await trx.insertInto('discount_codes').values(values).returningAll().executeTakeFirstOrThrow(),
  );
}

/** Locks it, too. */
export async function lockCode(trx: Trx, id: number): Promise<DiscountCode | null> {
  const row = await trx
    .selectFrom('discount_codes')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ? toCode(row) : null;
}

export async function updateCode(trx: Trx, id: number, code: NewDiscountCode): Promise<DiscountCode> {
  return toCode(
    await trx
      .updateTable('discount_codes')
      .set(columnsOf(code))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

export async function deleteCode(trx: Trx, id: number): Promise<DiscountCode | null> {
  const row = await trx.deleteFrom('discount_codes').where('id', '=', id).returningAll().executeTakeFirst();
  return row ? toCode(row) : null;
}

export type CodeState = 'ACTIVE' | 'NOT_YET' | 'OVER' | 'USED_UP';

export interface FoundCode extends CodeToApply {
  id: number;
  code: string;
  state: CodeState;
}

const eb = expressionBuilder<Database, 'discount_codes'>();
const named = (state: CodeState) => eb.val(state);
/** By the database's clock. */
const STATE = eb
  .case()
  .when('starts_at', '>', NOW)
  .then(named('NOT_YET'))
  .when('ends_at', '<=', NOW)
  .then(named('OVER'))
  .when('uses', '>=', eb.ref('max_uses'))
  .then(named('USED_UP'))
  .else(named('ACTIVE'))
  .end();

/** A code as it was entered: compared trimmed, ignoring case. */
export async function findCode(db: DbOrTrx, text: string): Promise<FoundCode | null> {
  const row = await db
    .selectFrom('discount_codes')
    .selectAll()
    .select(STATE.as('state'))
    .where(({ fn, val }) => eb(fn<string>('lower', ['code']), '=', fn<string>('lower', [val(text.trim())])))
    .executeTakeFirst();
  if (!row) return null;
  const { id, code, kind, value, minimum_cents, product_ids, state } = row;
  return { id, code, kind, value, minimumCents: minimum_cents, productIds: product_ids, state };
}

export async function hasActiveCode(db: DbOrTrx): Promise<boolean> {
  const found = await db
    .selectFrom('discount_codes')
    .select('id')
    .where(STATE, '=', 'ACTIVE')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a person can't use the code again. */
export async function isUsedUpFor(db: DbOrTrx, codeId: number, person: string): Promise<boolean> {
  const row = await db
    .selectFrom('discount_codes')
    .where('id', '=', codeId)
    .where('max_uses_per_person', 'is not', null)
    .where(({ eb, selectFrom }) =>
      eb(
        'max_uses_per_person',
        '<=',
        selectFrom('discount_uses')
          .whereRef('code_id', '=', 'discount_codes.id')
          .where('person', '=', person)
          .select(({ fn }) => fn.countAll<number>().as('count')),
      ),
    )
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Counts a checkout's use of its code, once. False: it is used up, in all or for this person. `forced`: the payment is
 * captured, so it counts in any case. Takers of one code wait for each other at its row.
 */
export async function takeUse(
  trx: Trx,
  { codeId, person, checkoutId }: { codeId: number; person: string; checkoutId: number },
  { forced }: { forced: boolean },
): Promise<boolean> {
  const code = await lockCode(trx, codeId);
  // deleted since
  if (!code) return forced;
  const taken = await trx
    .selectFrom('discount_uses')
    .select('checkout_id')
    .where('checkout_id', '=', checkoutId)
    .executeTakeFirst();
  if (taken) return true;
  const isUsedUp = code.maxUses !== null && code.uses >= code.maxUses;
  if (!forced && (isUsedUp || (await isUsedUpFor(trx, codeId, person)))) return false;
  await trx
    .insertInto('discount_uses')
    .values({ checkout_id: checkoutId, code_id: codeId, person })
    .execute();
  await trx
    .updateTable('discount_codes')
    .set(({ eb }) => ({ uses: eb('uses', '+', 1) }))
    .where('id', '=', codeId)
    .execute();
  return true;
}

/** Gives a checkout's use back, if it took one. */
export async function returnUse(trx: Trx, checkoutId: number): Promise<void> {
  await trx
    .with('returned', (cte) =>
      cte.deleteFrom('discount_uses').where('checkout_id', '=', checkoutId).returning('code_id'),
    )
    .updateTable('discount_codes')
    .from('returned')
    .set(({ eb }) => ({ uses: eb('uses', '-', 1) }))
    .whereRef('discount_codes.id', '=', 'returned.code_id')
    .execute();
}

/** A visitor who signs in has used what they used. */
export const joinUses: JoinVisitor = async (trx, { visitor, person }) => {
  await trx.updateTable('discount_uses').set({ person }).where('person', '=', visitor).execute();
  return [];
};
