import type { DatabaseServer, DatabaseServerOptions } from './database-server.ts';
import { openEmbeddedServer } from './embedded.ts';
import { openExternalServer } from './external.ts';

export type { DatabaseServer, DatabaseServerOptions } from './database-server.ts';

/** Resolves once the server answers `select 1`. Rejects with a sentence for the operator. */
export function openDatabaseServer(options: DatabaseServerOptions): Promise<DatabaseServer> {
  return options.databaseUrl === undefined
    ? openEmbeddedServer(options)
    : openExternalServer({ ...options, databaseUrl: options.databaseUrl });
}
