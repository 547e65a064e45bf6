import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { submissions } from '#contract/submissions/submissions.ts';
import { accounts } from '#contract/accounts/accounts.ts';
import { keys } from '#contract/api-keys/api-keys.ts';
import { makeVideo } from '#server/testing/video-files.ts';
import { sign } from '#server/webhooks/webhooks.rules.ts';
import { startTestSite, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { sqlNumbers } from '#server/app/database/read-rows.ts';

/** Runs the examples of docs/api.md as they are written. */
const run = promisify(execFile);
let site: TestSite;
let folder: string;
let examples: { heading: string; language: string; text: string }[];

beforeAll(async () => {
  site = await startTestSite();
  // below the project, where its packages are found
  await mkdir('.cache', { recursive: true });
  folder = await mkdtemp(join('.cache', 'examples-'));
  const page = await readFile('docs/api.md', 'utf8');
  examples = page.split(/^## /m).flatMap((part) =>
    [...part.matchAll(/^```(js|sh)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
      heading: part.split('\n', 1)[0] ?? '',
      language,
      text,
    })),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const textOf = (heading: string, language: string): string => {
  const found = examples.filter((one) => one.heading === heading && one.language === language);
  expect(found, heading).toHaveLength(1);
  return found[0]?.text ?? '';
};

async function runScript(heading: string, args: string[] = [], token = ''): Promise<string> {
  const file = join(folder, 'example.mjs');
  await writeFile(file, textOf(heading, 'js'));
  const env = { ...process.env, SITE: site.url, TOKEN: token, KEY: token };
  return (await run(process.execPath, [file, ...args], { env })).stdout.trim();
}

async function runShell(heading: string, change = (text: string) => text): Promise<unknown> {
  const text = change(textOf(heading, 'sh')).replaceAll('http://localhost:3000', site.url);
  return JSON.parse((await run('sh', ['-c', text])).stdout) as unknown;
}

test('reads a list page by page to the end', async () => {
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five'])
    await addVideo(site.ctx, { title, category: 'Beauty' });
  site.ctx.cache.drop('videos');
  expect((await runScript('Reading')).split('\n').toSorted()).toEqual([
    'Five',
    'Four',
    'One',
    'Three',
    'Two',
  ]);
  expect(await runShell('Reading')).toHaveLength(4);
});

test('signing in returns a token', async () => {
  const person = { username: 'reader', email: 'reader@example.org', password: 'harbour lights at dawn 7' };
  expect((await site.fetch('/api/auth/register', { method: 'POST', json: person })).status).toBe(201);
  const answer = await runShell('Signing in', (text) =>
    text.replace('"admin"', JSON.stringify(person.username)).replace('…', person.password),
  );
  expect(answer).toEqual({ token: expect.stringMatching(/^\S{20,}$/) });
});

test('uploads with an API key, with curl and with JavaScript', async () => {
  const creator = await site.signUp('CONTENT_CREATOR');
  const { key } = await creator.call(keys.create, { body: { name: 'Script', scopes: ['UPLOAD'] } });
  const videoFile = await makeVideo(folder, 'key.mp4', { seconds: 1 });
  const sent = await runShell('API keys', (text) =>
    text.replace('$KEY', key).replace('clip.mp4', videoFile).replace('curl', 'curl -s'),
  );
  expect(sent).toMatchObject({ title: 'Harbour at dawn', category: 'Lifestyle', status: 'PENDING' });
  const id = await runScript('API keys', [videoFile], key);
  expect((await creator.fetch(`/api/submissions/${id}`)).status).toBe(200);
  expect(await creator.call(submissions.mine)).toHaveLength(2);
});

test('a webhook receiver verifies the signature', async () => {
  const file = join(folder, 'webhook.mjs');
  await writeFile(file, textOf('Webhooks', 'js'));
  const { isGenuine } = (await import(pathToFileURL(resolve(file)).href)) as {
    isGenuine: (header: string, body: string, secret: string) => boolean;
  };
  const now = Date.now();
  expect(isGenuine(sign('secret', '{}', now), '{}', 'secret')).toBe(true);
  expect(isGenuine(sign('secret', '{}', now), '{"a":1}', 'secret')).toBe(false);
  expect(isGenuine(sign('other', '{}', now), '{}', 'secret')).toBe(false);
  expect(isGenuine(sign('secret', '{}', now - 3_600_000), '{}', 'secret')).toBe(false);
});

test('signs up with a proof of work when one is required', async () => {
  await sql`insert into recent_sign_ups (address, at)
    select int4send(n), ${new Date(site.ctx.clock.now())} from generate_series(1, 90) n`.execute(site.ctx.db);
  const spent = async () =>
    (await sqlNumbers`select count(*)::int n from spent_tokens`.execute(site.ctx.db))[0];
  const before = (await spent()) ?? 0;
  const token = await runScript('Signing up, with a proof of work');
  expect(await spent()).toBe(before + 1);
  expect(await site.call(accounts.me, { headers: { authorization: `Bearer ${token}` } })).toMatchObject({
    username: expect.stringMatching(/^reader-/),
  });
});

test('a tus upload returns the submission it created', async () => {
  const creator = await site.signUp('CONTENT_CREATOR');
  const videoFile = await makeVideo(folder, 'clip.mp4', { seconds: 1 });
  const id = await runScript('Uploading, by tus', [videoFile], creator.token);
  expect(await creator.call(submissions.get, { params: { id } })).toMatchObject({
    title: 'Harbour at dawn',
    category: 'Lifestyle',
  });
});
