import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { openDatabaseServer } from '#server/adapters/database/database.ts';
import { migrate } from '#server/app/database/migrate.ts';
import { COLUMNS, IMPORTS } from './column-types.ts';

/**
 * Generates server/app/database/database.types.ts from the migrations, on a temporary database. `--verify`:
 * changes nothing, fails if the file doesn't match.
 */
const TARGET = new URL('../server/app/database/database.types.ts', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'lll-types-'));
chmodSync(folder, 0o755);
const server = await openDatabaseServer({ dataDir: folder, log: () => {} });
try {
  await server.createDatabase('types');
  await migrate(server.connection('types'));
  const out = join(folder, 'types.ts');
  const { host, port, user } = new Client(server.connection('types'));
  execFileSync(
    'kysely-codegen',
    [
      '--dialect',
      'postgres',
      '--type-mapping',
      '{"int8":"number"}',
      '--date-parser',
      'string',
      '--exclude-pattern',
      'kysely_*',
      '--custom-imports',
      JSON.stringify(IMPORTS),
      '--overrides',
      JSON.stringify({ columns: COLUMNS }),
      '--url',
      `postgres://${user}@localhost:${port}/types?host=${encodeURIComponent(host)}`,
      '--out-file',
      out,
      '--log-level',
      'error',
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const generated = readFileSync(out, 'utf8');
  if (!process.argv.includes('--verify')) writeFileSync(TARGET, generated);
  else if (generated !== readFileSync(TARGET, 'utf8')) {
    process.stderr.write(
      'server/app/database/database.types.ts does not match the migrations: run npm run types.\n',
    );
    process.exitCode = 1;
  }
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
