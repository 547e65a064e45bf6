import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { PAGES, type PageName } from '#contract/site/pages.ts';
import { missingJava } from '#tools/test-programs.ts';
import { bodyOf, WithId } from '#server/testing/client.ts';
import { publishedVideo } from './videos.ts';
import { expect, onceOn, test, type Page, type Person, type Site } from './fixture.ts';
import { FOR_ADMINS, FOR_VISITORS, fillSite, type PageUnderTest } from './pages.ts';

// of an order and of links that aren't there
test.use({ server: 'valid html', allowedErrors: [/40[014]/] });
// every page, one after the other
test.describe.configure({ timeout: 900_000 });

/** The checker's false positives, and its advice. */
const KNOWN = [
  // it reads no style sheets of today: layers, nesting, registered properties
  /^CSS: /,
  // the formatter's style, in web/index.html
  /^Trailing slash on void elements/,
  // comments and cards have a name, but no heading
  /lacks heading/,
  // it denies the articles of a feed their place there (ARIA 1.2, article and feed)
  /^Element “article” is missing required attribute “role”/,
  // of other standards: Picture-in-Picture, Remote Playback, and password managers'
  /^Attribute “(disablepictureinpicture|disableremoteplayback|passwordrules)” not allowed/,
  // in the standard since 2023; later releases know, and fetch a Java when npm installs them
  /^Attribute “media” not allowed on element “source”/,
  /The string “webauthn” is not a valid autofill field name/,
];

interface Message {
  url: string;
  type: string;
  message: string;
  extract?: string;
}

/** What the W3C's HTML checker finds in these documents, by name: each fault once. */
async function check(documents: Map<string, string>): Promise<string[]> {
  const jar = fileURLToPath(import.meta.resolve('vnu-jar/build/dist/vnu.jar'));
  const folder = await mkdtemp(join(tmpdir(), 'lll-html-'));
  try {
    const named = [...documents];
    await Promise.all(named.map(([, html], at) => writeFile(join(folder, `${at}.html`), html)));
    const args = ['-jar', jar, '--format', 'json', '--stdout', '--exit-zero-always', folder];
    const { stdout } = await promisify(execFile)('java', args, { maxBuffer: 2 ** 26 });
    const { messages } = JSON.parse(stdout) as { messages: Message[] };
    const found = messages.filter(({ message }) => !KNOWN.some((known) => known.test(message)));
    const nameOf = ({ url }: Message) => named[Number(basename(url, '.html'))]?.[0] ?? url;
    const faults = Map.groupBy(found, ({ message, extract }) => `${message}\n    ${extract ?? ''}`);
    return [...faults].map(([fault, where]) => `${[...new Set(where.map(nameOf))].join(', ')}: ${fault}`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Filled {
  admin: Person;
  paths: Record<PageName, string>;
}
const filled = new Map<Site, Promise<Filled>>();

/** Something on every page, and all of their addresses. */
async function fill(page: Page, site: Site): Promise<Filled> {
  const missing = missingJava();
  if (missing) throw new Error(missing);
  await fillSite(page, site);
  const admin = await site.signUp('GLOBAL_ADMIN');
  const send = async (path: string, data: object, method = 'POST') => {
    const headers = { authorization: `Bearer ${admin.token}` };
    const answer = await page.request.fetch(`${site.url}${path}`, { method, headers, data });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return answer;
  };
  const make = async (path: string, data: object): Promise<number> =>
    (await bodyOf(send(path, data), WithId)).id;
  const video = await publishedVideo(page.request, site, 'Balloons');
  const own = await site.addVideo({ title: 'Mine', uploader_id: admin.id });
  const cues = [{ start: 0, end: 6, text: 'Up <i>and</i> away' }];
  for (const track of [{}, { kind: 'chapters' }])
    await send(`/api/submissions/${video}/captions/en`, { ...track, cues }, 'PUT');
  const comment = await make(`/api/videos/${video}/comments`, { authorUsername: 'Ann', text: 'Nice' });
  await make(`/api/videos/${video}/comments`, { authorUsername: 'Ben', text: 'Yes', replyTo: comment });
  const content = `See ${site.url}/video/${video} @${admin.username}`;
  const post = await make('/api/community/posts', { content });
  await make('/api/community/posts', { content: 'I saw it', replyTo: post });
  const playlist = await make('/api/playlists', { title: 'An evening', visibility: 'PUBLIC' });
  for (const videoId of [video, own]) await send(`/api/playlists/${playlist}/items`, { videoId });
  const series = await make('/api/series', { title: 'In parts', videoIds: [own] });
  const terms = '# Who may\n\n- Be kind.\n\nhttps://example.org';
  const { version } = await bodyOf(
    page.request.get('/api/admin/settings/texts', {
      headers: { authorization: `Bearer ${admin.token}` },
    }),
    z.object({ version: z.number() }),
  );
  await send('/api/admin/settings/texts', { version, terms }, 'PUT');
  const ids: Partial<Record<PageName, number>> = { product: 1, post, playlist, series };
  const address = ([name, path]: [string, string]) => [
    name,
    path.replace(/:(\w+)\??/, (_, key: string) =>
      key === 'username' ? admin.username : String(ids[name as PageName] ?? video),
    ),
  ];
  const paths = Object.fromEntries(Object.entries(PAGES).map((page) => address(page))) as Filled['paths'];
  return { admin, paths };
}

test('the server writes valid HTML on every page @soak', async ({ page, site }) => {
  const { paths } = await onceOn(filled, site, () => fill(page, site));
  const others = ['/nowhere', '/search?q=balloons', '/?lang=ar', `/embed/${paths.video.replace(/\D/g, '')}`];
  const documents = new Map<string, string>();
  for (const path of [...Object.values(paths), ...others])
    documents.set(path, await (await page.request.get(path)).text());
  expect((await check(documents)).join('\n')).toBe('');
});

/** A page's elements, once it has settled. */
async function draw(page: Page, [path, act]: PageUnderTest): Promise<string> {
  await page.goto(path);
  await expect(page.locator('h1').first()).toBeAttached();
  await act?.(page);
  await page.waitForLoadState('networkidle', { timeout: 2000 }).catch(() => undefined);
  return await page.content();
}

// a cart that is full stays so
const { 'full cart': _full, ...visitors } = FOR_VISITORS;

for (const [who, states] of Object.entries({ visitor: visitors, admin: FOR_ADMINS }))
  test(`every page has valid HTML in the browser, seen as ${who} @soak`, async ({ page, site }) => {
    const { admin, paths } = await onceOn(filled, site, () => fill(page, site));
    if (who === 'admin')
      await page.addInitScript((token) => localStorage.setItem('vh_token', token), admin.token);
    const pages = Object.entries(paths).map(([name, path]): [string, PageUnderTest] => [name, [path]]);
    const documents = new Map<string, string>();
    for (const [name, path] of [...pages, ...Object.entries(states)])
      documents.set(`${who}, ${name}`, await draw(page, path));
    expect((await check(documents)).join('\n')).toBe('');
  });
