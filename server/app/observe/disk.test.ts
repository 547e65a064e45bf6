import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sql } from 'kysely';
import { z } from 'zod';
import { admin as adminApi } from '#contract/admin/admin.ts';
import { site as siteApi } from '#contract/site/site.ts';
import { startTestSite } from '#server/testing/site.ts';
import { bodyOf } from '#server/testing/client.ts';
import { environmentDefaults } from '../start/settings.ts';
import { watchDisk, type Disk } from './disk.ts';
import type { Log } from './log.ts';

const MIB = 2 ** 20;
const diskWith = (freeBytes: number): Disk => ({ folder: '/srv/lll', freeBytes, totalBytes: 2 ** 40 });

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

it('logs once that space is low, once that the disk is full, and once that there is space again', () => {
  const messages: string[] = [];
  const recordAs = (level: string) => (message: string) => void messages.push(`${level}: ${message}`);
  const log: Log = {
    debug: recordAs('debug'),
    info: recordAs('info'),
    warn: recordAs('warn'),
    error: recordAs('error'),
  };
  let free = 2 ** 40;
  const ended = new AbortController();
  const settings = { DATA_DIR: '/srv/lll', LIMITS: { ...environmentDefaults.LIMITS, freeDisk: 2 ** 30 } };
  watchDisk(settings, log, ended.signal, () => diskWith(free));
  for (const next of [500 * MIB, 400 * MIB, MIB, 0, 2 ** 40]) {
    free = next;
    vi.advanceTimersByTime(15_000);
  }
  ended.abort();
  free = 0;
  vi.advanceTimersByTime(60_000);
  expect(messages).toEqual([
    expect.stringMatching(/^warn: The disk of \/srv\/lll is nearly full: uploads are rejected/),
    expect.stringMatching(
      /^error: The disk of \/srv\/lll is full \(1 MiB free\): nothing can be saved\. Delete/,
    ),
    expect.stringMatching(/^info: .*room again/),
  ]);
});

it('visitors, /api/health and the check see a full disk as such, not as an unavailable database', async () => {
  vi.useRealTimers();
  const site = await startTestSite({ RATE_LIMIT: 'off' });
  const admin = await site.signUp('GLOBAL_ADMIN');
  const { db } = site.ctx;
  await sql`create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = tg_argv[0]; end $$`.execute(db);
  const failWith = (code: string) =>
    sql`create or replace trigger no_room before insert on posts execute function no_room(${sql.lit(code)})`.execute(
      db,
    );
  const post = async () => {
    const answer = await admin.fetch('/api/community/posts', { json: { content: 'Hello' } });
    return { status: answer.status, ...(await bodyOf(answer, z.looseObject({}))) };
  };
  const full = {
    status: 503,
    code: 'DISK_FULL',
    error: expect.stringContaining("server's disk is full"),
  };
  await failWith('53100');
  expect(await post()).toMatchObject(full);
  // the embedded server ends when it finds no room, and is away then
  await failWith('57P03');
  expect(await post()).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
  site.ctx.disk = () => diskWith(MIB);
  expect(await post()).toMatchObject(full);
  expect(await admin.call(siteApi.health)).toMatchObject({
    status: 'degraded',
    database: { ok: true },
    disk: { ok: false, detail: 'full' },
  });
  const { lines } = await admin.call(adminApi.check);
  expect(lines).toContainEqual({
    name: 'Disk',
    state: 'failed',
    text: 'the disk of /srv/lll is full',
    advice: expect.stringContaining('nothing can be saved'),
  });
});
