import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface Login {
  /** The address without its password. */
  url: string;
  /** Additional environment variables for the program. */
  env: Record<string, string>;
}

/**
 * Runs PostgreSQL's programs without the password among their arguments, where `ps` shows it to every user:
 * it is passed in a file that only this user can read. Source: postgresql.org/docs/18/libpq-pgpass.html
 */
export async function withPasswordFile<T>(
  databaseUrl: string,
  work: (login: Login) => Promise<T>,
): Promise<T> {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password) || url.searchParams.get('password');
  if (!password) return work({ url: databaseUrl, env: {} });
  url.password = '';
  url.searchParams.delete('password');
  const folder = await mkdtemp(path.join(tmpdir(), 'lll-pgpass-'));
  try {
    const file = path.join(folder, 'pgpass');
    await writeFile(file, `*:*:*:*:${password.replaceAll(/[\\:]/g, String.raw`\$&`)}\n`, { mode: 0o600 });
    return await work({ url: url.href, env: { PGPASSFILE: file } });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
