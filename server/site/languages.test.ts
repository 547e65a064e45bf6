import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { build, isBuilt } from '#build/build.ts';
import { waitForMail } from '#server/testing/mails.ts';
import { startTestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf } from '#server/testing/client.ts';

beforeAll(() => {
  if (!isBuilt() && !build()) throw new Error('The web app could not be built.');
});

const htmlOf = (text: string): string => /<html[^>]*>/.exec(text)?.[0] ?? '';

test('a page uses the language in the address, else the cookie, else the browser, else the default', async () => {
  const site = await startTestSite();
  const page = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await site.fetch(path, { headers });
    return { answer, text: await answer.text() };
  };
  const GERMAN = '<html lang="de" dir="ltr">';
  const rows: [path: string, headers: Record<string, string>, html: string][] = [
    ['/shop', {}, '<html lang="en" dir="ltr">'],
    ['/shop', { 'accept-language': 'de-AT,en;q=0.5' }, GERMAN],
    ['/shop', { 'accept-language': 'xx, pt-PT;q=0.8, de;q=0.4' }, '<html lang="pt-BR" dir="ltr">'],
    ['/shop', { 'accept-language': 'de;q=0, *' }, '<html lang="en" dir="ltr">'],
    ['/shop', { 'accept-language': 'de', cookie: 'lang=ar' }, '<html lang="ar" dir="rtl">'],
    ['/shop', { 'accept-language': 'de', cookie: 'lang=%00' }, GERMAN],
    ['/shop', { 'accept-language': 'de', cookie: 'lang=tlh' }, GERMAN],
    ['/shop?lang=ja', { cookie: 'lang=de' }, '<html lang="ja" dir="ltr">'],
    ['/shop?lang=tlh', { cookie: 'lang=de' }, GERMAN],
    ['/login', { cookie: 'lang=ar' }, '<html lang="ar" dir="rtl">'],
    ['/nope', { 'accept-language': 'de' }, GERMAN],
    ['/shop', { 'user-agent': 'Googlebot/2.1' }, '<html lang="en" dir="ltr">'],
    ['/shop?lang=de', { 'user-agent': 'Googlebot/2.1' }, GERMAN],
    // names of phones and apps look like those of robots
    ...[
      'Linux; Android 13; CUBOT',
      'Linux; Android 14; M bot 60 Build/UP1A',
      'Linux; Android 12; Spider X',
    ].flatMap((phone): [string, Record<string, string>, string][] => [
      ['/shop', { 'accept-language': 'de', 'user-agent': `Mozilla/5.0 (${phone}) Mobile` }, GERMAN],
      ['/shop', { cookie: 'lang=de', 'user-agent': `Mozilla/5.0 (${phone}) Mobile` }, GERMAN],
    ]),
  ];
  // twice: the cache must not mix languages
  for (const [path, headers, html] of [...rows, ...rows]) {
    const { answer, text } = await page(path, headers);
    expect(htmlOf(text), `${path} ${JSON.stringify(headers)}`).toBe(html);
    expect(answer.headers.get('content-language')).toBe(/lang="([^"]+)"/.exec(html)?.[1]);
    if (answer.headers.get('cache-control') !== 'no-store')
      expect(answer.headers.get('vary')).toContain('Accept-Language, Cookie');
  }
  const chosen = (await page('/shop?lang=ar')).answer.headers.get('set-cookie');
  expect(chosen).toMatch(/^lang=ar; .*Path=\/; SameSite=Lax/);
  expect((await page('/shop?lang=tlh')).answer.headers.get('set-cookie')).toBeNull();
});

test('a page names its translations, and is rendered in its language', async () => {
  const site = await startTestSite();
  const read = async (path: string) => (await site.fetch(path)).text();
  const origin = site.ctx.settings.PUBLIC_URL;
  const german = await read('/shop?lang=de');
  expect(german).toContain('Kostenloser Versand');
  expect(german).toContain(`rel="canonical" href="${origin}/shop"`);
  expect(german).toContain(`hreflang="ar" href="${origin}/shop?lang=ar"`);
  expect(german).toContain(`hreflang="en" href="${origin}/shop"`);
  expect(german).toContain(`hreflang="x-default" href="${origin}/shop"`);
  expect(german).toMatch(/<meta data-after-paint name="preload" content="\/assets\/web-[^"]+"/);
});

test.each([
  ['de', 'ltr', 'de_DE', 'Videos auf dem Smartphone'],
  ['ar', 'rtl', 'ar_EG', 'فيديوهات على الهاتف'],
])('metadata and feeds declare the language %s, too', async (language, dir, locale, label) => {
  const site = await startTestSite();
  const read = async (path: string) => {
    const answer = await site.fetch(path, { headers: { 'accept-language': language } });
    expect(answer.headers.get('content-language'), path).toBe(language);
    expect(answer.headers.get('vary'), path).toContain('Accept-Language, Cookie');
    return await answer.text();
  };
  const page = await read(`/video/${await addVideo(site.ctx)}`);
  expect(page).toContain(`<html lang="${language}" dir="${dir}">`);
  expect(page).toContain(`<meta property="og:locale" content="${locale}">`);
  // a profile is in the reader's language, a video in its own
  expect(page.includes('"inLanguage"')).toBe(false);
  const { username } = await site.signUp('CONTENT_CREATOR');
  expect(await read(`/creators/${username}`)).toContain(`"inLanguage":"${language}"`);
  expect(await read('/feed.xml')).toContain(`xml:lang="${language}"`);
  expect(await read('/feed.rss')).toContain(`<language>${language}</language>`);
  expect(JSON.parse(await read('/feed.json'))).toMatchObject({ language });
  expect(JSON.parse(await read('/manifest.webmanifest'))).toMatchObject({
    lang: language,
    dir,
    screenshots: [{ label }, {}],
  });
  await read('/search?q=x');
  await read('/api/me');
  // who reads by no person's wish sends neither
  const headless: Record<string, string>[] = [{ 'user-agent': 'Googlebot/2.1' }, {}];
  for (const headers of headless)
    expect((await site.fetch('/', { headers })).headers.get('content-language')).toBe('en');
});

test('errors are in the caller’s language, the account’s before the browser’s', async () => {
  const site = await startTestSite();
  const { fetch } = await site.signUp();
  const errorOf = async (answer: Response) => (await bodyOf(answer, z.object({ error: z.string() }))).error;
  const guest = await site.fetch('/api/me', { headers: { 'accept-language': 'de' } });
  expect(guest.headers.get('content-language')).toBe('de');
  expect(await guest.json()).toEqual({ code: 'SIGN_IN_NEEDED', error: 'Bitte melde dich zuerst an.' });
  expect(await (await fetch('/api/me')).json()).toMatchObject({ language: null });
  expect((await fetch('/api/me', { method: 'PUT', json: { language: 'tlh' } })).status).toBe(400);
  const chosen = await fetch('/api/me', { method: 'PUT', json: { language: 'de' } });
  expect(await chosen.json()).toMatchObject({ language: 'de' });
  expect(chosen.headers.get('set-cookie')).toMatch(/^lang=de;/);
  const missing = () =>
    fetch('/api/me/sessions/999', { method: 'DELETE', headers: { 'accept-language': 'ar' } });
  expect(await errorOf(await missing())).toBe('Diese Sitzung ist bereits beendet.');
  await fetch('/api/me', { method: 'PUT', json: { language: null } });
  expect(await errorOf(await missing())).toBe('انتهت هذه الجلسة بالفعل.');
});

test('emails are in the language the account was created in', async () => {
  const site = await startTestSite();
  const created = await site.fetch('/api/auth/register', {
    headers: { 'accept-language': 'ar' },
    json: { username: 'amira', email: 'amira@example.org', password: 'correct horse battery' },
  });
  expect(created.status).toBe(201);
  const mail = await waitForMail(site.ctx, 'amira@example.org', /مرحبًا/);
  expect(mail.html).toContain('<html lang="ar" dir="rtl">');
  expect(mail.text).toContain('حسابك \u2068amira\u2069 جاهز');
});

test('the owner chooses the offered languages, and reads service checks in their own language', async () => {
  const site = await startTestSite();
  const { fetch } = await site.signUp('GLOBAL_ADMIN');
  const report = await fetch('/api/admin/check', { headers: { 'accept-language': 'de' } });
  expect((await bodyOf(report, z.object({ lines: z.looseObject({}).array() }))).lines).toContainEqual({
    name: 'Warteschlange',
    state: 'ok',
    text: 'eingerichtet',
    advice: null,
  });
  const change = (json: object) => fetch('/api/admin/settings/languages', { method: 'PUT', json });
  expect((await change({ version: 0, languages: ['de', 'fr'] })).status).toBe(422);
  expect((await change({ version: 0, languages: ['de', 'fr'], defaultLanguage: 'de' })).status).toBe(200);
  const html = async (headers: Record<string, string>) =>
    htmlOf(await (await site.fetch('/shop', { headers })).text());
  expect(await html({ 'accept-language': 'en' })).toContain('lang="de"');
  expect(await html({ 'accept-language': 'fr' })).toContain('lang="fr"');
  expect(await html({ cookie: 'lang=en' })).toContain('lang="de"');
});
