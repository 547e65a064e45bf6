import { startPushService } from '#server/testing/delivery/push.ts';
import { bodyOf, WithId } from '#server/testing/client.ts';
import { expect, test, type Page } from './fixture.ts';

// a link that this site never wrote
test.use({ server: 'notifications', allowedErrors: [/status of 400/] });

/** The bell's label once it is loaded. */
const bell = (page: Page, unread: number) =>
  page.getByRole('button', {
    name: unread > 0 ? `Notifications, ${unread} unread` : 'Notifications',
    exact: true,
  });

async function write(page: Page, videoId: number, token: string, data: object): Promise<{ id: number }> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await page.request.post(`/api/videos/${videoId}/comments`, { headers, data });
  return await bodyOf(answer, WithId);
}

test('a reply updates the bell without a reload, and can be read, filtered and marked as read', async ({
  page,
  browser,
  site,
  signIn,
}) => {
  const ann = await signIn();
  const id = await site.addVideo({ title: 'Where they talk' });
  const context = await browser.newContext({ baseURL: site.url });
  const ben = await site.signUp();
  await context.addInitScript((token) => {
    if (location.protocol === 'http:') localStorage.setItem('vh_token', token);
  }, ben.token);
  const bens = await context.newPage();

  await write(page, id, ann.token, { text: 'Where is this?' });
  await page.goto('/');
  await expect(bell(page, 0)).toBeVisible();

  await bens.goto(`/video/${id}`);
  await bens.getByRole('button', { name: 'Reply', exact: true }).click();
  await bens.getByRole('textbox', { name: `Reply to ${ann.username}` }).fill('In Lisbon');
  await bens.getByRole('button', { name: 'Post reply' }).click();
  await expect(bell(page, 1)).toBeVisible();

  await bell(page, 1).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByRole('listitem')).toContainText('In Lisbon');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(bell(page, 1)).toBeFocused();
  await page.keyboard.press('Enter');
  await panel.getByRole('link', { name: 'See all' }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible();
  const row = page.getByRole('listitem').filter({ hasText: `${ben.username} replied to your comment` });
  await expect(row).toContainText('In Lisbon');
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Likes and followers');
  await expect(page.getByRole('heading', { name: 'No notifications' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Show' }).selectOption('All');
  await row.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/video/${id}\\?comment=\\d+$`));
  await expect(bell(page, 0)).toBeVisible();

  // from the email itself
  const text = await site.mailTo(`${ann.username}@example.org`, 'replied to your comment');
  expect(text).toContain('In Lisbon');
  const link = /\/unsubscribe\?token=\S+/.exec(text)?.[0] ?? '';
  const guest = await (await browser.newContext({ baseURL: site.url })).newPage();
  await guest.goto(link);
  await expect(guest.getByText('Replies to your comments and posts')).toBeVisible();
  await guest.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(guest.getByText('You’ve unsubscribed from these emails.')).toBeVisible();
  await guest.goto('/unsubscribe?token=made.up');
  await expect(guest.getByRole('alert')).toContainText('Settings, Notifications');

  await page.goto('/settings');
  await page.getByRole('link', { name: 'Notifications' }).click();
  const replies = page.getByRole('group', { name: 'Replies to your comments and posts' });
  await expect(replies.getByRole('combobox', { name: 'Email' })).toHaveValue('NONE');
  await replies.getByRole('combobox', { name: 'Email' }).selectOption('Daily email');
  await replies.getByRole('checkbox', { name: 'Push' }).check();
  await page.reload();
  await expect(replies.getByRole('combobox', { name: 'Email' })).toHaveValue('DAILY');
  await expect(replies.getByRole('checkbox', { name: 'Push' })).toBeChecked();
});

test('a push reaches the service worker, which shows it; permission is only requested on a press @soak', async ({
  page,
  context,
  site,
  signIn,
}) => {
  const service = await startPushService();
  const ann = await signIn();
  // a headless browser allows no notifications, and tests can't reach its vendor's push service: a local one replaces
  // it
  await page.addInitScript((subscription) => {
    let isOn = localStorage.getItem('stand-in') === 'on';
    let permission = 'default';
    Object.defineProperty(Notification, 'permission', { get: () => permission });
    Object.assign(Notification, {
      requestPermission: () => Promise.resolve((permission = 'granted')),
    });
    const stored = () =>
      isOn ? { endpoint: subscription.endpoint, toJSON: () => subscription, unsubscribe: () => true } : null;
    Object.assign(PushManager.prototype, {
      getSubscription: () => Promise.resolve(stored()),
      subscribe: () => {
        isOn = true;
        localStorage.setItem('stand-in', 'on');
        return Promise.resolve(stored());
      },
    });
  }, service.subscription());
  await page.goto('/settings/notifications');
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  await page.getByRole('button', { name: 'Turn on push notifications' }).click();
  await expect(page.getByRole('button', { name: 'Turn off push notifications' })).toBeVisible();
  const replies = page.getByRole('group', { name: 'Replies to your comments and posts' });
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await replies.getByRole('checkbox', { name: 'Push' }).check();
  await saved;

  const ben = await site.signUp();
  const id = await site.addVideo({ title: 'Pushed about' });
  const first = await write(page, id, ann.token, { text: 'Who is there?' });
  await write(page, id, ben.token, { text: 'I am here', replyTo: first.id });
  const [message] = await service.pushes(1);
  expect(message).toMatchObject({ title: `${ben.username} replied to your comment`, body: 'I am here' });

  const [worker] = context.serviceWorkers();
  expect(new URL(worker?.url() ?? '').pathname).toBe('/sw.js');
  await worker?.evaluate(() => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; shown?: unknown };
    // what the screen would show
    scope.registration.showNotification = async (title, options) =>
      void (scope.shown = { title, ...options });
  });
  // as the browser does once its push service hands the message on
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations;
      if (registration) resolve(registration.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: site.url,
    registrationId: await registered,
    data: JSON.stringify(message),
  });
  await expect
    .poll(() => worker?.evaluate(() => (globalThis as { shown?: unknown }).shown))
    .toMatchObject({
      title: `${ben.username} replied to your comment`,
      body: 'I am here',
      data: { href: `/video/${id}?comment=${first.id + 1}` },
    });
  await page.getByRole('button', { name: 'Turn off push notifications' }).click();
  await expect(page.getByRole('button', { name: 'Turn on push notifications' })).toBeVisible();

  // the server forgets the browser with the session, whatever the browser itself remembers
  await page.getByRole('button', { name: 'Turn on push notifications' }).click();
  await expect(page.getByRole('button', { name: 'Turn off push notifications' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Turn off push notifications' })).toBeVisible();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.evaluate((token) => localStorage.setItem('vh_token', token), (await site.signUp()).token);
  await page.goto('/settings/notifications');
  await expect(page.getByRole('button', { name: 'Turn on push notifications' })).toBeVisible();
  await service.stop();
});
