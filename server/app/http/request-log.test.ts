import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { databaseError, fail } from './errors.ts';
import { loggedUrl } from './request-log.ts';

let lines: string[];
beforeEach(() => {
  lines = [];
  const collect = (line: unknown) => lines.push(String(line)) > 0;
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation(collect);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const linesWith = (text: string) => lines.filter((line) => line.includes(text));

test('an error code that only resembles a database code is not treated as one', () => {
  const broken = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
  expect([fail(301, 'MOVED', 'This is elsewhere.'), broken].map(databaseError)).toEqual([null, null]);
});

describe('a logged URL', () => {
  test.each([
    ['/oauth-callback?token=secret&success=true', '/oauth-callback?token=…&success=…'],
    ['/reset-password?token=secret', '/reset-password?token=…'],
    ['/api/orders/7?key=secret', '/api/orders/7?key=…'],
    ['/login/oauth2/code/google?code=secret&state=secret', '/login/oauth2/code/google?code=…&state=…'],
    ['/media/signed/secret/videos/7/x/video.mp4', '/media/signed/…/videos/7/x/video.mp4'],
    ['/api/videos?limit=7&sort=top&q=secret', '/api/videos?limit=7&sort=top&q=…'],
    ['/x?%74oken=secret?&secret', '/x?%74oken=…&…'],
  ])('%s is logged as %s', (url, shown) => {
    expect(loggedUrl(url)).toBe(shown);
  });
});

test('logs sign-ins, failed sign-ins, rejections and role changes without any secrets', async () => {
  const site = await startTestSite({ LOG_LEVEL: 'info' });
  const login = (username: string, password: string) =>
    site.fetch('/api/auth/login', { json: { username, password } });
  await login('root-admin', 'a wrong password');
  await login('typed-my-password-here', 'a wrong password');
  await login('root-admin', 'correct horse battery');
  const person = await site.signUp();
  const admin = await site.signUp('GLOBAL_ADMIN');
  await person.fetch('/api/admin/people?q=secret-search');
  await admin.fetch(`/api/admin/people/${person.id}/role`, {
    method: 'PUT',
    json: { role: 'CONTENT_CREATOR' },
  });
  const deletedUser = await site.signUp();
  await deletedUser.fetch('/api/me', { method: 'DELETE', json: { confirmUsername: deletedUser.username } });
  await person.fetch('/api/auth/logout', { method: 'POST' });
  expect(linesWith(`event=ACCOUNT_DELETED userId=${deletedUser.id}`)).toHaveLength(1);
  expect(linesWith(`event=SIGN_OUT userId=${person.id} address=127.0.0.1`)).toHaveLength(1);
  const failed = linesWith('A sign-in failed. reason=LOGIN_FAILED');
  expect(failed).toHaveLength(2);
  expect(failed[0]).toMatch(/ warn .* userId=\d+ address=127\.0\.0\.1\n$/);
  expect(failed[1]).toContain('userId=null');
  expect(
    linesWith('A security event. event=SIGN_IN userId=').map((line) => /detail=\S+/.exec(line)?.[0]),
  ).toContain('detail=password');
  expect(linesWith('A call was rejected.')[0]).toContain(
    `method=GET url=/api/admin/people?q=… address=127.0.0.1 userId=${person.id} code=ROLE_TOO_LOW`,
  );
  expect(linesWith('A role was changed.')[0]).toContain(
    `userId=${person.id} by=${admin.id} before=LOGIN_USER after=CONTENT_CREATOR`,
  );
  expect(linesWith('A request was answered.')).toEqual([]);
  expect(lines.join('')).not.toMatch(/wrong password|typed-my|correct horse|secret-search/);
});

test('logs the name of a violated constraint, whatever response the caller gets', async () => {
  const site = await startTestSite({ LOG_LEVEL: 'info' });
  const client = new pg.Client(site.connection);
  await client.connect();
  await client.query(`
    alter table comments alter column id restart with 1000000;
    alter table comments add constraint forgotten_fkey foreign key (id) references products (id);
    alter table posts add constraint forgotten_check check (content <> 'A bug') not valid`);
  await client.end();
  const video = await addVideo(site.ctx);
  const person = await site.signUp();
  const comment = await person.fetch(`/api/videos/${video}/comments`, {
    json: { text: 'Typed by somebody' },
  });
  expect(comment.status).toBe(404);
  expect(linesWith('The database rejected what a call wrote.')).toEqual([
    expect.stringMatching(
      / warn .* method=POST url=\/api\/videos\/\d+\/comments code=23503 constraint=forgotten_fkey\n$/,
    ),
  ]);
  const post = await person.fetch('/api/community/posts', { json: { content: 'A bug' } });
  expect(post.status).toBe(500);
  expect(linesWith('A request failed.')[0]).toContain('violates check constraint "forgotten_check"');
  expect(lines.join('')).not.toContain('Typed by somebody');
});

test('LOG_LEVEL=debug logs every request, including those answered from the cache', async () => {
  const site = await startTestSite({ LOG_LEVEL: 'debug' });
  for (let time = 0; time < 3; time += 1) await site.fetch('/api/videos?limit=7');
  await site.fetch('/reset-password?token=a-secret-token');
  await site.fetch('/api/no-such-call?key=a-secret-key');
  const requests = () => linesWith('A request was answered.');
  await expect.poll(() => requests().length).toBe(5);
  expect(linesWith('url=/api/videos?limit=7')).toHaveLength(3);
  expect(requests().at(-1)).toMatch(
    /method=GET url=\/api\/no-such-call\?key=… .* status=404 milliseconds=\d+/,
  );
  expect(lines.join('')).not.toContain('a-secret');
});

test('a logged failure contains no secret from its URL', async () => {
  const site = await startTestSite({ LOG_LEVEL: 'info' });
  site.ctx.cache.get = () => Promise.reject(new Error('Broken for this test.'));
  expect((await site.fetch('/api/products?limit=3&q=a-secret')).status).toBe(500);
  expect(linesWith('A request failed.')[0]).toContain('url=/api/products?limit=3&q=… error=Error: Broken');
});

test('warns once about a proxy that TRUST_PROXY does not cover', async () => {
  const forwarded = { headers: { 'x-forwarded-for': '203.0.113.7' } };
  const site = await startTestSite({ LOG_LEVEL: 'info' });
  for (let time = 0; time < 3; time += 1) await site.fetch('/api/health/ping', forwarded);
  expect(linesWith('TRUST_PROXY is not set')).toHaveLength(1);
  const behind = await startTestSite({ LOG_LEVEL: 'info', TRUST_PROXY: '1' });
  await behind.fetch('/api/health/ping', forwarded);
  expect(linesWith('TRUST_PROXY')).toHaveLength(1);
  const elsewhere = await startTestSite({ LOG_LEVEL: 'info', TRUST_PROXY: '10.0.0.0/8' });
  await elsewhere.fetch('/api/health/ping', forwarded);
  expect(linesWith('that TRUST_PROXY does not cover')).toHaveLength(1);
});

test('at startup, production reports problems with the programs that open uploads', async () => {
  // the database's server needs programs of the system, and runs from here on
  await startTestSite();
  vi.stubEnv('PATH', '');
  await startTestSite({ LOG_LEVEL: 'info', NODE_ENV: 'production', HOST: '127.0.0.1' });
  expect(linesWith('2023/24 software that no longer gets security fixes')).toHaveLength(1);
  expect(linesWith("ffmpeg can access the network and all of this user's files")).toHaveLength(1);
});

test('the deployment files keep secrets out of the proxy’s log and set TRUST_PROXY', async () => {
  const read = (name: string) => readFile(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8');
  for (const name of ['nginx.conf', 'nginx-cluster.conf']) {
    const nginx = await read(name);
    const format = /log_format lll ([^;]+);/.exec(nginx)?.[1] ?? '';
    expect(format).toContain('$lll_path');
    expect(format).not.toMatch(/\$(request|request_uri|args|query_string|http_referer)\b/);
    expect(nginx).toMatch(/access_log \S+ lll;/);
  }
  expect(await read('compose.yaml')).toMatch(
    /127\.0\.0\.1:3000:3000[^]*?TRUST_PROXY: "\$\{TRUST_PROXY:-1\}"/,
  );
});
