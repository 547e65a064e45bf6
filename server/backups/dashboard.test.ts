import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backups } from '#contract/backups/backups.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { writeFacts } from './facts.ts';

let folder: string;
let site: TestSite;
let admin: TestPerson;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lll-dashboard-'));
  // no worker: jobs stay as they were put
  site = await startTestSite({ BACKUP: 'on', BACKUP_DIR: folder, ROLES: 'web' });
  admin = await site.signUp('GLOBAL_ADMIN');
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const read = () => admin.call(backups.state);
const actions = async () => {
  const rows = await site.ctx.db
    .selectFrom('audit_log')
    .select(['action', 'subject_id', 'actor_name'])
    .where('subject_type', '=', 'backup')
    .orderBy('id')
    .execute();
  return rows.map((row) => [row.action, row.subject_id, row.actor_name]);
};

test('shows when a backup was last verified, even after one that failed', async () => {
  expect(await read()).toEqual({
    kind: 'hourly',
    folder: expect.stringContaining('/'),
    bucket: false,
    verifiedAt: null,
    heldUntil: null,
    last: null,
  });
  const { db } = site.ctx;
  const [early, late] = [new Date('2026-11-20T02:20:00Z'), new Date('2026-11-21T02:20:00Z')];
  await db
    .insertInto('backups')
    .values({ name: 'a', started_at: early, bytes: 7, proven_at: early })
    .execute();
  expect(await read()).toMatchObject({
    kind: 'hourly',
    verifiedAt: early.toISOString(),
    heldUntil: early.toISOString(),
    last: { startedAt: early.toISOString(), state: 'verified', failure: null, bytes: 7 },
  });
  await db
    .insertInto('backups')
    .values({ started_at: late, failure: JSON.stringify('The disk is full.') })
    .execute();
  expect(await read()).toMatchObject({
    verifiedAt: early.toISOString(),
    last: { startedAt: late.toISOString(), state: 'failed', failure: 'The disk is full.', bytes: null },
  });
});

test('starting a backup queues a job, downloading the newest requires re-authentication, and both are audited', async () => {
  const start = () => admin.fetch('/api/admin/backups', { method: 'POST' });
  expect((await start()).status).toBe(204);
  expect((await start()).status).toBe(204);
  const { rows } = await sql`select 1 from pgboss.job where name = 'backup' and state = 'created'`.execute(
    site.ctx.db,
  );
  expect(rows).toHaveLength(1);

  const download = () => admin.fetch('/api/admin/backups/newest');
  expect((await download()).status).toBe(404);
  for (const day of [20, 21]) {
    const name = `lll-2026-11-${day}T02-20-00Z`;
    const content = `the archive of the ${day}st`;
    await writeFile(path.join(folder, `${name}.tar.gz`), content);
    await writeFacts(
      folder,
      {
        name,
        createdAt: 0,
        archive: { file: `${name}.tar.gz`, bytes: content.length, sha256: 'a'.repeat(64) },
        sealed: false,
        media: [],
        digest: { horizon: 0, tables: {} },
      },
      undefined,
    );
  }
  const answer = await download();
  expect(answer.headers.get('content-disposition')).toContain('"lll-2026-11-21T02-20-00Z.tar.gz"');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await answer.text()).toBe('the archive of the 21st');
  expect(await actions()).toEqual([
    ['backup.start', null, admin.username],
    ['backup.start', null, admin.username],
    ['backup.download', 'lll-2026-11-21T02-20-00Z', admin.username],
  ]);

  await site.ctx.db
    .updateTable('sessions')
    .set({ fresh_at: new Date(Date.now() - 3_600_000) })
    .execute();
  site.ctx.sessions.forget(admin.id);
  const stale = await download();
  expect([stale.status, await stale.json()]).toEqual([
    403,
    expect.objectContaining({ code: 'FRESH_SIGN_IN_NEEDED' }),
  ]);
});

test('reports that the site makes no backups', async () => {
  const off = await startTestSite({ BACKUP: 'off', ROLES: 'web' });
  const owner = await off.signUp('GLOBAL_ADMIN');
  expect(await owner.call(backups.state)).toMatchObject({ kind: 'off' });
  expect((await owner.fetch('/api/admin/backups', { method: 'POST' })).status).toBe(409);
});
