import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from './fixture.ts';

test('the overview charts show each day by pointer and keyboard, and recent activity is linked @soak', async ({
  page,
  signIn,
  site,
}) => {
  const id = await site.addVideo({ title: 'Commented just now' });
  const answer = await fetch(`${site.url}/api/videos/${id}/comments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ authorUsername: 'A passer-by', text: 'Seen from the desk' }),
  });
  expect(answer.ok, await answer.text()).toBe(true);
  await signIn('GLOBAL_ADMIN');
  await page.goto('/admin');
  await page.getByRole('button', { name: '7 days' }).click();
  await expect(page).toHaveURL(/days=7/);
  await page.reload();
  await expect(page.getByRole('button', { name: '7 days' })).toHaveAttribute('aria-pressed', 'true');
  const chart = page.getByRole('figure', { name: 'Sales in the last 7 days' });
  await expect(chart.getByRole('row')).toHaveCount(7);
  await expect(chart.locator('canvas')).toBeVisible();
  const days = chart.getByRole('slider');
  await days.focus();
  await page.keyboard.press('Home');
  const tooltip = chart.getByRole('tooltip');
  await expect(tooltip).toHaveText(/^\w{3} \d+, \d{4}: \$0\.00$/);
  const first = (await tooltip.textContent()) ?? '';
  await expect(days).toHaveAttribute('aria-valuetext', first);
  await page.keyboard.press('ArrowRight');
  await expect(tooltip).not.toHaveText(first);
  await page.getByRole('button', { name: '7 days' }).focus();
  await expect(tooltip).toBeHidden();
  await chart.locator('.u-over').hover();
  await expect(tooltip).toBeVisible();
  await page.getByRole('link', { name: /^Seen from the desk/ }).click();
  await expect(page).toHaveURL(new RegExp(`/video/${id}$`));
});

test('the overview and the sections lead to backups and invitations @soak', async ({ page, signIn }) => {
  await signIn('GLOBAL_ADMIN');
  for (const slow of ['checklist', 'backups'])
    await page.route(`**/api/admin/${slow}`, async (route) => {
      await delay(300);
      await route.continue();
    });
  await page.addInitScript(() => {
    const tops = new Set<number>();
    Object.assign(window, { tops });
    const look = () => {
      const tile = document.querySelector('main a[href="/admin-orders"]');
      if (tile) tops.add(tile.getBoundingClientRect().top);
      requestAnimationFrame(look);
    };
    look();
  });
  await page.goto('/admin');
  const backups = page.getByRole('link', { name: 'Backups are off' });
  await expect(backups).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Make the site your own' })).toBeVisible();
  const tops = () => page.evaluate(() => (window as unknown as { tops: Set<number> }).tops.size);
  await expect.poll(tops).toBeGreaterThan(0);
  expect(await tops(), 'places of a tile, one after the other').toBe(1);
  await backups.click();
  await expect(page.getByRole('tab', { name: 'Backups' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('heading', { name: 'Backups', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back up now' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'People' }).click();
  await page.getByRole('tab', { name: 'Sign-up' }).click();
  await page.getByLabel('Note for yourself').fill('For the desk');
  await page.getByRole('button', { name: 'Create invitation' }).click();
  const invitation = page.getByRole('listitem').filter({ hasText: 'For the desk' });
  await invitation.getByRole('button', { name: 'Withdraw' }).click();
  await expect(invitation.getByText('Withdrawn')).toBeVisible();
});
