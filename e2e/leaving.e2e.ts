import { expect, test } from './fixture.ts';

test('signing out outlives leaving the page, and the ping is read to its end', async ({ page, signIn }) => {
  const { token } = await signIn();
  await page.addInitScript(() => {
    const { fetch } = window;
    const seen = { keepalive: [] as unknown[], pings: [] as Response[] };
    Object.assign(window, { seen });
    window.fetch = async (input, init) => {
      if (String(input).endsWith('/auth/logout')) seen.keepalive.push(init?.keepalive);
      const answer = await fetch(input, init);
      if (String(input).endsWith('/health/ping')) seen.pings.push(answer);
      return answer;
    };
  });
  await page.goto('/');
  type Seen = { keepalive: unknown[]; pings: Response[] };
  const seen = () =>
    page.evaluate(() => {
      const { keepalive, pings } = (window as unknown as { seen: Seen }).seen;
      return { keepalive, read: pings.map(({ bodyUsed }) => bodyUsed) };
    });
  await expect.poll(async () => (await seen()).read).toContain(true);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  expect((await seen()).keepalive).toEqual([true]);
  await page.goto('/videos');
  const me = () => page.request.get('/api/me', { headers: { authorization: `Bearer ${token}` } });
  await expect.poll(async () => (await me()).status()).toBe(401);
});
