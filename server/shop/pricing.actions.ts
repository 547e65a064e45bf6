import type { z } from 'zod';
import { NewDiscountCode, type DiscountCode, type discountCodes } from '#contract/shop/discount-codes.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { NewTaxRates, TAX_RATE_COLUMNS, TOO_MANY_RATES, type TaxRate } from '#contract/shop/tax-rates.ts';
import { findRule, msg } from '#contract/text/message.ts';
import { parseUntrusted } from '#server/adapters/untrusted/parse-untrusted.ts';
import type { Context } from '#server/app/context.ts';
import { audit } from '#server/app/database/audit.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import { fail, isTaken, notFound } from '#server/app/http/errors.ts';
import { parseAs } from '#server/app/http/invalid-input.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { deleteCode, insertCode, lockCode, updateCode } from './discount-codes.store.ts';
import { listRates, replaceRates } from './tax-rates.store.ts';

const CODE_TAKEN = 'There is already a code with this name.';

/** Checkouts show what there is within a moment. Throws 409 for a code that there is. */
async function saveCode(ctx: Context, work: (trx: Trx) => Promise<DiscountCode>): Promise<DiscountCode> {
  try {
    return await transact(ctx.db, async (trx) => {
      await ctx.cache.dropIn(trx, 'discounts');
      return await work(trx);
    });
  } catch (error) {
    if (!isTaken(error, 'discount_codes_code_key')) throw error;
    throw fail(409, 'CODE_TAKEN', CODE_TAKEN, { fields: { code: CODE_TAKEN } });
  }
}

/** Throws 409. */
export const createCode = (ctx: Context, admin: User, code: NewDiscountCode): Promise<DiscountCode> =>
  saveCode(ctx, async (trx) => {
    const after = await insertCode(trx, code);
    await audit(trx, admin, {
      action: 'discount.create',
      subjectType: 'discount',
      subjectId: after.id,
      after,
    });
    return after;
  });

/** Throws 400, 404, 409. */
export const changeCode = (
  ctx: Context,
  admin: User,
  id: number,
  change: BodyOf<typeof discountCodes.change>,
): Promise<DiscountCode> =>
  saveCode(ctx, async (trx) => {
    const before = await lockCode(trx, id);
    if (!before) throw notFound(msg('This code'));
    const after = await updateCode(trx, id, parseAs(NewDiscountCode, { ...before, ...change }));
    await audit(trx, admin, {
      action: 'discount.change',
      subjectType: 'discount',
      subjectId: id,
      before,
      after,
    });
    return after;
  });

/** Throws 404. */
export async function removeCode(ctx: Context, admin: User, id: number): Promise<void> {
  await transact(ctx.db, async (trx) => {
    const before = await deleteCode(trx, id);
    if (!before) throw notFound(msg('This code'));
    await ctx.cache.dropIn(trx, 'discounts');
    await audit(trx, admin, { action: 'discount.delete', subjectType: 'discount', subjectId: id, before });
  });
}

export async function saveRates(ctx: Context, admin: User, rates: TaxRate[]): Promise<TaxRate[]> {
  return await transact(ctx.db, async (trx) => {
    const before = await listRates(trx);
    await replaceRates(trx, rates);
    await audit(trx, admin, {
      action: 'tax.change',
      subjectType: 'tax rates',
      subjectId: null,
      before: { rates: before.length },
      after: { rates: rates.length },
    });
    return await listRates(trx);
  });
}

/** Throws 422 with the line that is wrong. */
export async function importRates(ctx: Context, admin: User, bytes: Buffer): Promise<TaxRate[]> {
  const input = { bytes, columns: TAX_RATE_COLUMNS };
  const { rows } = await parseUntrusted('csvTable', input, { member: admin.id, waits: false });
  const read = NewTaxRates.safeParse(
    rows.map(({ cells: [country, region, rate = '', from, until] }) => ({
      country,
      region,
      rate: /^\d{1,3}([.,]\d+)?$/.test(rate) ? Number(rate.replace(',', '.')) : Number.NaN,
      from: from || null,
      until: until || null,
    })),
  );
  if (!read.success) throw brokenRates(rows, read.error);
  return await saveRates(ctx, admin, read.data);
}

function brokenRates(rows: { line: number }[], { issues: [issue] }: z.ZodError) {
  const row = typeof issue?.path[0] === 'number' ? rows[issue.path[0]] : undefined;
  if (!row || !issue) return fail(422, 'BROKEN_FILE', findRule(TOO_MANY_RATES));
  return fail(422, 'BROKEN_FILE', msg`Line ${String(row.line)}: ${findRule(issue.message)}`, {
    line: row.line,
  });
}
