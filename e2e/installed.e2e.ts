import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startByReadme } from '#server/testing/process.ts';
import { smallVideo } from './videos.ts';
import { openDialog } from './dialog.ts';
import { expect, test } from './fixture.ts';
import { within } from './slow.ts';

/**
 * The shortest form of each journey on a site started as in the README: the sites of the other tests share a process, a
 * clock and a database server (site.ts). Every endpoint of such a site: server/readme.test.ts.
 */
const PASSWORD = 'correct horse battery';
const TITLE = 'Kite over the dunes';

for (const [name, mode] of [
  ['by default', {}],
  ['in production', { NODE_ENV: 'production' }],
] as const) {
  test(`the main journeys work after npm start, ${name} @soak`, async ({ browser }) => {
    const folder = await mkdtemp(join(tmpdir(), 'lll-installed-'));
    await chmod(folder, 0o755);
    const backups = `${folder}-backups`;
    const site = await startByReadme({ DATA_DIR: folder, ADMIN_PASSWORD: PASSWORD, ...mode });
    const contexts = await Promise.all([1, 2].map(() => browser.newContext({ baseURL: site.url })));
    try {
      await site.ready();
      const [visitor, admin] = await Promise.all(contexts.map((context) => context.newPage()));
      if (!visitor || !admin) throw new Error('A browser has pages.');
      await visitor.goto('/');
      await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Look. Like. Live.');
      await signIn(admin);
      await setUp(admin, mode, { address: site.url, backups });
      await seeSessions(admin);
      await upload(admin);
      await review(admin);
      await watch(visitor);
      await buy(visitor, mode);
    } finally {
      await Promise.all(contexts.map((context) => context.close()));
      await site.stop();
      for (const made of [folder, backups]) await rm(made, { recursive: true, force: true });
    }
  });
}

/** In a browser that was never here, at the first try. */
async function signIn(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
}

/** In production the first sign-in leads to the dashboard, which lists what a new site needs next. */
async function setUp(
  page: Page,
  { NODE_ENV }: { NODE_ENV?: string },
  { address, backups }: { address: string; backups: string },
): Promise<void> {
  const title = page.getByRole('heading', { name: 'Make the site your own' });
  if (NODE_ENV !== 'production') return expect(title).toBeHidden();
  await expect(title).toBeVisible();
  await expect(page.getByText('First backup')).toBeVisible();
  await page.getByRole('button', { name: 'Use this address' }).click();
  await expect(page.getByText('What’s your site’s address?')).toBeHidden();
  await page.getByRole('link', { name: 'Name your site' }).click();
  await page.getByLabel('Site name').fill('Sunny Side');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect(page.getByRole('banner').getByText('Sunny Side')).toBeVisible();
  await page.goto('/admin?tab=sign-up');
  await page.getByLabel('Who can sign up').selectOption('invited');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();
  await page.goto('/admin?tab=backups');
  await page.getByLabel('Backup folder').fill(backups);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Separate folder')).toBeVisible();
  await page.getByRole('button', { name: 'Test destination' }).click();
  await expect(page.getByText(`${backups} is writable.`)).toBeVisible();
  await page.goto('/shop');
  await expect(page).toHaveTitle('Shop · Sunny Side');
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${address}/shop`);
  const config = await page.request.get('/api/config');
  expect(await config.json()).toMatchObject({ signUpInvited: true, needsSetUp: false });
}

async function seeSessions(page: Page): Promise<void> {
  await page.goto('/settings/security');
  await expect(page.getByText('This device')).toBeVisible();
}

async function upload(page: Page): Promise<void> {
  const dialog = await openDialog(page);
  await dialog.getByLabel('Video file').setInputFiles(await smallVideo());
  await dialog.getByLabel('Title').fill(TITLE);
  await dialog.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByText('Your video has been submitted for review.')).toBeVisible();
  await expect(dialog).toBeHidden();
}

async function review(page: Page): Promise<void> {
  await page.goto('/admin?tab=submissions');
  const item = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: TITLE }) });
  await item.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(item.getByText('APPROVED')).toBeVisible();
}

async function watch(page: Page): Promise<void> {
  const link = page.getByRole('link', { name: TITLE }).first();
  // public once it is checked
  await expect(async () => {
    await page.goto('/');
    await expect(link).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: within(90_000) });
  await link.click();
  const player = page.getByRole('group', { name: `Player: ${TITLE}` }).locator('video');
  await player.evaluate((video: HTMLVideoElement) => Object.assign(video, { loop: true }).play());
  await expect
    .poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0.1);
}

/** In production payments are off until the owner connects a provider. */
async function buy(page: Page, { NODE_ENV }: { NODE_ENV?: string }): Promise<void> {
  await page.goto('/shop');
  await expect(page.getByRole('article')).toHaveCount(3);
  await page.getByRole('link', { name: 'Premium Black' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Premium Black' })).toBeVisible();
  if (NODE_ENV === 'production') {
    await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeHidden();
    return;
  }
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.getByRole('button', { name: 'Cart, 1 items' }).click();
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  for (const label of ['Full Name', 'Address', 'City', 'State', 'ZIP Code'])
    await page.getByLabel(label, { exact: true }).fill('x');
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await page.getByRole('button', { name: 'PayPal', exact: true }).click();
  await page.getByRole('button', { name: /^Pay \$69\.99/ }).click();
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
}
