import { expect, test, type Page, type Site } from './fixture.ts';
import { within } from './slow.ts';

/**
 * Every text of the specification's error catalogue (§8) for a response without a message: the call fails with an empty
 * body; `npm test` covers some of each page's. Uploads have their table in web/submissions/upload.rules.test.ts.
 */
const SOAK = process.env['SOAK'] === '1';
const SAMPLE = 8;

interface Row {
  text: string | RegExp;
  call: [method: string, path: RegExp];
  status?: number;
  /** Up to where the call goes out. */
  act: (page: Page, site: Site) => Promise<unknown>;
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
const fill = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
const openVideo = async (page: Page, site: Site) => {
  const id = await site.addVideo({ category: 'Innovation' });
  await page.goto(`/video/${id}`);
};
const logIn = async (page: Page) => {
  await fill(page, 'Username', 'ada');
  await fill(page, 'Password', 'correct horse');
  await press(page, 'Login');
};
const resetPassword = async (page: Page) => {
  await page.goto('/reset-password?token=abc');
  await fill(page, 'New password', 'correct horse');
  await fill(page, 'Confirm password', 'correct horse');
  await press(page, 'Reset password');
};
const fromHome = (link: string) => async (page: Page) => {
  await page.goto('/login');
  await page.getByRole('link', { name: link, exact: true }).first().click();
};

const FOR_VISITORS: Row[] = [
  {
    text: 'Failed to fetch videos',
    call: ['GET', /\/api\/videos\?/],
    act: async (page) => {
      await page.goto('/videos');
      await press(page, 'Innovation');
    },
  },
  {
    text: 'Failed to like video',
    call: ['POST', /\/api\/videos\/\d+\/like$/],
    act: async (page, site) => {
      await openVideo(page, site);
      await press(page, 'Like');
    },
  },
  {
    text: 'Video Not Found',
    call: ['GET', /\/api\/videos\/\d+$/],
    status: 404,
    act: (page) => openFromList(page),
  },
  { text: 'Failed to fetch video', call: ['GET', /\/api\/videos\/\d+$/], act: (page) => openFromList(page) },
  {
    text: 'Failed to fetch comments',
    call: ['GET', /\/api\/videos\/\d+\/comments/],
    act: (page) => openFromList(page),
  },
  {
    text: 'Failed to post comment. Please try again.',
    call: ['POST', /\/comments$/],
    act: async (page, site) => {
      await openVideo(page, site);
      await fill(page, 'Write a comment', 'Hello');
      await press(page, 'Post comment');
    },
  },
  {
    text: 'Failed to like comment',
    call: ['POST', /\/comments\/\d+\/like$/],
    act: async (page, site) => {
      await openVideo(page, site);
      await fill(page, 'Write a comment', 'Likeable');
      await press(page, 'Post comment');
      await expect(page.getByText('Comment posted')).toBeVisible();
      await page
        .getByRole('listitem')
        .filter({ hasText: 'Likeable' })
        .getByRole('button', { name: 'Like' })
        .click();
    },
  },
  ...[401, 500].map((status): Row => ({
    text: /^Login failed$/,
    call: ['POST', /\/api\/auth\/login$/],
    status,
    act: async (page) => {
      await page.goto('/login');
      await logIn(page);
    },
  })),
  {
    text: /^Signup failed$/,
    call: ['POST', /\/api\/auth\/register$/],
    act: async (page) => {
      await page.goto('/signup');
      await fill(page, 'Username', 'ada');
      await fill(page, 'Email', 'ada@example.org');
      await fill(page, 'Password', 'correct horse');
      await press(page, 'Sign Up');
    },
  },
  {
    text: 'Could not send reset email. Please try again.',
    call: ['POST', /\/forgot-password$/],
    act: async (page) => {
      await page.goto('/forgot-password');
      await fill(page, 'Email', 'ada@example.org');
      await press(page, 'Send reset link');
    },
  },
  {
    text: 'Reset failed. The link may be invalid or expired.',
    call: ['POST', /\/reset-password$/],
    status: 400,
    act: resetPassword,
  },
  {
    text: 'Password reset successful, but auto-login failed. Please login manually.',
    call: ['POST', /\/api\/auth\/login$/],
    act: async (page) => {
      await page.route('**/api/auth/reset-password', (route) => route.fulfill({ json: { username: 'ada' } }));
      await resetPassword(page);
    },
  },
  { text: 'Failed to load posts', call: ['GET', /\/community\/posts/], act: fromHome('Community') },
  {
    text: 'Failed to load trending videos.',
    call: ['GET', /\/community\/trending\/videos/],
    act: fromHome('Community'),
  },
  {
    text: 'Failed to load top comments.',
    call: ['GET', /\/community\/trending\/comments/],
    act: fromHome('Community'),
  },
  { text: 'Failed to load creators', call: ['GET', /\/api\/creators$/], act: fromHome('Creators') },
  ...[404, 500].map((status): Row => ({
    text: 'Order not found',
    call: ['GET', /\/api\/orders\/\d+$/],
    status,
    act: (page) => page.goto('/order-confirmation/7'),
  })),
  {
    text: 'Payment failed. Please try again.',
    call: ['POST', /\/api\/checkout$/],
    act: (page) => startPayment(page),
  },
  {
    text: 'Payment successful but failed to save order. Please contact support with your PayPal transaction ID.',
    call: ['POST', /\/api\/orders$/],
    act: async (page) => {
      await startPayment(page);
      await page.getByRole('button', { name: 'PayPal', exact: true }).click();
      await page.getByRole('button', { name: /^Pay \$/ }).click();
    },
  },
];

const FOR_MEMBERS: Row[] = [
  {
    text: 'Failed to save',
    call: ['PATCH', /\/api\/me$/],
    act: async (page) => {
      await page.goto('/profile');
      await press(page, 'Edit profile');
      await fill(page, 'Display name', 'Ada L.');
      await press(page, 'Save profile');
    },
  },
  {
    text: 'Failed to save',
    call: ['PUT', /\/settings\/account$/],
    act: async (page) => {
      await page.goto('/settings');
      await fill(page, 'Email', 'other@example.org');
      await press(page, 'Save');
    },
  },
  {
    text: 'Failed to request upgrade',
    call: ['POST', /\/request-upgrade$/],
    act: async (page) => {
      await page.goto('/settings');
      await press(page, 'Request Creator Upgrade');
    },
  },
  {
    text: 'Failed to post. Please try again.',
    call: ['POST', /\/community\/posts$/],
    act: async (page) => {
      await page.goto('/community');
      await fill(page, 'Write a post', 'Hello');
      await press(page, 'Post');
    },
  },
];

const FOR_ADMINS: Row[] = [
  {
    text: 'Failed to update featured status',
    call: ['POST', /\/featured\/\d+$/],
    act: async (page, site) => {
      await site.addVideo({});
      await page.goto('/admin?tab=curate');
      await page
        .getByRole('checkbox', { name: /Featured/ })
        .first()
        .click();
    },
  },
  {
    text: 'Failed to update trending status',
    call: ['POST', /\/trending\/\d+$/],
    act: async (page) => {
      await page.goto('/admin?tab=curate');
      await page
        .getByRole('checkbox', { name: /Trending/ })
        .first()
        .click();
    },
  },
  {
    text: 'Failed to restore video',
    call: ['POST', /\/restore$/],
    act: async (page, site) => {
      await site.addVideo({ archived_at: new Date(), archive_reason: JSON.stringify('old') });
      await page.goto('/admin?tab=archive');
      await page
        .getByRole('button', { name: /Restore/ })
        .first()
        .click();
    },
  },
  {
    text: 'Failed to delete video',
    call: ['DELETE', /\/archive\/\d+$/],
    act: async (page) => {
      await page.goto('/admin?tab=archive');
      await page.getByRole('button', { name: 'Permanently delete' }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    },
  },
  {
    text: 'HTTP 500: Internal Server Error',
    call: ['GET', /\/api\/submissions\?/],
    act: (page) => page.goto('/nearby'),
  },
];

async function openFromList(page: Page): Promise<void> {
  await page.goto('/videos');
  // a link that is pressed before leads to a page that the server writes
  await page.waitForFunction(() => !('takeEarlyEvents' in window));
  await page.getByRole('main').getByRole('article').first().getByRole('link').first().click();
}

async function startPayment(page: Page): Promise<void> {
  await page.goto('/shop');
  await press(page, 'Add to Cart');
  await expect(page.getByRole('button', { name: /^Cart, [1-9]/ })).toBeVisible();
  await page.goto('/cart');
  await press(page, 'Proceed to Checkout');
  for (const label of ['Full Name', 'Address', 'City', 'State', 'ZIP Code']) await fill(page, label, 'x');
  await press(page, 'Pay with PayPal');
}

async function walk(page: Page, site: Site, rows: Row[]): Promise<void> {
  await page.clock.install();
  const taken = rows.filter((_, at) => SOAK || at % SAMPLE === 0);
  for (const { text, call, status = 500, act } of taken)
    await test.step(`${call.join(' ')} ${status}: ${String(text)}`, async () => {
      const [method, path] = call;
      await page.route(path, (route) =>
        route.request().method() === method && route.request().resourceType() !== 'document'
          ? route.fulfill({ status, body: '' })
          : route.fallback(),
      );
      await act(page, site);
      // it is retried before it is reported
      await expect
        .soft(async () => {
          await page.clock.runFor(2000);
          await expect(page.getByText(text).first()).toBeVisible({ timeout: 100 });
        })
        .toPass({ timeout: within(30_000), intervals: [50] });
      await expect(page.getByText('Something went wrong')).toHaveCount(0);
      await page.unrouteAll();
    });
}

test.use({ allowedErrors: [/status of (401|404|400|500)/] });

test('visitors see the specified error text when the server sends no message @soak', async ({
  page,
  site,
}) => {
  test.slow();
  await site.addVideo({});
  await walk(page, site, FOR_VISITORS);
});

test('members see the specified error text when the server sends no message @soak', async ({
  page,
  site,
  signIn,
}) => {
  await signIn();
  await walk(page, site, FOR_MEMBERS);
});

test('admins see the specified error text when the server sends no message @soak', async ({
  page,
  site,
  signIn,
}) => {
  await signIn('GLOBAL_ADMIN');
  await site.addVideo({});
  await walk(page, site, FOR_ADMINS);
});
