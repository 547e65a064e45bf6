import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from './database.ts';
import type { Log } from '../observe/log.ts';

const CHANNEL = 'lll_events';
/** A line that is dead without having been closed (a pulled cable, a pooler that forgot LISTEN) says nothing for ever. */
const BEAT_MS = 1_000;
/** Beats sent and not listener after which the line counts as dead: more than one, as a busy process hears late. */
const BEATS_MISSED = 2;
/** PostgreSQL takes payloads below 8,000 bytes. */
const MAX_PAYLOAD = 7_500;

export interface PubSub {
  /** Tells every other process, within a moment: keys, never data. Equal ones in that moment go once. */
  publish(topic: string, key: string): void;
  subscribe(topic: string, listener: (key: string) => void): void;
  /** Whether what others send is listener. While it is not, whatever may have changed elsewhere is read from the database. */
  isLive(): boolean;
  /** Called when listening ends and when it begins again: whatever is kept may be stale. */
  onGap(listener: () => void): void;
  close(): Promise<void>;
}

/**
 * LISTEN/NOTIFY between the processes of one site. It listens on one connection of its own, reopened when it breaks or
 * falls silent, and sends on whichever of the pool is free.
 */
export function openPubSub(connection: pg.PoolConfig, db: Db, log: Log): PubSub {
  const self = `${process.pid}.${Math.random().toString(36).slice(2)}`;
  const listeners = new Map<string, Set<(key: string) => void>>();
  const gapListeners = new Set<() => void>();
  let pending = new Set<string>();
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  let closed = false;
  let live = false;
  let missed = 0;
  // a name of its own, so that beats wake nobody else
  const beatChannel = `lll_beat_${self.replace('.', '_')}`;

  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({
      ...connection,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      application_name: 'lll notices',
    });
    fresh.on('notification', ({ channel, payload = '' }) => {
      if (channel === CHANNEL) listener(payload);
      else heardBeat(fresh);
    });
    fresh.on('error', () => {});
    fresh.on('end', () => {
      if (closed || client !== fresh) return;
      lose();
    });
    try {
      await fresh.connect();
      await fresh.query(`listen ${CHANNEL}; listen ${beatChannel}`);
    } catch (error) {
      fresh.connection.stream.destroy();
      throw error;
    }
    client = fresh;
    missed = 0;
    sendBeat(fresh);
  };
  /** The line is there when it has carried something, not when it was opened. */
  const heardBeat = (from: pg.Client) => {
    if (client !== from) return;
    missed = 0;
    if (live) return;
    live = true;
    for (const listener of gapListeners) listener();
  };
  const sendBeat = (to: pg.Client) => void to.query(`notify ${beatChannel}`).catch(() => {});
  const lose = () => {
    const dead = client;
    client = null;
    live = false;
    for (const listener of gapListeners) listener();
    // no goodbye: nobody would answer it
    dead?.connection.stream.destroy();
    if (!closed) setTimeout(() => void reconnect(), 1_000).unref();
  };
  const beat = setInterval(() => {
    if (!client) return;
    if (missed >= BEATS_MISSED) {
      log.warn('The line for notices between processes is dead; opening another.');
      lose();
    } else {
      missed += 1;
      sendBeat(client);
    }
  }, BEAT_MS);
  beat.unref();

  const reconnect = (): Promise<void> =>
    connect().catch((error: unknown) => {
      log.warn('The line for notices between processes is down; trying again.', { error });
      if (!closed) setTimeout(() => void reconnect(), 2_000).unref();
    });
  const listener = (payload: string) => {
    const [sender, ...messages] = payload.split('\n');
    if (sender === self) return;
    for (const message of messages) {
      const space = message.indexOf(' ');
      for (const listener of listeners.get(message.slice(0, space)) ?? []) listener(message.slice(space + 1));
    }
  };
  const flush = async () => {
    timer = null;
    if (!pending.size) return;
    const batch = [self];
    let size = self.length;
    for (const message of pending) {
      if (size + message.length + 1 > MAX_PAYLOAD) break;
      batch.push(message);
      size += message.length + 1;
    }
    pending = new Set([...pending].slice(batch.length - 1));
    try {
      await sql`select pg_notify(${CHANNEL}, ${batch.join('\n')})`.execute(db);
    } catch (error) {
      for (const message of batch.slice(1)) pending.add(message);
      log.warn('A notice between processes could not be sent yet.', { error });
      if (!closed) schedule(1_000);
      return;
    }
    if (pending.size) schedule();
  };
  const schedule = (milliseconds = 50) => {
    timer ??= setTimeout(() => void flush(), milliseconds);
  };
  void reconnect();

  return {
    publish(topic, key) {
      pending.add(`${topic} ${key}`);
      schedule();
    },
    subscribe(topic, listener) {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set.add(listener));
    },
    isLive: () => live,
    onGap: (listener) => void gapListeners.add(listener),
    async close() {
      closed = true;
      clearInterval(beat);
      if (timer) clearTimeout(timer);
      await flush().catch(() => {});
      await client?.end().catch(() => {});
    },
  };
}
