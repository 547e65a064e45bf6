import type { PoolConfig } from 'pg';
import type { BackupReader } from './backup.ts';

/** A PostgreSQL server (15–18) with our own database on it, wherever it runs. */
export interface DatabaseServer {
  readonly kind: 'embedded' | 'external';
  /**
   * Connection options for a database of this server; our own when no name is given. int8 is parsed as a
   * number.
   */
  connection(database?: string): PoolConfig;
  /** Fails when the database exists, or when anyone is connected to the template. */
  createDatabase(name: string, options?: { template?: string }): Promise<void>;
  /** Ends its connections and drops it; a database that isn't there is fine. */
  dropDatabase(name: string): Promise<void>;
  /**
   * Copies the whole running server into a folder that doesn't exist yet. Null: external servers have their
   * own tools.
   */
  backup(folder: string): Promise<void>;
  /** The same without a copy, where the files lie here. */
  read?(reader: BackupReader): Promise<void>;
  /** Lets go of the server. The embedded one ends with the last process that uses it. */
  stop(): Promise<void>;
}

export interface DatabaseServerOptions {
  /** `postgres://…`; without one the embedded server is used. */
  databaseUrl?: string | undefined;
  /** Absolute folder; the embedded server stores its files in `postgres` below it. */
  dataDir: string;
  log: (message: string) => void;
  /** PostgreSQL settings on top of ours, for example `{ fsync: 'off' }` in tests. */
  settings?: Record<string, string>;
  /** Aborts the wait for a server that doesn't start: the returned promise rejects. */
  signal?: AbortSignal | undefined;
}
