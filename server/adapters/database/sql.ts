import pg from 'pg';

/** Runs statements one after the other on a connection of their own. */
export async function runStatements(
  config: pg.ClientConfig,
  statements: readonly string[],
): Promise<pg.QueryResult<Record<string, unknown>>[]> {
  const client = new pg.Client(config);
  // A connection lost mid-statement rejects the statement; its error event must not end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    const results: pg.QueryResult<Record<string, unknown>>[] = [];
    for (const statement of statements) results.push(await client.query(statement));
    return results;
  } finally {
    await client.end().catch(() => {});
  }
}

export function createDatabaseStatement(name: string, template?: string): string {
  // the default, block by block through the WAL, costs twice as much for a template
  const from = template === undefined ? '' : ` template ${pg.escapeIdentifier(template)} strategy file_copy`;
  return `create database ${pg.escapeIdentifier(name)}${from}`;
}

export function dropDatabaseStatement(name: string): string {
  return `drop database if exists ${pg.escapeIdentifier(name)} with (force)`;
}
