import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { killAll, spawnSite } from '#server/testing/process.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'lll-first-admin-'));
// where everybody may look the site finds a database that is migrated
beforeAll(() => chmodSync(folder, 0o755));
afterAll(async () => {
  await killAll();
  rmSync(folder, { recursive: true, force: true });
});

it('without a terminal, the password goes to an owner-only file and each log line stays one JSON object', async () => {
  const site = await spawnSite({ env: { DATA_DIR: folder, NODE_ENV: 'production', HOST: '127.0.0.1' } });
  await site.ready();
  const file = path.join(folder, 'first-admin-password');
  const password = readFileSync(file, 'utf8').trim();
  expect(password).toMatch(/^[\w-]{20}$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const lines = site.output().trim().split('\n');
  const messages = lines.map((line) => z.object({ message: z.string() }).parse(JSON.parse(line)).message);
  expect(messages).toContainEqual(expect.stringContaining(`, admin, is in ${file}.`));
  expect(site.output()).not.toContain(password);
  const login = await fetch(`${site.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  expect(login.status).toBe(200);
  await site.end();
});
