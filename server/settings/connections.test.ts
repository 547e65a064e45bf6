import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { site as siteApi } from '#contract/site/site.ts';
import type { ConnectionName } from '#contract/settings/connections.ts';
import { settings } from '#contract/settings/settings.ts';
import { waitForMail } from '#server/testing/mails.ts';
import { startSmtp } from '#server/testing/smtp.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { transact } from '#server/app/database/database.ts';
import { openSecretBox } from '#server/app/database/secret-box.ts';
import { sqlTexts } from '#server/app/database/read-rows.ts';

let site: TestSite;
let admin: TestPerson;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
  admin = await site.signUp('GLOBAL_ADMIN', 'owner');
});

const PATH = '/api/admin/settings/connections';
const read = () => admin.call(settings.readConnections);
const put = async (json: object) =>
  admin.fetch(PATH, { method: 'PUT', json: { version: (await read()).version, ...json } });
const SECRET = 'hush-hush-4711';
const putMail = () =>
  put({ mailHost: 'smtp.example.org', mailPort: null, mailUser: 'sun@ny', mailPassword: SECRET });
afterEach(async () => {
  const nothing = {
    mailHost: null,
    mailPort: null,
    mailUser: null,
    mailPassword: null,
    mailFrom: null,
    mailSelfSigned: false,
  };
  expect((await put(nothing)).status).toBe(200);
});
const tryOut = (connection: ConnectionName, more: object = {}) =>
  admin.call(settings.testConnection, { body: { connection, ...more } });

test('mail uses the new server at once, in another process too, and problems are reported', async () => {
  const other = await startTestSite({ DATA_DIR: site.ctx.settings.DATA_DIR }, { beside: site });
  expect(await tryOut('mail')).toMatchObject({ ok: true, message: expect.stringContaining('saved in') });
  expect((await waitForMail(site.ctx, 'owner@example.org', /^A test from LLL$/)).text).toContain('settings');
  const smtp = await startSmtp();
  const unreachable = { mailHost: '127.0.0.1', mailPort: 1, mailFrom: 'Sunny <hello@sunny.example>' };
  expect((await put(unreachable)).status).toBe(200);
  expect(await tryOut('mail')).toEqual({
    ok: false,
    message: 'Nothing is responding at this host and port.',
  });
  expect((await put({ mailPort: smtp.port })).status).toBe(200);
  expect(await tryOut('mail', { to: 'ann@example.org' })).toMatchObject({ ok: true });
  expect(smtp.received).toMatchObject([{ from: 'hello@sunny.example', to: ['ann@example.org'] }]);
  expect((await put({ mailSelfSigned: true })).status).toBe(200);
  expect(site.ctx.settings.SMTP_URL).toBe(`${smtp.url}?certificate=self-signed`);
  await expect.poll(() => other.ctx.settings.SMTP_URL, { timeout: 10_000 }).toBe(site.ctx.settings.SMTP_URL);
  await transact(other.ctx.db, (trx) =>
    other.ctx.outbox.enqueue(trx, { to: 'bob@example.org', subject: 'Hi', html: 'Hi', text: 'Hi' }),
  );
  await expect.poll(() => smtp.received.length, { timeout: 10_000 }).toBe(2);
  await other.stop();
  await smtp.stop();
});

test('a stored secret never appears in responses, the log, the database or its versions', async () => {
  const answer = await putMail();
  const texts = [await answer.text()];
  expect(JSON.parse(texts[0] ?? '')).toMatchObject({ secrets: { mailPassword: true, youtubeKey: false } });
  expect(site.ctx.settings.SMTP_URL).toBe(`smtp://sun%40ny:${SECRET}@smtp.example.org`);
  for (const path of [PATH, '/api/admin/audit?thing=settings', '/api/config', '/'])
    texts.push(await (await admin.fetch(path)).text());
  const rows = await sqlTexts`select s::text as row from settings_versions s`.execute(site.ctx.db);
  texts.push(...rows);
  expect(texts.join('\n')).toContain('set anew');
  expect(texts.join('\n')).not.toContain(SECRET);
  const key = join(site.ctx.settings.DATA_DIR, 'settings.key');
  expect((await stat(key)).mode & 0o777).toBe(0o600);
  expect(await readFile(key, 'utf8')).toHaveLength(44);
});

test('a secret has to be entered again for another server', async () => {
  await putMail();
  const elsewhere = await put({ mailHost: 'evil.example' });
  expect(elsewhere.status).toBe(422);
  expect(await elsewhere.json()).toMatchObject({
    fields: { mailPassword: expect.stringContaining('again') },
  });
  expect((await put({ mailHost: 'other.example', mailPassword: 'other' })).status).toBe(200);
  expect(site.ctx.settings.SMTP_URL).toBe('smtp://sun%40ny:other@other.example');
});

test('a secret opens only with its own key and in its own field', () => {
  const box = openSecretBox({ SETTINGS_KEY: 'a key of sixteen and more', DATA_DIR: '/nowhere' });
  const other = openSecretBox({ SETTINGS_KEY: 'another key of that length', DATA_DIR: '/nowhere' });
  const locked = box.lock('connections.youtubeKey', 'hush');
  expect(box.open('connections.youtubeKey', locked)).toBe('hush');
  expect(box.open('connections.mailPassword', locked)).toBeNull();
  expect(other.open('connections.youtubeKey', locked)).toBeNull();
  expect(box.open('connections.youtubeKey', 'damaged')).toBeNull();
});

test('payments and sign-in are enabled only by a complete ID and secret, and expose what pages need', async () => {
  const config = () => site.call(siteApi.config);
  expect((await put({ paypalClientId: 'my-id', identityClientId: 'my-app' })).status).toBe(200);
  expect(await config()).toMatchObject({ payments: 'test', identityProviders: [] });
  expect((await put({ paypalClientSecret: 'x', identityClientSecret: 'y' })).status).toBe(200);
  expect(await config()).toMatchObject({
    payments: 'paypal',
    paypalClientId: 'my-id',
    identityProviders: [{ id: '1', name: 'Google', logo: null, isGoogle: true }],
  });
  expect(site.ctx.payments.service).not.toBeNull();
  expect((await put({ paypalClientSecret: null, identityClientSecret: null })).status).toBe(200);
  expect(await config()).toMatchObject({ payments: 'test', identityProviders: [] });
  expect(await tryOut('identity')).toMatchObject({ ok: false });
  expect(await tryOut('youtube')).toEqual({ ok: false, message: 'No key is set.' });
  expect((await put({ mapTilesUrl: 'https://x;script-src-elem/{z}' })).status).toBe(400);
  expect((await put({ mapTilesUrl: 'http://127.0.0.1:1/{z}' })).status).toBe(200);
  expect(await tryOut('map')).toEqual({ ok: false, message: 'The address requires {x}, {y}.' });
});

test('values set by the environment are fixed, and their credentials are not shown', async () => {
  const fixed = await startTestSite({ SMTP_URL: 'smtps://ann:hidden-word@mail.example:466' });
  const { fetch } = await fixed.signUp('GLOBAL_ADMIN');
  const answer = await (await fetch(PATH)).text();
  expect(JSON.parse(answer)).toMatchObject({
    mailHost: 'mail.example',
    mailPort: 466,
    mailSecurity: 'tls',
    mailUser: 'ann',
    secrets: { mailPassword: true },
    fixed: ['mailHost', 'mailPort', 'mailSecurity', 'mailSelfSigned', 'mailUser', 'mailPassword'],
  });
  expect(answer).not.toContain('hidden-word');
  const change = await fetch(PATH, { method: 'PUT', json: { version: 0, mailPassword: 'mine' } });
  expect(change.status).toBe(422);
});

test('two identity providers at once each have the name and logo that the owner chose', async () => {
  const form = new FormData();
  form.append(
    'file',
    new Blob([await readFile('web/public/icon-192.png')], { type: 'image/png' }),
    'logo.png',
  );
  const { logo } = await admin.call(settings.uploadLogo, { body: form });
  const both = {
    identityClientId: 'one',
    identityClientSecret: 'hush',
    identityName: 'Club',
    identityLogo: logo,
    identity2Issuer: 'https://id.example.org',
    identity2ClientId: 'two',
    identity2Name: 'School',
  };
  expect((await put({ ...both, identityLogo: 'ab'.repeat(12) })).status).toBe(422);
  expect((await put(both)).status).toBe(200);
  const providers = async () => (await site.call(siteApi.config)).identityProviders;
  const first = { id: '1', name: 'Club', logo: `/media/brand/${logo}/mark.png`, isGoogle: false };
  // an incomplete second provider is ignored
  expect(await providers()).toEqual([first]);
  expect((await put({ identity2ClientSecret: 'hush, too' })).status).toBe(200);
  expect(await providers()).toEqual([first, { id: '2', name: 'School', logo: null, isGoogle: false }]);
  expect(await (await site.fetch('/api/config')).text()).not.toContain('hush');
  const nothing = {
    identity2Issuer: null,
    identity2ClientId: null,
    identity2ClientSecret: null,
    identity2Name: null,
  };
  expect((await put({ ...nothing, identityClientSecret: null, identityName: 'Google' })).status).toBe(200);
  expect(await providers()).toEqual([]);
});
