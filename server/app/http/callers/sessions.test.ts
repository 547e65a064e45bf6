import pg from 'pg';
import { expect, test } from 'vitest';
import { startTestSite } from '#server/testing/site.ts';
import { untilWaiting } from '#server/testing/waiting.ts';

test('a session that ends while it is being read is not cached', async () => {
  const site = await startTestSite({ ROLES: 'web' });
  const person = await site.signUp();
  // a session last seen long ago is updated after it was read: the test blocks it there
  await site.ctx.db
    .updateTable('sessions')
    .set({ last_seen_at: new Date(0) })
    .execute();
  const client = new pg.Client(site.connection);
  await client.connect();
  await client.query('begin');
  await client.query('delete from sessions where user_id = $1', [person.id]);
  const early = person.fetch('/api/me');
  await untilWaiting(client, 1);
  site.ctx.sessions.forget(person.id);
  await client.query('commit');
  await client.end();
  await early;
  expect((await person.fetch('/api/me')).status).toBe(401);
});
