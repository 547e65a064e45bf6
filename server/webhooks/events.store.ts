import { sql } from 'kysely';
import type { WebhookEvent } from '#contract/webhooks/webhooks.ts';
import type { Trx } from '#server/app/database/database.ts';

export interface HappenedEvent {
  id: number;
  event: WebhookEvent;
  subject_id: number;
  at: Date;
}

/** Takes so many of the oldest events; another worker at once takes others. */
export async function takeEvents(trx: Trx, limit: number): Promise<HappenedEvent[]> {
  const { rows } = await sql<HappenedEvent>`
    delete from webhook_events where id in (
      select id from webhook_events order by id limit ${limit} for update skip locked)
    returning id, event, subject_id, at`.execute(trx);
  return rows.toSorted((one, two) => one.id - two.id);
}

export interface Listener {
  id: number;
  events: string[];
}

/** Webhooks that are on, with what they listen to. */
export async function listListeners(trx: Trx): Promise<Listener[]> {
  return await trx
    .selectFrom('webhooks')
    .where('is_active', '=', true)
    .select(['id', 'events'])
    .orderBy('id')
    .execute();
}

/**
 * The payload of each event: only what receivers need, and no email addresses. Null: its subject was deleted.
 */
const READS: Record<WebhookEvent, (trx: Trx, id: number) => Promise<object | null>> = {
  CLIP_SUBMITTED: readVideo,
  CLIP_PUBLISHED: readVideo,
  async ORDER_PAID(trx, id) {
    const row = await trx
      .selectFrom('orders')
      .where('id', '=', id)
      .select(['id', 'status', 'total_cents', 'currency', 'items', 'created_at'])
      .executeTakeFirst();
    return row
      ? {
          id: row.id,
          status: row.status,
          totalAmount: row.total_cents / 100,
          currency: row.currency,
          items: row.items.map(({ name, quantity }) => ({ productName: name, quantity })),
          createdAt: row.created_at.toISOString(),
        }
      : null;
  },
  async REPORT_NEW(trx, id) {
    const row = await trx
      .selectFrom('reports')
      .where('id', '=', id)
      .select(['subject_type', 'subject_id', 'reason', 'created_at'])
      .executeTakeFirst();
    return row
      ? {
          subjectType: row.subject_type,
          subjectId: row.subject_id,
          reason: row.reason,
          createdAt: row.created_at.toISOString(),
        }
      : null;
  },
};

async function readVideo(trx: Trx, id: number): Promise<object | null> {
  const row = await trx
    .selectFrom('videos')
    .leftJoin('users', 'users.id', 'videos.uploader_id')
    .where('videos.id', '=', id)
    .select(['videos.id', 'title', 'category', 'description', 'username', 'duration_ms', 'submitted_at'])
    .executeTakeFirst();
  return row
    ? {
        id: row.id,
        title: row.title,
        category: row.category,
        description: row.description,
        creatorUsername: row.username,
        durationSec: Math.round(row.duration_ms / 100) / 10,
        submittedAt: row.submitted_at.toISOString(),
      }
    : null;
}

export const readSubject = (trx: Trx, { event, subject_id: id }: HappenedEvent): Promise<object | null> =>
  READS[event](trx, id);
