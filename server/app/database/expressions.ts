import { expressionBuilder, sql } from 'kysely';
import type { DB as Database } from './database.types.ts';

const eb = expressionBuilder<Database>();

/** When the transaction began, by the database's clock. */
export const NOW = eb.fn<Date>('now');

/** A time as PostgreSQL wrote it into a cursor. */
export const timeOf = (text: string) => eb.cast<Date>(eb.val(text), 'timestamptz');

export const daysAgo = (days: number) => sql<Date>`now() - make_interval(days => ${days})`;

export const secondsFromNow = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

/** Whether a time is within a month, UTC: '2026-11'. */
export const inMonth = (column: string, month: string) => {
  const start = sql`${`${month}-01`}::timestamp`;
  return sql<boolean>`(${sql.ref(column)} >= ${start} at time zone 'UTC'
    and ${sql.ref(column)} < (${start} + interval '1 month') at time zone 'UTC')`;
};
