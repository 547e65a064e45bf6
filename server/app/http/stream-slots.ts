import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../database/database.ts';
import { fail } from './errors.ts';
import { sqlRows } from '#server/app/database/read-rows.ts';

/** A kind of stream, limited per person. */
export interface StreamKind {
  name: string;
  max: number;
  /** The error for opening one more. */
  sentence: string;
}

export interface StreamSlots {
  /** Takes a slot for this person; returns the function that releases it. Throws 429. */
  take(kind: StreamKind, userId: number): Promise<() => void>;
  close(): Promise<void>;
}

const RENEW_MS = 20_000;
/** So long after a process died its places are taken. */
const LEASE = sql`interval '60 seconds'`;

/** Counts the streams of people in all processes together. */
export function openStreamSlots(db: Db): StreamSlots {
  const holder = randomUUID();
  let count = 0;
  // a failure here is retried later, or the slot expires
  const forgive = (work: Promise<unknown>) => void work.catch(() => undefined);
  const renewing = setInterval(() => {
    if (count > 0)
      forgive(
        sql`update event_streams set expires_at = now() + ${LEASE} where holder = ${holder}`.execute(db),
      );
  }, RENEW_MS);
  renewing.unref();

  return {
    async take({ name, max, sentence }, userId) {
      const slot = await claimSlot(db, { holder, name, max, userId });
      if (slot === null) throw fail(429, 'TOO_MANY', sentence, { retryAfter: 60 });
      count += 1;
      return () => {
        count -= 1;
        forgive(
          sql`delete from event_streams where user_id = ${userId} and kind = ${name} and place = ${slot}
            and holder = ${holder}`.execute(db),
        );
      };
    },
    async close() {
      clearInterval(renewing);
      await sql`delete from event_streams where holder = ${holder}`.execute(db).catch(() => undefined);
    },
  };
}

const Slot = z.object({ place: z.number(), is_taken: z.boolean() });

/** Null: all are taken. */
async function claimSlot(
  db: Db,
  { holder, name, max, userId }: { holder: string; name: string; max: number; userId: number },
): Promise<number | null> {
  for (;;) {
    const [slot] = await sqlRows(Slot)`
      with free as (
        select place from generate_series(1, ${max}::int) as all_places(place)
        where not exists (select from event_streams s where s.user_id = ${userId} and s.kind = ${name}
          and s.place = all_places.place and s.expires_at > now())
        order by random() limit 1
      ), taken as (
        insert into event_streams as s (user_id, kind, place, holder, expires_at)
        select ${userId}::bigint, ${name}, place, ${holder}::uuid, now() + ${LEASE} from free
        on conflict (user_id, kind, place) do update set holder = excluded.holder, expires_at = excluded.expires_at
          where s.expires_at <= now()
        returning place
      )
      select place, exists (select from taken) as is_taken from free`.execute(db);
    if (!slot) return null;
    // else another window took it at the same moment
    if (slot.is_taken) return slot.place;
  }
}
