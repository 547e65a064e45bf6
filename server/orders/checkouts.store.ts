import { expressionBuilder, sql, type Selectable } from 'kysely';
import { NOW, secondsFromNow } from '#server/app/database/expressions.ts';
import { plainPricing, type Pricing } from '#contract/shop/pricing.rules.ts';
import type { Language } from '#contract/text/languages.ts';
import type { Db, DbOrTrx, Trx } from '#server/app/database/database.ts';
import type { CheckoutStatus, PricedLine, Shipping } from '#server/app/database/columns.ts';
import type { Checkouts, DB as Database } from '#server/app/database/database.types.ts';
import type { JoinVisitor } from '#server/app/hooks.ts';

/** The cart at the time of the checkout. */
export interface Checkout {
  id: number;
  person: string;
  userId: number | null;
  orderKey: string;
  status: CheckoutStatus;
  paymentId: string | null;
  /** Of all of it, with shipping. */
  cents: number;
  pricing: Pricing;
  codeId: number | null;
  currency: string;
  lines: PricedLine[];
  reserved: boolean;
  shipping: Shipping;
  email: string | null;
  vatNumber: string | null;
  /** In which its buyer reads. */
  language: string | null;
  capturingAt: Date | null;
  captureAttempt: number;
  /** It can no longer be paid. */
  expired: boolean;
  /** Its capture began, and the process running it timed out. */
  captureLost: boolean;
}

const eb = expressionBuilder<Database, 'checkouts'>();
/** Times of a checkout are set and compared by the database's clock: those of several machines differ. */
const EXPIRED = eb('expires_at', '<', NOW).$castTo<boolean>();
const CAPTURE_LOST = eb.fn
  .coalesce(eb('capturing_at', '<', secondsFromNow(-60)), eb.lit(false))
  .$castTo<boolean>();
const TIMES = [EXPIRED.as('expired'), CAPTURE_LOST.as('capture_lost')] as const;
type CheckoutRow = Selectable<Checkouts> & { expired: boolean; capture_lost: boolean };

/** The provider gives a buyer three hours; after some margin, a checkout can no longer be paid. */
const OPEN_FOR = secondsFromNow(200 * 60);

function toCheckout(row: CheckoutRow): Checkout {
  return {
    id: row.id,
    person: row.person,
    userId: row.user_id,
    orderKey: row.order_key,
    status: row.status,
    paymentId: row.payment_id,
    cents: row.total_cents,
    pricing: row.pricing ?? plainPricing({ shipping: row.shipping_cents, total: row.total_cents }),
    codeId: row.code_id,
    email: row.email,
    vatNumber: row.vat_number,
    currency: row.currency,
    lines: row.lines,
    reserved: row.reserved,
    shipping: row.shipping,
    language: row.language,
    capturingAt: row.capturing_at,
    captureAttempt: row.capture_attempt,
    expired: row.expired,
    captureLost: row.capture_lost,
  };
}

export async function insertCheckout(
  trx: Trx,
  from: {
    person: string;
    userId: number | null;
    orderKey: string;
    address: string;
    currency: string;
    lines: PricedLine[];
    shipping: Shipping;
    pricing: Pricing;
    codeId: number | null;
    email: string | null;
    vatNumber: string | null;
    language: Language;
  },
): Promise<Checkout> {
  const row = await trx
    .insertInto('checkouts')
    .values({
      person: from.person,
      user_id: from.userId,
      order_key: from.orderKey,
      address: from.address,
      total_cents: from.pricing.total,
      shipping_cents: from.pricing.shipping,
      pricing: JSON.stringify(from.pricing),
      code_id: from.codeId,
      email: from.email,
      vat_number: from.vatNumber,
      currency: from.currency,
      lines: JSON.stringify(from.lines),
      reserved: false,
      shipping: JSON.stringify(from.shipping),
      language: from.language,
      check_at: secondsFromNow(90),
      expires_at: OPEN_FOR,
    })
    .returningAll()
    .returning(TIMES)
    .executeTakeFirstOrThrow();
  return toCheckout(row);
}

/** This user's unpaid checkouts, except for the newest `max`; locked. */
export async function lockLeftOpen(trx: Trx, person: string, max: number): Promise<Checkout[]> {
  const left = await trx
    .selectFrom('checkouts')
    .selectAll()
    .select(TIMES)
    .where('person', '=', person)
    .where('status', '=', 'OPEN')
    .where('capturing_at', 'is', null)
    .orderBy('id', 'desc')
    .offset(max)
    .limit(20)
    .forUpdate()
    .skipLocked()
    .execute();
  return left.map(toCheckout);
}

/** Open checkouts that come from there. */
export async function countOpen(db: DbOrTrx, address: string): Promise<number> {
  const { count } = await db
    .selectFrom('checkouts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('address', '=', address)
    .where('status', '=', 'OPEN')
    .executeTakeFirstOrThrow();
  return count;
}

/** The buyer's first call counts; later ones are repetitions. */
export async function saveClientPayload(db: Db, id: number, payload: object): Promise<void> {
  await db
    .updateTable('checkouts')
    .set({ client_said: JSON.stringify(payload) })
    .where('id', '=', id)
    .where('client_said', 'is', null)
    .execute();
}

export async function attachPayment(db: Db, id: number, paymentId: string): Promise<void> {
  await db.updateTable('checkouts').set({ payment_id: paymentId }).where('id', '=', id).execute();
}

export async function findCheckout(
  db: DbOrTrx,
  by: { id: number } | { paymentId: string },
): Promise<Checkout | null> {
  const query = db.selectFrom('checkouts').selectAll().select(TIMES);
  const row = await (
    'id' in by ? query.where('id', '=', by.id) : query.where('payment_id', '=', by.paymentId)
  ).executeTakeFirst();
  return row ? toCheckout(row) : null;
}

/** The checkout, locked until the transaction ends: all status changes go through here. */
export async function lockCheckout(trx: Trx, id: number): Promise<Checkout> {
  return toCheckout(
    await trx
      .selectFrom('checkouts')
      .selectAll()
      .select(TIMES)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(),
  );
}

/** The capture is about to start: it is checked in a minute if no result arrives. */
export async function scheduleCapture(trx: Trx, id: number): Promise<void> {
  await trx
    .updateTable('checkouts')
    .set({ capturing_at: sql`coalesce(capturing_at, now())`, check_at: secondsFromNow(60) })
    .where('id', '=', id)
    .execute();
}

/** Whether it holds what it wants of the stock. */
export async function setReserved(trx: Trx, id: number, reserved: boolean): Promise<void> {
  await trx.updateTable('checkouts').set({ reserved }).where('id', '=', id).execute();
}

/** Its payment may have been taken without our knowing: it is looked at soon, and again and again. */
export async function watchCheckout(trx: Trx, id: number): Promise<void> {
  await trx
    .updateTable('checkouts')
    .set({ capturing_at: sql`coalesce(capturing_at, now())`, check_at: secondsFromNow(30) })
    .where('id', '=', id)
    .execute();
}

/** This attempt failed; the next one uses the next number. */
export async function recordAttempt(trx: Trx, id: number, attempt: number): Promise<void> {
  await trx
    .updateTable('checkouts')
    .set({ capturing_at: null, capture_attempt: attempt + 1 })
    .where('id', '=', id)
    .execute();
}

/** Closes it and deletes the address it came from. */
export async function endCheckout(
  trx: Trx,
  id: number,
  status: Exclude<CheckoutStatus, 'OPEN'>,
): Promise<void> {
  await trx.updateTable('checkouts').set({ status, address: null }).where('id', '=', id).execute();
}

/**
 * Open checkouts that are due, possibly captured ones first; each is due again in one to three minutes, so
 * that none waits longer than five.
 */
export async function takeDueCheckouts(db: Db, limit: number): Promise<Checkout[]> {
  const { rows } = await sql<CheckoutRow>`
    update checkouts set check_at = now() + case when ${EXPIRED} then interval '15 minutes' when capturing_at is not null then interval '1 minute' else interval '3 minutes' end
    where id in (select id from checkouts where status = 'OPEN' and check_at <= now() order by capturing_at is null, check_at limit ${limit} for update skip locked)
    returning *, ${EXPIRED} as expired, ${CAPTURE_LOST} as capture_lost`.execute(db);
  // what an update returns is in no order
  return rows
    .map(toCheckout)
    .toSorted((a, b) => Number(a.capturingAt === null) - Number(b.capturingAt === null));
}

/** What a visitor set out to buy belongs to the account, so that it is theirs once it is paid. */
export const joinCheckouts: JoinVisitor = async (trx, { visitor, person, userId }) => {
  await trx
    .updateTable('checkouts')
    .set({ person, user_id: userId })
    .where('person', '=', visitor)
    .where('status', '=', 'OPEN')
    .execute();
  return [];
};
