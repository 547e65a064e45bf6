import { expect, test } from './fixture.ts';

test('a strength meter rates a new password as it is typed, loads only then, and blocks no one @soak', async ({
  page,
}) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.goto('/signup');
  await page.getByLabel('Username').fill('peregrine');
  const field = page.getByLabel('Password', { exact: true });
  const meter = page.getByRole('meter', { name: 'Strength' });
  await expect(meter).toBeHidden();
  expect(fetched.filter((url) => /strength/.test(url))).toEqual([]);
  await field.fill('sunshine1');
  await expect(meter).toHaveAttribute('aria-valuetext', 'Weak');
  expect(fetched.filter((url) => /strength/.test(url))).not.toEqual([]);
  // it is their name
  await field.fill('peregrine1');
  await expect(meter).toHaveAttribute('aria-valuetext', /weak/i);
  await field.fill('otters juggle nine lanterns');
  await expect(meter).toHaveAttribute('aria-valuetext', 'Strong');
  await expect(page.getByText('Strength: Strong', { exact: true })).toBeAttached();
  await field.fill('peregrine1');
  await page.getByLabel('Email').fill('peregrine@example.org');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await page.goto('/settings/security');
  await page.getByLabel('New password', { exact: true }).fill('peregrine2');
  await expect(meter).toHaveAttribute('aria-valuetext', /weak/i);
  await page.goto('/reset-password?token=none');
  await page.getByLabel('New password', { exact: true }).fill('otters juggle nine lanterns');
  await expect(meter).toHaveAttribute('aria-valuetext', 'Strong');
});
