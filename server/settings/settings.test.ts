import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { site as siteApi } from '#contract/site/site.ts';
import { accentThemes, contrast } from '#contract/settings/accent.ts';
import { settings } from '#contract/settings/settings.ts';
import { admin as adminApi } from '#contract/admin/admin.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { bodyOf } from '#server/testing/client.ts';

let site: TestSite;
let admin: TestPerson;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off', TRUST_PROXY: '1' });
  admin = await site.signUp('GLOBAL_ADMIN', 'owner');
});

const brand = () => admin.call(settings.readBrand);
const put = (section: string, json: object) =>
  admin.fetch(`/api/admin/settings/${section}`, { method: 'PUT', json });
/** Changes the brand whatever its version; returns the new version. */
async function change(json: object): Promise<number> {
  const { version } = await brand();
  expect((await put('brand', { version, ...json })).status).toBe(200);
  return version + 1;
}

const OURS = { name: 'LLL', tagline: 'Look. Like. Live.' };
beforeEach(() => change(OURS));

test('a new name applies at once in pages, manifest, feed and mails, and is in the audit log', async () => {
  const before = await brand();
  expect(before).toMatchObject({ ...OURS, fixed: [] });
  expect(await (await site.fetch('/shop')).text()).toContain('· LLL</title>');
  const answer = await put('brand', { version: before.version, name: 'Sunny & Co' });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    version: before.version + 1,
    name: 'Sunny & Co',
    updatedBy: 'owner',
  });
  expect(await (await site.fetch('/shop')).text()).toContain('· Sunny &amp; Co</title>');
  expect(await site.call(siteApi.config)).toMatchObject({ siteName: 'Sunny & Co' });
  expect(await (await site.fetch('/manifest.webmanifest')).json()).toMatchObject({ name: 'Sunny & Co' });
  const [entry] = await admin.call(adminApi.audit, { query: { thing: 'settings' } });
  expect(entry).toMatchObject({
    actor: 'owner',
    action: 'settings.change',
    subjectId: 'brand',
    before: { name: 'LLL' },
    after: { name: 'Sunny & Co' },
  });
});

test('the address is set in one click: pages, emails and cookies use it at once', async () => {
  const shop = async () => site.fetch('/shop', { headers: { 'x-forwarded-proto': 'https' } });
  expect(await (await shop()).text()).toContain(
    `rel="canonical" href="${site.ctx.settings.PUBLIC_URL}/shop"`,
  );
  expect((await shop()).headers.get('strict-transport-security')).toBeNull();
  expect(await brand()).toMatchObject({ publicUrl: null });
  for (const publicUrl of ['clips.example.org', 'ftp://a.example', 'https://a.example/shop', 'https://a;b/'])
    expect((await put('brand', { version: (await brand()).version, publicUrl })).status).toBe(400);
  await change({ publicUrl: 'https://clips.example.org/' });
  expect(await brand()).toMatchObject({ publicUrl: 'https://clips.example.org' });
  const page = await shop();
  expect(await page.text()).toContain('rel="canonical" href="https://clips.example.org/shop"');
  expect(page.headers.get('strict-transport-security')).toContain('max-age');
  expect(await bodyOf(site.fetch('/api/openapi.json'), z.looseObject({}))).toMatchObject({
    servers: [{ url: 'https://clips.example.org' }],
  });
  const stale = await site.signUp('GLOBAL_ADMIN');
  await site.ctx.db
    .updateTable('sessions')
    .set({ fresh_at: new Date(Date.now() - 3_600_000) })
    .where('user_id', '=', stale.id)
    .execute();
  site.ctx.sessions.forget(stale.id);
  const putStale = async (json: object) =>
    stale.fetch('/api/admin/settings/brand', {
      method: 'PUT',
      json: { version: (await brand()).version, ...json },
    });
  expect((await putStale({ publicUrl: 'https://evil.example' })).status).toBe(403);
  expect((await putStale({ publicUrl: 'https://clips.example.org', tagline: 'Fine' })).status).toBe(200);
  await change({ publicUrl: null });
});

test('another process has the change within a moment, and so do its cached pages', async () => {
  const other = await startTestSite({}, { beside: site });
  const there = other.fetch;
  const name = async () => (await bodyOf(there('/api/config'), z.object({ siteName: z.string() }))).siteName;
  const titled = async () => /<title>(.*)<\/title>/.exec(await (await there('/community')).text())?.[1];
  expect(await titled()).toContain('LLL');
  await change({ name: 'Cloudy' });
  await expect.poll(name, { timeout: 10_000 }).toBe('Cloudy');
  expect(await titled()).toBe('Community · Cloudy');
  await other.stop();
});

test('a change to an old version gets 409, one of two at once wins, and earlier versions are not stored', async () => {
  const first = await change({ name: 'Sunny & Co' });
  const version = await change({ name: 'Cloudy' });
  expect((await put('brand', { version: first, name: 'Late' })).status).toBe(409);
  const both = await Promise.all([1, 2].map((n) => put('brand', { version, tagline: `Tagline ${n}` })));
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const [entry] = await admin.call(adminApi.audit, { query: { thing: 'settings' } });
  expect(entry).toMatchObject({ before: { tagline: OURS.tagline } });
  expect(Object.keys(entry?.after ?? {})).toEqual(['tagline']);
  const versions = site.ctx.db
    .selectFrom('settings_versions')
    .select('version')
    .where('section', '=', 'brand');
  expect(await versions.execute()).toEqual([{ version: version + 1 }]);
  expect(await brand()).toMatchObject({ name: 'Cloudy' });
  await change({ name: 'Sunny & Co', tagline: OURS.tagline });
});

test('values set by the environment win, are shown as fixed and cannot be changed', async () => {
  const fixed = await startTestSite({ SITE_NAME: 'Fixed' });
  const { fetch } = await fixed.signUp('GLOBAL_ADMIN');
  const at = '/api/admin/settings/brand';
  expect(await (await fetch(at)).json()).toMatchObject({ name: 'Fixed', fixed: ['name'] });
  const answer = await fetch(at, { method: 'PUT', json: { version: 0, name: 'Other' } });
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ fields: { name: expect.stringContaining('environment') } });
  expect(
    await (await fetch(at, { method: 'PUT', json: { version: 0, name: 'Fixed', tagline: 'Mine' } })).json(),
  ).toMatchObject({ name: 'Fixed', tagline: 'Mine', version: 1 });
});

test('both themes are derived from the colour, and all text on it is readable', async () => {
  const { version } = await brand();
  expect((await put('brand', { version, accent: 'red' })).status).toBe(400);
  expect((await put('brand', { version, accent: '#FFEE00', font: 'serif' })).status).toBe(200);
  const page = await site.fetch('/');
  const css = /<style data-theme>([^<]+)<\/style>/.exec(await page.text())?.[1] ?? '';
  const hash = createHash('sha256').update(css).digest('base64');
  expect(page.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`);
  const sheet = await site.fetch('/theme.css');
  expect(sheet.headers.get('content-type')).toContain('text/css');
  expect(await sheet.text()).toBe(css);
  expect(css).toMatch(/--font-sans:'Iowan/);
  expect(css).toMatch(/--color-accent:light-dark\(#[0-9a-f]{6},#ffee00\)/);
  expect(await (await site.fetch('/manifest.webmanifest')).json()).toMatchObject({ theme_color: '#ffee00' });
});

test.each([
  '#ffee00',
  '#ffffff',
  '#000000',
  '#808080',
  '#767676',
  '#0000ff',
  '#00ff88',
  '#e91e63',
  '#f4791f',
])('%s has enough contrast everywhere', (colour) => {
  const grounds = { light: ['#fcfaf6', '#ffffff', '#f4f0e9'], dark: ['#110d0a', '#1a1613', '#241f1b'] };
  const themes = accentThemes(colour);
  for (const theme of ['light', 'dark'] as const) {
    const { accent, strong, ink, text, soft } = themes[theme];
    expect(contrast(ink, accent)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(ink, strong)).toBeGreaterThanOrEqual(4.5);
    for (const ground of [...grounds[theme], soft])
      expect(contrast(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  }
});
