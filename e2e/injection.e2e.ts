import type { APIRequestContext } from '@playwright/test';
import { cleanText } from '#contract/values.ts';
import { expect, test, type Page } from './fixture.ts';
import { INJECTIONS } from './script-injection.ts';

// Everything the content policy stops would be an error in the console, and so fail the test by itself. Pictures that
// don't exist are none of ours.
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const cut = (text: string, most: number) => [...text].slice(0, most).join('');

/** Answers are a success or a refusal of the input, never a fault. */
async function send(
  request: APIRequestContext,
  method: 'post' | 'put',
  path: string,
  data: object,
  token?: string,
): Promise<number> {
  const answer = await request[method](path, { data, headers: token ? bearer(token) : {} });
  expect([200, 201, 400, 409], `${path} ${JSON.stringify(data).slice(0, 200)}`).toContain(answer.status());
  return answer.status();
}

async function expectUnharmed(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(() => ({
    injected: 'injected' in window,
    // what a smuggled element would look like in the page; the page's own carry other attributes
    smuggled: [...document.querySelectorAll('main *')]
      .filter(
        (element) =>
          element.getAttributeNames().some((name) => name.startsWith('on')) ||
          /^(script|embed|object|base|isindex|marquee|math|form-x|x)$/i.test(element.localName) ||
          /^\s*(javascript|data:text|vbscript)/i.test(element.getAttribute('href') ?? ''),
      )
      .map((element) => element.outerHTML.slice(0, 200)),
    wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }));
  expect(found, where).toEqual({ injected: false, smuggled: [], wide: 0 });
}

test('no text of a person runs or breaks a page, whatever is in it', async ({
  page,
  site,
  request,
  signIn,
}) => {
  test.setTimeout(240_000);
  expect(INJECTIONS.length).toBeGreaterThanOrEqual(60);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('popup', (popup) => {
    dialogs.push(popup.url());
  });

  const author = await site.signUp('CONTENT_CREATOR', 'injector');
  const talked = await site.addVideo({ title: 'Talked about', uploader_id: author.id });
  const videos: number[] = [talked];
  let comments = 0;
  let posts = 0;
  for (const text of INJECTIONS) {
    const title = cleanText(cut(text, 100)) || 'x';
    videos.push(
      await site.addVideo({
        title,
        description: text,
        location_name: title,
        location_address: title,
        uploader_id: author.id,
      }),
    );
    const said = await send(request, 'post', `/api/videos/${talked}/comments`, {
      text,
      authorUsername: cut(text, 50),
    });
    if (said === 201) comments += 1;
    if ((await send(request, 'post', '/api/community/posts', { content: text }, author.token)) === 201)
      posts += 1;
    await send(request, 'post', '/api/reports', {
      subjectType: 'VIDEO',
      subjectId: String(talked),
      reason: text,
    });
    await send(request, 'put', '/api/me', { displayName: cut(text, 50), bio: text }, author.token);
  }
  expect(comments).toBeGreaterThan(INJECTIONS.length - 10);
  expect(posts).toBeGreaterThan(INJECTIONS.length - 10);
  // names of more people, since one person has one name
  for (const [at, text] of INJECTIONS.entries()) {
    if (at % 8 !== 0) continue;
    const person = await site.signUp('LOGIN_USER', `named-${at}`);
    await send(request, 'put', '/api/me', { displayName: cut(text, 50), bio: text }, person.token);
    await send(request, 'post', '/api/community/posts', { content: `by ${text}` }, person.token);
  }

  await signIn('GLOBAL_ADMIN');
  for (const address of [
    '/',
    '/videos',
    '/community',
    '/creators',
    '/creators/injector',
    '/creators/named-0',
    '/admin?tab=reports',
    '/admin?tab=people',
    '/admin?tab=audit',
    '/nearby',
    `/video/${talked}`,
  ]) {
    await page.goto(address);
    await page.waitForLoadState('networkidle');
    await expectUnharmed(page, address);
    for (
      const more = page.getByRole('button', { name: 'Load more' });
      await more
        .first()
        .isVisible()
        .catch(() => false);
    ) {
      // the last page takes the button away
      await more
        .first()
        .click({ timeout: 3000 })
        .catch(() => undefined);
      await page.waitForLoadState('networkidle');
      if (address === '/videos') break;
    }
    await expectUnharmed(page, `${address}, all of it`);
  }
  // Each comment stands there as it was typed.
  const shown = await page.getByRole('region', { name: 'Comments' }).getByRole('article').allInnerTexts();
  const flat = (text: string) => text.replaceAll(/\s+/g, ' ');
  const all = flat(shown.join('\n'));
  // (Those with a link of a guest wait for a moderator, in the Reports tab.)
  for (const text of INJECTIONS) if (!/https?:/.test(text)) expect(all).toContain(flat(cleanText(text)));

  // Each title, description and place on its own page: head, meta, structured data and body.
  for (const [at, text] of INJECTIONS.entries()) {
    // all that try to break out of their place, and some of the others
    if (!/^[^\w\s<]|^<\//.test(text) && at % 4 !== 0) continue;
    const id = videos[at + 1];
    await page.goto(`/video/${id}`, { waitUntil: 'domcontentloaded' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectUnharmed(page, `/video/${id}`);
  }
  expect(dialogs).toEqual([]);
});

test('feeds and structured data stay well-formed', async ({ page, site }) => {
  for (const text of INJECTIONS)
    await site.addVideo({ title: cleanText(cut(text, 100)) || 'x', description: text });
  await page.goto('/');
  for (const address of ['/feed.xml', '/sitemap.xml']) {
    const broken = await page.evaluate(async (path) => {
      const answer = await fetch(path);
      if (answer.status === 404) return null;
      const parsed = new DOMParser().parseFromString(await answer.text(), 'application/xml');
      return parsed.querySelector('parsererror')?.textContent ?? null;
    }, address);
    expect(broken, address).toBeNull();
  }
});
