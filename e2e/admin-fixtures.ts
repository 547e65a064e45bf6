import { givenReason, REJECT_REASONS } from '#contract/submissions/reject-reasons.ts';
import { expect, type Page, type Person, type Site } from './fixture.ts';
import { press, type PageUnderTest } from './pages.ts';

/** Content for the admin pages: items that are pending, failed, reported or done. All user content is `own`. */
export async function fillForAdmins(page: Page, site: Site, admin: Person, own: string): Promise<void> {
  const call = (token: string) => async (path: string, data?: object) => {
    const answer = await page.request.post(path, { headers: { authorization: `Bearer ${token}` }, data });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  };
  const asAdmin = call(admin.token);
  const creator = await site.signUp('CONTENT_CREATOR');
  const video = { title: own, uploader_id: creator.id, status: 'PENDING' } as const;
  await site.addVideo({ ...video, processing: 'QUEUED' });
  await site.addVideo({ ...video, processing: 'PROCESSING', checked_at: new Date(), processing_percent: 42 });
  await site.addVideo({
    ...video,
    processing: 'FAILED',
    failure_reason: JSON.stringify({ code: 'media.EMPTY', values: [] }),
  });
  await site.addVideo({
    ...video,
    status: 'REJECTED',
    reject_reason: givenReason(REJECT_REASONS[0] ?? '').json,
  });
  const reported = await site.addVideo({ ...video, status: 'APPROVED' });
  const approved = await site.addVideo(video);
  await asAdmin(`/api/submissions/${approved}/approve`);
  const deleted = await site.addVideo(video);
  await asAdmin(`/api/admin/videos/${deleted}/soft-delete`, { reason: own });
  const member = call((await site.signUp()).token);
  await member('/api/reports', { subjectType: 'VIDEO', subjectId: reported, reason: own });
  await member('/api/settings/request-upgrade', { role: 'CONTENT_CREATOR', message: own });
  await asAdmin('/api/admin/webhooks', { url: 'https://hook.example/x' });
}

/** Answers with a job in each state, as some states are over before one sees them. */
async function showJobs(page: Page, own: string): Promise<void> {
  const at = new Date().toISOString();
  const job = {
    data: {},
    percent: null,
    reason: null,
    tries: 1,
    runsAt: null,
    startedAt: null,
    endedAt: null,
  };
  const states = ['failed', 'running', 'queued', 'cancelled', 'done'];
  await page.route('**/api/admin/jobs*', (route) =>
    route.fulfill({
      json: states.map((state, nth) => ({
        ...job,
        id: `${nth}`,
        queue: 'video-encode',
        state,
        title: own,
        createdAt: at,
        ...(state === 'running' && { percent: 40 }),
        ...(state === 'failed' && { reason: own }),
      })),
    }),
  );
}

const MARKED = (text: string) => new RegExp(`^⟦${text}⟧$`);

/** Dialogs and what opens in the admins' pages, in the made-up language. */
export const OPENED_BY_ADMINS = (own: string): Record<string, PageUnderTest> => ({
  'jobs in each state': [
    '/admin?tab=jobs',
    async (page) => {
      await showJobs(page, own);
      await page.reload();
      await expect(page.getByRole('progressbar')).toBeVisible();
    },
  ],
  'review of one': ['/admin?tab=submissions', press('Review one by one')],
  'reasons to reject': ['/admin?tab=submissions', press(MARKED('Reject'))],
  'search of the dashboard': [
    '/admin',
    async (page) => {
      // the shortcut works once the page's code is loaded
      await expect(async () => {
        await page.keyboard.press('Control+k');
        await expect(page.getByRole('dialog')).toBeVisible({ timeout: 1000 });
      }).toPass();
    },
  ],
  'new webhook': ['/admin?tab=webhooks', press('Add a webhook')],
  'deliveries of a webhook': [
    '/admin?tab=webhooks',
    async (page) => {
      // the mail server has such a button too
      const webhook = page
        .getByRole('button', { name: MARKED('Turn off') })
        .first()
        .locator('..');
      await webhook.getByRole('button', { name: MARKED('Send a test') }).click();
      await expect(page.getByText('⟦Test⟧', { exact: true })).toBeVisible();
    },
  ],
  'reason to refuse': ['/admin?tab=people', press(MARKED('Decline'))],
  'new product': ['/admin-orders?tab=products', press(/Add .*product/i)],
});
