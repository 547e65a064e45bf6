import pg from 'pg';
import type { Log } from './log.ts';

const CHANNEL = 'lll_notices';
/** PostgreSQL takes payloads below 8,000 bytes. */
const PAYLOAD_MOST = 7_500;

export interface Notices {
  /** Tells every other process, within a moment: keys, never data. Equal ones in that moment go once. */
  send(topic: string, key: string): void;
  on(topic: string, hear: (key: string) => void): void;
  /** Called after a gap in listening: whatever is kept may be stale. */
  onGap(hear: () => void): void;
  close(): Promise<void>;
}

/** LISTEN/NOTIFY between the processes of one site, on one connection of its own, reopened by hand when it breaks. */
export function openNotices(connection: pg.PoolConfig, log: Log): Notices {
  const self = `${process.pid}.${Math.random().toString(36).slice(2)}`;
  const listeners = new Map<string, Set<(key: string) => void>>();
  const gapListeners = new Set<() => void>();
  let pending = new Set<string>();
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  let closed = false;
  let connected = false;

  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({ ...connection, keepAlive: true });
    fresh.on('notification', ({ payload = '' }) => hear(payload));
    fresh.on('error', () => {});
    fresh.on('end', () => {
      if (closed || client !== fresh) return;
      client = null;
      setTimeout(() => void reconnect(), 1_000).unref();
    });
    await fresh.connect();
    await fresh.query(`listen ${CHANNEL}`);
    client = fresh;
    if (connected) for (const heard of gapListeners) heard();
    connected = true;
    if (pending.size) schedule();
  };
  const reconnect = (): Promise<void> =>
    connect().catch((error: unknown) => {
      log.warn('The line for notices between processes is down; trying again.', { error });
      if (!closed) setTimeout(() => void reconnect(), 2_000).unref();
    });
  const hear = (payload: string) => {
    const [sender, ...messages] = payload.split('\n');
    if (sender === self) return;
    for (const message of messages) {
      const space = message.indexOf(' ');
      for (const listener of listeners.get(message.slice(0, space)) ?? []) listener(message.slice(space + 1));
    }
  };
  const flush = async () => {
    timer = null;
    if (!client || !pending.size) return;
    const batch = [self];
    let size = self.length;
    for (const message of pending) {
      if (size + message.length + 1 > PAYLOAD_MOST) break;
      batch.push(message);
      size += message.length + 1;
    }
    pending = new Set([...pending].slice(batch.length - 1));
    try {
      await client.query('select pg_notify($1, $2)', [CHANNEL, batch.join('\n')]);
    } catch (error) {
      for (const message of batch.slice(1)) pending.add(message);
      log.warn('A notice between processes waits for its line.', { error });
      return;
    }
    if (pending.size) schedule();
  };
  const schedule = () => {
    timer ??= setTimeout(() => void flush(), 50);
  };
  void reconnect();

  return {
    send(topic, key) {
      pending.add(`${topic} ${key}`);
      schedule();
    },
    on(topic, heard) {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set.add(heard));
    },
    onGap: (heard) => void gapListeners.add(heard),
    async close() {
      closed = true;
      if (timer) clearTimeout(timer);
      await flush().catch(() => {});
      await client?.end().catch(() => {});
    },
  };
}
