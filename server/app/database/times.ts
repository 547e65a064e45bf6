import { sql } from 'kysely';

/** The moment of the transaction, by the database's clock. */
export const NOW = sql<Date>`now()`;

export const daysAgo = (days: number) => sql<Date>`now() - make_interval(days => ${days})`;
