import { sql } from 'kysely';
import type pg from 'pg';
import type { Db, DbOrTrx, Trx } from './database.ts';
import { ListenConnection } from './listen-connection.ts';
import type { Log } from '../observe/log.ts';

const CHANNEL = 'lll_events';
/** PostgreSQL takes payloads below 8,000 bytes. */
const MAX_PAYLOAD = 7_500;
/** What is published within this time goes in one message. */
const BATCH_MS = 50;
const RETRY_MS = 1_000;

export interface PubSub {
  /** Notifies every other process within a moment: keys, never data. Duplicates in that moment are sent once. */
  publish(topic: string, key: string): void;
  /** As `publish`, at the moment that a transaction commits. */
  publishIn(trx: Trx, topic: string, keys: string[]): Promise<void>;
  subscribe(topic: string, listener: (key: string) => void): void;
  /** Whether what others publish arrives. While it does not, whatever may have changed is read from the database. */
  isLive(): boolean;
  /** Called when listening stops and when it resumes: caches may be stale. */
  onGap(listener: () => void): void;
  close(): Promise<void>;
}

/** LISTEN/NOTIFY between the processes of one site: a connection of its own listens, any of the pool sends. */
export function openPubSub(connection: pg.PoolConfig, db: Db, log: Log): PubSub {
  const sender = `${process.pid}.${Math.random().toString(36).slice(2)}`;
  const listeners = new Map<string, Set<(key: string) => void>>();
  const gapListeners = new Set<() => void>();
  const outgoing = new Publisher(sender, db, log);
  const incoming = new ListenConnection({
    connection,
    channel: CHANNEL,
    heartbeatChannel: `lll_beat_${sender.replace('.', '_')}`,
    log,
    onMessage: (payload) => {
      const [from, ...messages] = payload.split('\n');
      if (from === sender) return;
      for (const message of messages) {
        const space = message.indexOf(' ');
        for (const listener of listeners.get(message.slice(0, space)) ?? [])
          listener(message.slice(space + 1));
      }
    },
    onGap: () => {
      for (const listener of gapListeners) listener();
    },
  });
  return {
    publish: (topic, key) => outgoing.add(`${topic} ${key}`),
    publishIn: async (trx, topic, keys) => {
      await notify(
        trx,
        sender,
        keys.map((key) => `${topic} ${key}`),
      );
    },
    subscribe: (topic, listener) => {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set.add(listener));
    },
    isLive: () => incoming.isLive(),
    onGap: (listener) => void gapListeners.add(listener),
    close: async () => {
      await outgoing.close();
      await incoming.close();
    },
  };
}

async function notify(db: DbOrTrx, sender: string, messages: string[]): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${[sender, ...messages].join('\n')})`.execute(db);
}

/** Sends what is published in batches; what can't be sent waits for the next. */
class Publisher {
  private readonly sender: string;
  private readonly db: Db;
  private readonly log: Log;
  private pending = new Set<string>();
  private timer: NodeJS.Timeout | null = null;
  private closed = false;

  constructor(sender: string, db: Db, log: Log) {
    this.sender = sender;
    this.db = db;
    this.log = log;
  }

  add(message: string): void {
    this.pending.add(message);
    this.schedule(BATCH_MS);
  }

  async close(): Promise<void> {
    this.closed = true;
    if (this.timer) clearTimeout(this.timer);
    await this.flush();
  }

  private schedule(milliseconds: number): void {
    this.timer ??= setTimeout(() => void this.flush(), milliseconds);
  }

  private async flush(): Promise<void> {
    this.timer = null;
    if (!this.pending.size) return;
    const batch = this.takeBatch();
    try {
      await notify(this.db, this.sender, batch);
    } catch (error) {
      for (const message of batch) this.pending.add(message);
      this.log.warn('A message between processes could not be sent yet.', { error });
      if (!this.closed) this.schedule(RETRY_MS);
      return;
    }
    if (this.pending.size) this.schedule(BATCH_MS);
  }

  /** As many as fit into one payload. */
  private takeBatch(): string[] {
    const batch: string[] = [];
    let size = this.sender.length;
    for (const message of this.pending) {
      size += message.length + 1;
      if (size > MAX_PAYLOAD) break;
      batch.push(message);
    }
    for (const message of batch) this.pending.delete(message);
    return batch;
  }
}
