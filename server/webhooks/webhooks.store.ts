import { readMessageOrNull, type Stored, type StoredMessage } from '#contract/text/message.ts';
import { sql } from 'kysely';
import {
  DELIVERIES_PAGE,
  DELIVERY_DAYS,
  MAX_DELIVERIES,
  MAX_WEBHOOKS,
  WEBHOOK_EVENTS,
  type Webhook,
  type WebhookDeliveryAnswer,
  type WebhookEvent,
} from '#contract/webhooks/webhooks.ts';
import type { Db, DbOrTrx, Trx } from '#server/app/database/database.ts';
import { readCursor } from '#server/app/http/cursor.ts';
import { pageOf, type Page } from '#server/app/http/page.ts';

interface Row {
  id: number;
  url: string;
  events: string[];
  is_active: boolean;
  created_at: Date;
  last_status: string | null;
  waiting: number | null;
}

const toWebhook = (row: Row): Webhook => ({
  id: row.id,
  url: row.url,
  events: WEBHOOK_EVENTS.filter((event) => row.events.includes(event)),
  active: row.is_active,
  createdAt: row.created_at.toISOString(),
  lastStatus: row.last_status === 'DELIVERED' || row.last_status === 'FAILED' ? row.last_status : null,
  waiting: row.waiting ?? 0,
});

const selectWebhooks = (db: DbOrTrx) =>
  db
    .selectFrom('webhooks')
    .select(['id', 'url', 'events', 'is_active', 'created_at'])
    .select(({ selectFrom }) => {
      const deliveries = selectFrom('webhook_deliveries').whereRef('webhook_id', '=', 'webhooks.id');
      return [
        deliveries
          .where('status', '<>', 'WAITING')
          .orderBy('webhook_deliveries.id', 'desc')
          .limit(1)
          .select('status')
          .as('last_status'),
        deliveries
          .where('status', '=', 'WAITING')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .as('waiting'),
      ];
    });

export async function listWebhooks(db: Db): Promise<Webhook[]> {
  return (await selectWebhooks(db).orderBy('id').execute()).map(toWebhook);
}

export async function findWebhook(db: DbOrTrx, id: number): Promise<Webhook | null> {
  const row = await selectWebhooks(db).where('id', '=', id).executeTakeFirst();
  return row ? toWebhook(row) : null;
}

/** Null: there are as many as there can be. Two at once come one after the other. */
export async function insertWebhook(
  trx: Trx,
  { url, events, secret }: { url: string; events: WebhookEvent[]; secret: string },
): Promise<number | null> {
  await sql`lock table webhooks in share row exclusive mode`.execute(trx);
  const { count } = await trx
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= MAX_WEBHOOKS) return null;
  const created = trx.insertInto('webhooks').values({ url, events, secret }).returning('id');
  return (await created.executeTakeFirstOrThrow()).id;
}

/** What is undefined stays. Gives what it was; null: there is none. */
export async function changeWebhook(
  trx: Trx,
  id: number,
  {
    url,
    events,
    active,
  }: { url?: string | undefined; events?: WebhookEvent[] | undefined; active?: boolean | undefined },
): Promise<Webhook | null> {
  await trx.selectFrom('webhooks').where('id', '=', id).select('id').forNoKeyUpdate().execute();
  const before = await findWebhook(trx, id);
  if (!before) return null;
  await trx
    .updateTable('webhooks')
    .set({
      url: url ?? before.url,
      events: events ?? before.events,
      is_active: active ?? before.active,
    })
    .where('id', '=', id)
    .execute();
  return before;
}

export async function deleteWebhook(trx: Trx, id: number): Promise<string | null> {
  const deleted = await trx.deleteFrom('webhooks').where('id', '=', id).returning('url').executeTakeFirst();
  return deleted?.url ?? null;
}

const SHOWN = [
  'id',
  'event',
  'status',
  'tries',
  'response_status',
  'problem',
  'body',
  'created_at',
  'tried_at',
] as const;

interface DeliveryRow {
  id: number;
  event: string;
  status: string;
  tries: number;
  response_status: number | null;
  problem: Stored | null;
  body: string;
  created_at: Date;
  tried_at: Date | null;
}

const toDelivery = (row: DeliveryRow): WebhookDeliveryAnswer => ({
  id: row.id,
  event: row.event as WebhookDeliveryAnswer['event'],
  status: row.status as WebhookDeliveryAnswer['status'],
  tries: row.tries,
  responseStatus: row.response_status,
  problem: readMessageOrNull(row.problem),
  body: row.body,
  createdAt: row.created_at.toISOString(),
  triedAt: row.tried_at?.toISOString() ?? null,
});

export async function listDeliveries(
  db: Db,
  webhookId: number,
  { cursor, limit = DELIVERIES_PAGE }: { cursor?: string | undefined; limit?: number | undefined },
): Promise<Page<WebhookDeliveryAnswer>> {
  const size = Math.min(limit, 4 * DELIVERIES_PAGE);
  const [before] = cursor ? readCursor(cursor, 'n') : [];
  let query = db
    .selectFrom('webhook_deliveries')
    .where('webhook_id', '=', webhookId)
    .select(SHOWN)
    .orderBy('id', 'desc')
    .limit(size + 1);
  if (before !== undefined) query = query.where('id', '<', before);
  return pageOf(await query.execute(), size, ({ id }) => [id]).map(toDelivery);
}

export async function insertDelivery(
  trx: Trx,
  delivery: { webhookId: number; event: string; body: string; now: Date },
): Promise<WebhookDeliveryAnswer> {
  return toDelivery(
    await trx
      .insertInto('webhook_deliveries')
      .values({
        webhook_id: delivery.webhookId,
        event: delivery.event,
        body: delivery.body,
        created_at: delivery.now,
      })
      .returning(SHOWN)
      .executeTakeFirstOrThrow(),
  );
}

/** Makes one that ended wait once more. Null: there is none; 'waiting': it does already. */
export async function renewDelivery(trx: Trx, id: number): Promise<WebhookDeliveryAnswer | 'waiting' | null> {
  const renewed = await trx
    .updateTable('webhook_deliveries')
    .set({ status: 'WAITING', problem: null, response_status: null })
    .where('id', '=', id)
    .where('status', '<>', 'WAITING')
    .returning(SHOWN)
    .executeTakeFirst();
  if (renewed) return toDelivery(renewed);
  const there = await trx
    .selectFrom('webhook_deliveries')
    .where('id', '=', id)
    .select('id')
    .executeTakeFirst();
  return there ? 'waiting' : null;
}

/** One that waits, with where it goes; null: it is gone, or ended. */
export async function findWaiting(db: Db, id: number) {
  const row = await db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
    .where('webhook_deliveries.id', '=', id)
    .where('status', '=', 'WAITING')
    .select(['url', 'secret', 'is_active', 'event', 'body'])
    .executeTakeFirst();
  return row ?? null;
}

/** Notes what came of a try. */
export async function recordAttempt(
  db: Db,
  id: number,
  outcome: {
    status: WebhookDeliveryAnswer['status'];
    responseStatus: number | null;
    problem: StoredMessage | null;
    now: Date;
  },
): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({
      status: outcome.status,
      response_status: outcome.responseStatus,
      problem: outcome.problem?.json ?? null,
      tried_at: outcome.now,
      tries: ({ eb }) => eb('tries', '+', 1),
    })
    .where('id', '=', id)
    .execute();
}

export async function endDelivery(db: Db, id: number): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ status: 'FAILED' })
    .where('id', '=', id)
    .where('status', '=', 'WAITING')
    .execute();
}

/** Old ones, and of each webhook those beyond the latest. */
export async function dropOldDeliveries(db: Db, now: Date): Promise<void> {
  await sql`delete from webhook_deliveries where created_at < ${now}::timestamptz - make_interval(days => ${DELIVERY_DAYS})`.execute(
    db,
  );
  await sql`
    delete from webhook_deliveries d using webhooks w where w.id = d.webhook_id and d.status <> 'WAITING'
      and d.id < (select id from webhook_deliveries l where l.webhook_id = w.id order by id desc offset ${MAX_DELIVERIES - 1} limit 1)`.execute(
    db,
  );
}
