import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { build, isBuilt } from '#build/build.ts';
import { translations } from '#contract/settings/translations.ts';
import { categories } from '#contract/settings/categories.ts';
import { Document } from '#contract/settings/settings.ts';
import { waitForMail } from '#server/testing/mails.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { bodyOf } from '#server/testing/client.ts';

let site: TestSite;
let owner: TestPerson;
beforeAll(async () => {
  if (!isBuilt() && !build()) throw new Error('The web app could not be built.');
  site = await startTestSite({ RATE_LIMIT: 'off' });
  owner = await site.signUp('GLOBAL_ADMIN', 'owner');
  for (const [section, json] of Object.entries({
    brand: { tagline: 'Sun all day.' },
    texts: {
      about: '# We like the sun',
      footerLinks: [
        { label: 'Press', url: '/press' },
        { label: 'Jobs', url: '/jobs' },
      ],
    },
    shop: { taxNote: 'Prices include VAT.', headline: 'Shades', returnWords: '30 days.' },
  }))
    expect((await change(section, { version: 0, ...json })).status, section).toBe(200);
});

const change = (section: string, json: object) =>
  owner.fetch(`/api/admin/settings/${section}`, { method: 'PUT', json });
const translate = async (json: object) => {
  const { version } = await owner.call(translations.read);
  return change('translations', { version, ...json });
};
const read = async (path: string, language: string) =>
  site.fetch(path, { headers: { 'accept-language': language } });
const configIn = async (language: string) =>
  await bodyOf(read('/api/config', language), z.record(z.string(), z.unknown()));

const GERMAN = {
  tagline: 'Sonne den ganzen Tag.',
  taxNote: 'Preise inkl. MwSt.',
  headline: null,
  about: '# Wir mögen die Sonne',
  videos: { Lifestyle: 'Lebensart' },
  links: { Press: 'Presse' },
};

test('the owner’s texts are shown in the reader’s language, or else as written', async () => {
  const before = await configIn('de');
  expect(before).toMatchObject({ siteTagline: 'Sun all day.' });
  expect(before['wordsIn']).toEqual({
    siteTagline: 'en',
    shopHeadline: 'en',
    taxNote: 'en',
    returnWords: 'en',
  });
  expect((await translate({ de: GERMAN, fr: { returnWords: '30 jours.' } })).status).toBe(200);
  const german = await configIn('de');
  expect(german).toMatchObject({
    siteTagline: 'Sonne den ganzen Tag.',
    taxNote: 'Preise inkl. MwSt.',
    shopHeadline: 'Shades',
    footerLinks: [
      { label: 'Presse', url: '/press' },
      { label: 'Jobs', url: '/jobs', language: 'en' },
    ],
    categoryNames: { Lifestyle: 'Lebensart' },
    wordsIn: { shopHeadline: 'en', returnWords: 'en' },
  });
  // names on the wire are unchanged
  expect(german['categories']).toContain('Lifestyle');
  expect(await configIn('fr')).toMatchObject({ returnWords: '30 jours.', taxNote: 'Prices include VAT.' });
  expect(await configIn('en')).toMatchObject({ siteTagline: 'Sun all day.', wordsIn: {} });
});

test('pages, feeds, the manifest and emails show them, each cached by language', async () => {
  expect((await translate({ de: GERMAN })).status).toBe(200);
  const text = async (path: string, language: string) => (await read(path, language)).text();
  // twice: the cache must not mix languages
  for (const _ of [1, 2]) {
    const german = await text('/', 'de');
    expect(german).toContain('<title>LLL – Sonne den ganzen Tag.</title>');
    expect(german).toContain('property="og:title" content="Sonne den ganzen Tag."');
    expect(german).toContain('Lebensart');
    expect(await text('/', 'fr')).toContain('<bdi lang="en">Sun all day.</bdi>');
    expect(await text('/', 'en')).toContain('<bdi>Sun all day.</bdi>');
    expect(await text('/about', 'de')).toContain('Wir mögen die Sonne');
    expect(await text('/about', 'fr')).toContain('We like the sun');
    const documentIn = async (language: string) =>
      await bodyOf(read('/api/documents/about', language), Document);
    expect(await documentIn('de')).toMatchObject({ title: 'Über uns', language: 'de' });
    expect(await documentIn('fr')).toMatchObject({ language: 'en' });
    expect((await read('/api/documents/about', 'de')).headers.get('content-language')).toBe('de');
  }
  expect(await text('/feed.rss', 'de')).toContain('Sonne den ganzen Tag.');
  expect(await text('/feed.xml?category=Lifestyle', 'de')).toContain('<title>Lebensart – LLL</title>');
  expect(await text('/manifest.webmanifest', 'de')).toContain('Sonne den ganzen Tag.');
  const created = await site.fetch('/api/auth/register', {
    headers: { 'accept-language': 'de' },
    json: { username: 'lena', email: 'lena@example.org', password: 'correct horse battery' },
  });
  expect(created.status).toBe(201);
  expect((await waitForMail(site.ctx, 'lena@example.org', /./)).html).toContain('Sonne den ganzen Tag.');
});

test('a member gets the language of their account, whatever the browser prefers', async () => {
  expect((await translate({ de: GERMAN })).status).toBe(200);
  const { fetch } = await site.signUp();
  await fetch('/api/me', { method: 'PUT', json: { language: 'de' } });
  const document = await fetch('/api/documents/about', { headers: { 'accept-language': 'fr' } });
  expect(await document.json()).toMatchObject({ language: 'de' });
  const config = await fetch('/api/config', { headers: { 'accept-language': 'fr' } });
  expect(await config.json()).toMatchObject({ siteTagline: 'Sonne den ganzen Tag.' });
});

test('default category names are translated; the owner’s own names are not', async () => {
  expect((await translate({ es: {} })).status).toBe(200);
  expect((await configIn('es'))['categoryNames']).toMatchObject({ Innovation: 'Innovación' });
  const { version, videos } = await owner.call(categories.read);
  expect((await change('categories', { version, videos: [...videos, 'Beaches'] })).status).toBe(200);
  expect((await configIn('es'))['categoryNames']).not.toHaveProperty('Beaches');
});

test('rejects translations that are too long, unfinished or in an unknown language', async () => {
  const rows: [json: object, status: number, field?: string][] = [
    [{ de: { tagline: 'x'.repeat(121) } }, 400, 'de.tagline'],
    [{ de: { videos: { Lifestyle: 'x'.repeat(41) } } }, 400, 'de.videos.Lifestyle'],
    [{ de: { links: Object.fromEntries(Array.from({ length: 9 }, (_, at) => [at, 'x'])) } }, 400, 'de.links'],
    // within their letters, but of four bytes each
    [{ de: { about: '😎'.repeat(45_000), terms: '😎'.repeat(45_000) } }, 400, 'de'],
    [{ de: { terms: 'Our address: [fill in: address]' } }, 422, 'de.terms'],
    [{ de: 'Sonne' }, 400, 'de'],
    [{ tlh: { tagline: 'jul' } }, 200],
  ];
  for (const [json, status, field] of rows) {
    const answer = await translate(json);
    expect(answer.status, JSON.stringify(json).slice(0, 80)).toBe(status);
    const { fields } = await bodyOf(
      answer,
      z.object({ fields: z.record(z.string(), z.string()).optional() }),
    );
    if (field) expect(fields).toHaveProperty([field]);
  }
  expect(await owner.call(translations.read)).not.toHaveProperty('tlh');
});
