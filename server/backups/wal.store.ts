import { sql } from 'kysely';
import { transact, type Db } from '#server/app/database/database.ts';

/** Bytes of a segment, as initdb makes them. */
export const SEGMENT_BYTES = 16 * 1024 * 1024;
const PREFIX = 'lll_wal_';

/** What keeps WAL until it is archived. */
export interface WalSlot {
  /**
   * Names the unbroken line of WAL that it began. No copy of a database brings its slots along, so that a restored one
   * begins a line of its own and never writes into that of another.
   */
  line: string;
  /** From here on, in bytes. */
  restart: number;
  valid: boolean;
}

export async function readWalSlot(db: Db): Promise<WalSlot | null> {
  const { rows } = await sql<{ name: string; restart: string | null; valid: boolean }>`
    select slot_name as name, pg_wal_lsn_diff(restart_lsn, '0/0')::text as restart,
      restart_lsn is not null and invalidation_reason is null and wal_status <> 'lost' as valid
    from pg_replication_slots where starts_with(slot_name, ${PREFIX}) order by slot_name limit 1`.execute(db);
  const [found] = rows;
  if (!found) return null;
  return { line: found.name.slice(PREFIX.length), restart: Number(found.restart ?? 0), valid: found.valid };
}

export async function createWalSlot(db: Db, line: string): Promise<void> {
  await sql`select pg_create_physical_replication_slot(${PREFIX + line}, true)`.execute(db);
}

export async function dropWalSlot(db: Db, line: string): Promise<void> {
  await sql`select pg_drop_replication_slot(slot_name) from pg_replication_slots
    where slot_name = ${PREFIX + line}`.execute(db);
}

/** Lets go of what is archived: everything before this segment. */
export async function advanceWalSlot(db: Db, line: string, segment: number): Promise<void> {
  await sql`select pg_replication_slot_advance(slot_name, '0/0'::pg_lsn + ${segment * SEGMENT_BYTES}::numeric)
    from pg_replication_slots where slot_name = ${PREFIX + line}
    and restart_lsn < '0/0'::pg_lsn + ${segment * SEGMENT_BYTES}::numeric`.execute(db);
}

export interface WalPosition {
  /** Whatever was committed before it lies before `flushed`; and a commit with a later time, too. */
  at: number;
  flushed: number;
  timeline: string;
  /** The folder of the database. */
  data: string;
}

/**
 * Writes a commit, so that a recovery to the time before it finds an end, and tells how far the WAL is on disk.
 */
export async function markWal(db: Db): Promise<WalPosition> {
  const at = await transact(db, async (trx) => {
    await sql`set local synchronous_commit = on`.execute(trx);
    const { rows } = await sql<{ at: Date }>`
      select now() as at, pg_logical_emit_message(true, 'lll', '')`.execute(trx);
    return rows[0]?.at ?? new Date(0);
  });
  const { rows } = await sql<{ flushed: string; timeline: string; data: string }>`
    select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::text as flushed,
      left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline,
      current_setting('data_directory') as data`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('The database did not tell where its WAL is.');
  return { at: at.getTime(), flushed: Number(found.flushed), timeline: found.timeline, data: found.data };
}
