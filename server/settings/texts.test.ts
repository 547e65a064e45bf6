import { beforeAll, expect, test } from 'vitest';
import { site as siteApi } from '#contract/site/site.ts';
import { settings } from '#contract/settings/settings.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';

let site: TestSite;
let admin: TestPerson;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
  admin = await site.signUp('GLOBAL_ADMIN', 'owner');
});

const PATH = '/api/admin/settings/texts';
const texts = () => admin.call(settings.readTexts);
const put = async (json: object) =>
  admin.fetch(PATH, { method: 'PUT', json: { version: (await texts()).version, ...json } });
const page = async (path: string) => {
  const answer = await site.fetch(path);
  return { status: answer.status, html: await answer.text() };
};

test('a page is a draft, then published, then offline again, each with its date', async () => {
  expect((await page('/privacy')).status).toBe(404);
  expect((await site.fetch('/api/documents/privacy')).status).toBe(404);
  const draft = '# Cookies\n\nAsk [us](https://sun.example) [fill in: who]';
  expect((await put({ privacyDraft: draft })).status).toBe(200);
  expect((await site.fetch('/api/documents/privacy')).status).toBe(404);
  const gap = await put({ privacy: draft });
  expect(gap.status).toBe(422);
  expect(await gap.json()).toMatchObject({ fields: { privacy: expect.stringContaining('[fill in') } });
  const published = await put({ privacy: draft.replace(' [fill in: who]', ''), privacyDraft: null });
  expect(await published.json()).toMatchObject({ privacyAt: expect.any(String), privacyDraft: null });
  expect(await site.call(settings.document, { params: { name: 'privacy' } })).toEqual({
    name: 'privacy',
    title: 'Privacy Policy',
    html: '<h2>Cookies</h2>\n<p>Ask <a href="https://sun.example">us</a></p>\n',
    language: 'en',
    updatedAt: (await texts()).privacyAt,
  });
  const { status, html } = await page('/privacy');
  expect(status).toBe(200);
  expect(html).toContain('<title>Privacy Policy · LLL</title>');
  expect(html).toContain('"documents":["privacy"]');
  expect((await put({ privacy: null })).status).toBe(200);
  expect(await texts()).toMatchObject({ privacyAt: null });
  expect((await page('/privacy')).status).toBe(404);
});

test.each([
  ['<script>alert(1)</script>', '&lt;script&gt;'],
  ['[x](javascript:alert(1))', '[x](javascript:alert(1))'],
  ['[x](data:text/html,<script>)', '[x](data:text/html'],
  ['![x](https://evil.example/a.png)', '!<a href='],
  ['<img src=x onerror=alert(1)>', '&lt;img'],
  ['[x](//evil.example)', '[x](//evil.example)'],
])('%s stays harmless', async (markdown, text) => {
  const { html } = await admin.call(settings.previewText, { body: { markdown } });
  expect(html).toContain(text);
  expect(html).not.toMatch(/<(script|img)|href="(javascript|data|\/\/)/i);
});

test('the sentence, links and texts of every page come with the settings of the pages', async () => {
  const footerLinks = [{ label: 'Blog', url: 'https://blog.example' }];
  expect((await put({ footerLinks: [{ label: 'X', url: 'javascript:alert(1)' }] })).status).toBe(400);
  expect((await put({ heroSentence: 'All day sun.', cookieWords: 'One cookie.', footerLinks })).status).toBe(
    200,
  );
  expect(await site.call(siteApi.config)).toMatchObject({
    heroSentence: 'All day sun.',
    cookieWords: 'One cookie.',
    footerLinks,
  });
});
