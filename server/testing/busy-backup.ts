import type { DatabaseServer } from '#server/adapters/database/database.ts';
import { runStatements } from '#server/adapters/database/sql.ts';
import type { Settings } from '#server/app/start/settings.ts';
import type { Facts } from '#server/backups/facts.ts';
import { makeSiteBackup } from '#server/backups/make.ts';

/** Makes a backup while the site writes. */
export async function makeWhileBusy(
  server: DatabaseServer,
  settings: Settings,
  time: number,
): Promise<Facts> {
  let busy = true;
  const writing = (async () => {
    while (busy)
      await runStatements(server.connection(), [
        "insert into videos (title, category, origin) values ('Passing', 'Beauty', 'UPLOAD')",
        "update videos set view_count = view_count + 1 where title = 'Passing'",
        "delete from videos where id in (select id from videos where title = 'Passing' order by id limit 1)",
      ]);
  })();
  const facts = await makeSiteBackup(settings, time).finally(() => (busy = false));
  await writing;
  return facts;
}
