import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openJobs } from '#server/app/jobs/jobs.ts';
import { startTestSite } from '#server/testing/site.ts';
import { openDatabase } from './database.ts';

test('days begin at midnight UTC on every connection, whatever the database says', async () => {
  const site = await startTestSite({ ROLES: 'web' });
  const { database } = site.connection;
  await sql`alter database ${sql.id(database ?? '')} set timezone = 'Pacific/Kiritimati'`.execute(
    site.ctx.db,
  );
  const query = 'show timezone';
  for (const pooled of [false, true]) {
    const { db } = openDatabase(site.connection, { pooled });
    expect((await sql.raw(query).execute(db)).rows).toEqual([{ TimeZone: 'UTC' }]);
    await db.destroy();
  }
  const jobs = await openJobs(site.connection, [], { worker: false, log: site.ctx.log });
  const answer = await jobs.boss.getDb().executeSql(query);
  await jobs.close();
  expect(answer.rows).toEqual([{ TimeZone: 'UTC' }]);
});
