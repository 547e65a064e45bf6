import pg from 'pg';
import type { Log } from '../observe/log.ts';

/** A connection that is dead without having been closed (a pulled cable, a pooler that forgot LISTEN) is silent for ever. */
const HEARTBEAT_MS = 1_000;
/** Unanswered heartbeats before the connection counts as lost: more than one, as a busy process answers late. */
const MAX_MISSED = 2;

export interface ListenOptions {
  connection: pg.PoolConfig;
  channel: string;
  /** A channel of this process alone, so that its heartbeats wake no other. */
  heartbeatChannel: string;
  log: Log;
  onMessage(payload: string): void;
  /** Listening has ended, or has begun again. */
  onGap(): void;
}

/** LISTEN on one connection of its own, reopened when it breaks or falls silent. */
export class ListenConnection {
  private readonly options: ListenOptions;
  private readonly heartbeat: NodeJS.Timeout;
  private client: pg.Client | null = null;
  private live = false;
  private missed = 0;
  private closed = false;

  constructor(options: ListenOptions) {
    this.options = options;
    this.heartbeat = setInterval(() => this.checkHeartbeat(), HEARTBEAT_MS);
    this.heartbeat.unref();
    void this.connect();
  }

  /** True once the connection has carried something; that it was opened proves nothing. */
  isLive(): boolean {
    return this.live;
  }

  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.heartbeat);
    await this.client?.end().catch(() => {});
  }

  private async connect(): Promise<void> {
    try {
      await this.open();
    } catch (error) {
      this.options.log.warn('The connection for messages between processes is down; trying again.', {
        error,
      });
      this.retryIn(2_000);
    }
  }

  private async open(): Promise<void> {
    const { connection, channel, heartbeatChannel, onMessage } = this.options;
    const client = new pg.Client({
      ...connection,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      application_name: 'lll pubsub',
    });
    client.on('notification', (notification) => {
      if (notification.channel === channel) onMessage(notification.payload ?? '');
      else this.receiveHeartbeat(client);
    });
    client.on('error', () => {});
    client.on('end', () => {
      if (!this.closed && this.client === client) this.lose();
    });
    try {
      await client.connect();
      await client.query(`listen ${channel}; listen ${heartbeatChannel}`);
    } catch (error) {
      client.connection.stream.destroy();
      throw error;
    }
    this.client = client;
    this.missed = 0;
    this.sendHeartbeat(client);
  }

  private sendHeartbeat(client: pg.Client): void {
    void client.query(`notify ${this.options.heartbeatChannel}`).catch(() => {});
  }

  private receiveHeartbeat(client: pg.Client): void {
    if (this.client !== client) return;
    this.missed = 0;
    if (this.live) return;
    this.live = true;
    this.options.onGap();
  }

  private checkHeartbeat(): void {
    if (!this.client) return;
    if (this.missed >= MAX_MISSED) {
      this.options.log.warn('The connection for messages between processes is dead; opening another.');
      this.lose();
    } else {
      this.missed += 1;
      this.sendHeartbeat(this.client);
    }
  }

  private lose(): void {
    const dead = this.client;
    this.client = null;
    this.live = false;
    this.options.onGap();
    // without a goodbye, which would never be answered
    dead?.connection.stream.destroy();
    this.retryIn(1_000);
  }

  private retryIn(milliseconds: number): void {
    if (!this.closed) setTimeout(() => void this.connect(), milliseconds).unref();
  }
}
