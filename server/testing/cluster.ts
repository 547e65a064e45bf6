import { z } from 'zod';
import { killAll, spawnSite } from './process.ts';
import { callerBy, type Caller } from './client.ts';
import { fetchFrom, withCookies, type Fetch, type TestSite } from './site.ts';
import { sqlRows } from '#server/app/database/read-rows.ts';

/** Real server processes on the database of a site of the harness. */
export interface Cluster {
  urls: string[];
  /** A guest with cookies, whose calls rotate between the processes. */
  visitor(): Caller;
  /** As `visitor`, signed in by this token. */
  signedIn(token: string): Fetch;
  stop(): Promise<void>;
}

export async function startCluster(
  { ctx }: Pick<TestSite, 'ctx'>,
  environment: Record<string, string> = {},
  processes = 3,
): Promise<Cluster> {
  const env = {
    NODE_ENV: 'test',
    DATA_DIR: ctx.settings.DATA_DIR,
    DATABASE_URL: await findDatabaseUrl(ctx.db),
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
    ...environment,
  };
  const sites = [];
  for (let count = 0; count < processes; count += 1) sites.push(await spawnSite({ env }));
  await Promise.all(sites.map((site) => site.ready()));
  const urls = sites.map(({ url }) => url);
  const rotate = () => {
    let turn = 0;
    return () => urls[turn++ % urls.length] ?? '';
  };
  return {
    urls,
    visitor: () => callerBy(withCookies(rotate())),
    signedIn: (token) => fetchFrom(rotate(), { authorization: `Bearer ${token}` }),
    stop: killAll,
  };
}

/** The harness's server listens on a socket only. */
async function findDatabaseUrl(db: TestSite['ctx']['db']): Promise<string> {
  const [row] = await sqlRows(
    z.object({ name: z.string(), folder: z.string(), port: z.string(), person: z.string() }),
  )`
    select current_database() as name, trim('"' from split_part(current_setting('unix_socket_directories'), ',', 1)) as folder,
      current_setting('port') as port, current_user as person`.execute(db);
  return `postgres://${row?.person}@localhost/${row?.name}?host=${encodeURIComponent(row?.folder ?? '')}&port=${row?.port}`;
}
