import { hash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';

/** Runs after which a statement is prepared: one whose text is never the same again isn't worth it. */
const RUNS = 5;
const MAX_TEXTS = 1000;
/** Of one connection; each costs the server memory. */
const MAX_PREPARED = 150;

/**
 * A pool whose connections prepare what they run often: the server parses and plans a statement once per connection,
 * instead of each time, which takes longer than to run it. A pooler has to know about it (DATABASE_PREPARE).
 */
export function preparing(pool: pg.Pool): PostgresPool {
  const names = createNames();
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client) ?? createClient(client, names);
      clients.set(client, known);
      return known;
    },
  };
}

interface Names {
  /** Null: it ran too few times so far. */
  of(text: string): string | null;
  /** Prepared statements are no longer usable, on any connection. */
  renew(): void;
  generation(): number;
}

function createNames(): Names {
  const texts = new LRUCache<string, { runs: number; name: string | null }>({ max: MAX_TEXTS });
  let generation = 0;
  return {
    of(text) {
      const found = texts.get(text) ?? { runs: 0, name: null };
      if (found.runs === 0) texts.set(text, found);
      found.runs += 1;
      if (found.runs > RUNS) found.name ??= `s${generation}_${hash('sha256', text, 'base64url')}`;
      return found.name;
    },
    renew() {
      generation += 1;
      texts.clear();
    },
    generation: () => generation,
  };
}

function createClient(client: pg.PoolClient, names: Names): PostgresPoolClient {
  const prepared = new Set<string>();
  const generation = names.generation();

  async function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const plain: PostgresPoolClient = client;
    // what has no values is sent as a simple query, which may be several statements
    const name = values.length > 0 ? names.of(text) : null;
    if (name === null) return plain.query<R>(text, values);
    prepared.add(name);
    try {
      const result = await client.query({ name, text, values: [...values] });
      return result as PostgresQueryResult<R>;
    } catch (error) {
      if (!isOutdated(error)) throw error;
      names.renew();
      // a transaction is over; transact() runs it again
      if (client.getTransactionStatus() !== 'I') throw error;
      return plain.query<R>(text, values);
    }
  }

  return {
    query: query as PostgresPoolClient['query'],
    release: (destroy) =>
      client.release(destroy || generation !== names.generation() || prepared.size > MAX_PREPARED),
  };
}

/**
 * Whether a statement failed, before it did anything, because it was prepared: tables have other columns since (a newer
 * release migrated them), or this connection leads to another one of the server's now.
 */
export function isOutdated(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  if (error.code === '0A000') return 'routine' in error && error.routine === 'RevalidateCachedQuery';
  return error.code === '26000' || error.code === '42P05';
}
