import { expect, test } from './fixture.ts';
import { bodyOf, WithId } from '#server/testing/client.ts';

test.describe('an emailed link that no longer works', () => {
  test.use({ allowedErrors: [/status of 400 .*-email/] });

  test('shows an error and links to the next step @soak', async ({ page }) => {
    for (const [path, button, onward] of [
      ['/verify-email', 'Confirm email address', 'Open your settings'],
      ['/take-back-email', 'Undo email change', 'request a password reset'],
    ] as const) {
      await page.goto(`${path}?token=none`);
      await page.getByRole('button', { name: button }).click();
      await expect(page.getByRole('alert').filter({ hasText: 'This link is invalid' })).toBeVisible();
      await expect(page.getByRole('link', { name: onward })).toBeVisible();
      await page.goto(path);
      await expect(page.getByRole('alert').filter({ hasText: 'Missing or invalid token.' })).toBeVisible();
      await expect(page.getByRole('button', { name: button })).toHaveCount(0);
    }
  });
});

test('opening the links of any email changes nothing @soak', async ({ page, browser, site }) => {
  const headers = { authorization: `Bearer ${(await site.signUp('LOGIN_USER', 'otto')).token}` };
  await page.request.post('/api/auth/forgot-password', { data: { email: 'otto@example.org' } });
  const comments = `/api/videos/${await site.addVideo()}/comments`;
  const comment = await page.request.post(comments, { headers, data: { text: 'First' } });
  const { id: replyTo } = await bodyOf(comment, WithId);
  const other = { authorization: `Bearer ${(await site.signUp('LOGIN_USER', 'uwe')).token}` };
  await page.request.post(comments, { headers: other, data: { text: 'Second', replyTo } });
  const mails = [
    await site.mailTo('otto@example.org', '^Reset'),
    await site.mailTo('otto@example.org', 'replied'),
  ];
  await page.request.put('/api/settings/account', { headers, data: { email: 'otto.new@example.org' } });
  mails.push(
    await site.mailTo('otto.new@example.org', '^Confirm'),
    await site.mailTo('otto@example.org', 'was changed'),
  );
  const links = new Set(mails.flatMap((mail) => mail.match(/(?<=https?:\/\/[\w.:]+)\/[\w-]+\S+/g) ?? []));
  for (const named of ['verify-email', 'take-back-email', 'reset-password', 'unsubscribe'])
    expect([...links].some((link) => link.startsWith(`/${named}?token=`))).toBe(true);

  const scanner = await browser.newContext({ baseURL: site.url });
  const changes: string[] = [];
  scanner.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // watching counts as a view, for any viewer
    if (request.method() !== 'GET' && !pathname.endsWith('/view'))
      changes.push(`${request.method()} ${pathname}`);
  });
  for (const link of links) {
    const opened = await scanner.newPage();
    await opened.goto(link, { waitUntil: 'networkidle' });
    await opened.close();
  }
  await scanner.close();
  expect(changes).toEqual([]);
  expect(await (await page.request.get('/api/me', { headers })).json()).toMatchObject({
    email: 'otto.new@example.org',
    emailVerified: false,
  });
});
