import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { people } from '#contract/accounts/people.ts';
import { NOTIFICATION_KINDS, type NotificationKind } from '#contract/notifications/kinds.ts';
import { shop as shopApi } from '#contract/shop/shop.ts';
import { PAGES } from '#contract/site/pages.ts';
import { makeVideo } from '#server/testing/video-files.ts';
import { expectOf, listOf, writeComment } from '#server/testing/delivery/notifications.ts';
import { startPushService, type TestPushService } from '#server/testing/delivery/push.ts';
import { startShop, type Shop } from '#server/testing/shopping.ts';
import type { TestPerson, TestSite } from '#server/testing/site.ts';
import { startSmtp, type TestSmtp } from '#server/testing/smtp.ts';
import { submitVideo, untilProcessed } from '#server/testing/uploads.ts';
import { addVideo } from '#server/testing/videos.ts';
import { encodeLadder } from '#server/submissions/submissions.jobs.ts';
import { notifyFailedJobs } from './notify.jobs.ts';

const PUBLIC_URL = 'http://localhost:3000';
const RUN = { id: '', signal: new AbortController().signal };

let folder: string;
let smtp: TestSmtp;
let push: TestPushService;
let shop: Shop;
let site: TestSite;
let moderator: TestPerson;
/** Users unrelated to it. */
let bystander: TestPerson;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lll-kinds-'));
  [smtp, push] = [await startSmtp(), await startPushService()];
  shop = await startShop({ SMTP_URL: smtp.url, PUBLIC_URL }, { without: [encodeLadder] });
  ({ site } = shop);
  moderator = await site.signUp('GLOBAL_ADMIN');
  bystander = await newMember('CONTENT_CREATOR');
});
afterAll(async () => {
  await site.stop();
  await Promise.all([smtp.stop(), push.stop(), shop.paypal.close()]);
  await rm(folder, { recursive: true, force: true });
});

interface Member extends TestPerson {
  pushes(): Record<string, unknown>[];
}

/** A user who enabled every kind on every channel. */
async function newMember(role?: Parameters<TestSite['signUp']>[0]): Promise<Member> {
  const person = await site.signUp(role);
  const browser = push.subscription();
  const preferences = NOTIFICATION_KINDS.map((kind) => ({ kind, site: true, email: 'AT_ONCE', push: true }));
  const saved = await person.fetch('/api/me/notification-ways', {
    method: 'PUT',
    json: { ways: preferences },
  });
  expect(saved.status).toBe(200);
  expect((await person.fetch('/api/me/push-subscriptions', { json: browser })).status).toBe(201);
  return { ...person, pushes: () => push.pushesTo(browser.endpoint) };
}

const post = async (by: TestPerson, path: string, json: object = {}) => {
  const answer = await by.fetch(path, { json });
  expect(answer.status, await answer.clone().text()).toBeLessThan(300);
  return (await answer.json().catch(() => null)) as { id: number };
};
const act = (action: string, subjectType: string, subjectId: number) =>
  post(moderator, '/api/admin/reports/act', { action, subjects: [{ subjectType, subjectId }] });
const submit = (uploader: TestPerson, title: string) =>
  addVideo(site.ctx, { uploader_id: uploader.id, status: 'PENDING', title });

interface Happening {
  /** The expected recipients. */
  who: Member;
  /** Users who took part but aren't notified. */
  others: TestPerson[];
  title: string;
  /** Where it leads. */
  href: string;
}

/** What has to happen for each kind. */
const HAPPENINGS: Record<NotificationKind, () => Promise<Happening>> = {
  async REPLY() {
    const [who, ben] = [await newMember(), await newMember()];
    const videoId = await addVideo(site.ctx);
    const first = await writeComment(who, videoId, 'First');
    const { id } = await writeComment(ben, videoId, 'Second', first.id);
    return {
      who,
      others: [ben],
      title: `${ben.username} replied to your comment`,
      href: `/video/${videoId}?comment=${id}`,
    };
  },
  async MENTION() {
    const [who, ben] = [await newMember(), await newMember()];
    await post(who, `/api/creators/${ben.username}/follow`);
    const { id } = await post(ben, '/api/community/posts', { content: `Look, @${who.username}` });
    return { who, others: [ben], title: `${ben.username} mentioned you in a post`, href: `/community/${id}` };
  },
  async FOLLOWER() {
    // followers haven't published anything themselves
    const [who, ben] = [await newMember('CONTENT_CREATOR'), await newMember()];
    for (let round = 0; round < 2; round += 1) await post(ben, `/api/creators/${who.username}/follow`);
    return { who, others: [ben], title: `${ben.username} followed you`, href: `/creators/${ben.username}` };
  },
  async LIKE() {
    const [who, ben] = [await newMember('CONTENT_CREATOR'), await newMember()];
    const id = await addVideo(site.ctx, { uploader_id: who.id });
    await post(ben, `/api/videos/${id}/like`);
    return { who, others: [ben], title: `${ben.username} liked your video`, href: `/video/${id}` };
  },
  async CLIP_APPROVED() {
    const who = await newMember('CONTENT_CREATOR');
    const id = await submit(who, 'Surf');
    await post(moderator, `/api/submissions/${id}/approve`);
    return { who, others: [moderator], title: 'Your video "Surf" is approved', href: `/video/${id}` };
  },
  async CLIP_REJECTED() {
    const who = await newMember('CONTENT_CREATOR');
    const id = await submit(who, 'Fog');
    await post(moderator, `/api/submissions/${id}/reject`, { reason: 'Nothing is to be seen.' });
    return { who, others: [moderator], title: `Your video "Fog" wasn't approved`, href: '/profile' };
  },
  async CLIP_READY() {
    const who = await newMember('CONTENT_CREATOR');
    const videoFile = await makeVideo(folder, 'ready.mp4', { seconds: 1 });
    const { id } = await submitVideo(who, videoFile, { title: 'Rain' });
    expect(await untilProcessed(who.fetch, id)).toMatchObject({ processing: 'READY', status: 'PENDING' });
    return { who, others: [moderator], title: 'Your video "Rain" is ready', href: `/video/${id}` };
  },
  async CLIP_PUBLISHED() {
    const [who, creator] = [await newMember(), await newMember('CONTENT_CREATOR')];
    await post(who, `/api/creators/${creator.username}/follow`);
    await who.fetch('/api/categories/Lifestyle/follow', { method: 'PUT' });
    const id = await submit(creator, 'Dunes');
    await post(moderator, `/api/submissions/${id}/approve`);
    return { who, others: [creator], title: `${creator.username} published "Dunes"`, href: `/video/${id}` };
  },
  async UPGRADE_DECIDED() {
    const who = await newMember();
    await post(who, '/api/settings/request-upgrade', { role: 'CONTENT_CREATOR' });
    const requests = await moderator.call(people.upgradeRequests);
    const mine = requests.find(({ person }) => person.username === who.username);
    await post(moderator, `/api/admin/upgrade-requests/${mine?.id}/grant`);
    return { who, others: [moderator], title: "You're a content creator now", href: '/profile' };
  },
  async ORDER_STATUS() {
    const who = await newMember();
    const { id } = await shop.buy(who);
    return { who, others: [moderator], title: `Your order ${id} is paid`, href: `/order-confirmation/${id}` };
  },
  async REPORT_DECIDED() {
    const [who, ben] = [await newMember(), await newMember()];
    const { id } = await post(ben, '/api/community/posts', { content: 'Buy my things' });
    await post(who, '/api/reports', { subjectType: 'POST', subjectId: id, reason: 'Spam' });
    await act('HIDE', 'POST', id);
    return { who, others: [ben, moderator], title: 'Your report was reviewed', href: '/notifications' };
  },
  async REVIEW_WAITING() {
    const [who, creator] = [await newMember('GLOBAL_ADMIN'), await newMember('CONTENT_CREATOR')];
    const id = await submit(creator, 'Mist');
    await post(moderator, `/api/submissions/${id}/reject`, { reason: 'Too grey.' });
    await post(creator, `/api/submissions/${id}/resubmit`);
    return { who, others: [creator], title: '"Mist" is waiting for review', href: '/admin?tab=submissions' };
  },
  async CLIP_EDITED() {
    const [who, creator] = [await newMember('GLOBAL_ADMIN'), await newMember('CONTENT_CREATOR')];
    const id = await addVideo(site.ctx, { uploader_id: creator.id, title: 'Haze' });
    for (const json of [{ title: 'Smoke' }, { description: 'Over the sea.' }]) {
      const changed = await creator.fetch(`/api/submissions/${id}`, { method: 'PATCH', json });
      expect(changed.status).toBe(200);
    }
    return {
      who,
      others: [creator],
      title: `${creator.username} edited "Smoke"`,
      href: `/video/${id}`,
    };
  },
  async JOB_FAILED() {
    const who = await newMember('GLOBAL_ADMIN');
    const { boss } = site.ctx.jobs;
    const queue = 'notifications.published';
    await boss.send(queue, { ids: 'none' }, { retryLimit: 0 });
    const failed = async () => (await boss.findJobs(queue)).filter(({ state }) => state === 'failed').length;
    await expect.poll(failed, { timeout: 15_000 }).toBe(1);
    for (let round = 0; round < 2; round += 1) await notifyFailedJobs.run(site.ctx, {}, RUN);
    return { who, others: [], title: 'A background job failed', href: '/admin?tab=jobs' };
  },
  async STOCK_LOW() {
    const who = await newMember('GLOBAL_ADMIN');
    const body = { name: 'Last pairs', price: 5, category: 'Casual', stock: 5 };
    const { id } = await who.call(shopApi.createProduct, { body });
    await shop.buy(site.visitor(), [{ productId: id, quantity: 2 }]);
    return { who, others: [], title: 'Last pairs is low on stock', href: '/admin-orders?tab=products' };
  },
  async REPORT_NEW() {
    const who = await newMember('GLOBAL_ADMIN');
    const [ben, reporter] = [await newMember(), await newMember()];
    const { id } = await post(ben, '/api/community/posts', { content: 'Rude words' });
    await post(reporter, '/api/reports', { subjectType: 'POST', subjectId: id, reason: 'Rude' });
    return { who, others: [ben, reporter], title: 'A post was reported', href: '/admin?tab=reports' };
  },
};

/** What the page of an address asks for first. */
const UPGRADE_REQUEST_FIRST: [page: RegExp, call: string][] = [
  [/^\/video\/(\d+)\?comment=(\d+)$/, '/api/videos/$1/comments/$2'],
  [/^\/video\/(\d+)$/, '/api/videos/$1'],
  [/^\/community\/(\d+)$/, '/api/community/posts/$1'],
  [/^\/creators\/([^/]+)$/, '/api/creators/$1'],
  [/^\/order-confirmation\/(\d+)$/, '/api/orders/$1'],
];

async function expectToOpen(who: TestPerson, href: string): Promise<void> {
  const found = UPGRADE_REQUEST_FIRST.find(([page]) => page.test(href));
  if (found) expect((await who.fetch(href.replace(...found))).status, href).toBe(200);
  else expect(Object.values(PAGES)).toContain(new URL(href, PUBLIC_URL).pathname);
}

/** The emails to this person that their links switch off by this kind. */
async function emailsOf(who: TestPerson, kind: NotificationKind) {
  const own = smtp.received.filter(({ to }) => to.includes(`${who.username}@example.org`));
  const emails = await Promise.all(own.map(({ raw }) => PostalMime.parse(raw)));
  return emails.filter(({ headers }) =>
    headers.some(({ key, value }) => key === 'list-unsubscribe' && value.includes(`.${kind}.`)),
  );
}

test.each(NOTIFICATION_KINDS)(
  '%s is sent once to the users concerned, on every channel, with a link that opens',
  async (kind) => {
    const { who, others, title, href } = await HAPPENINGS[kind]();
    await expectOf(who, kind, [{ title, href }]);
    await expectToOpen(who, href);
    await expect.poll(() => emailsOf(who, kind), { timeout: 20_000 }).toHaveLength(1);
    expect((await emailsOf(who, kind))[0]?.text).toContain(PUBLIC_URL + href);
    const pushed = () => who.pushes().filter((message) => message['href'] === href);
    await expect.poll(pushed, { timeout: 20_000 }).toMatchObject([{ title }]);
    expect((await listOf(who)).items.filter((item) => item.kind === kind)).toHaveLength(1);
    for (const other of [...others, bystander])
      expect((await listOf(other)).items.filter((item) => item.kind === kind && item.href === href)).toEqual(
        [],
      );
  },
);

test('each status of an order sends one notification', async () => {
  const who = await newMember();
  const { id } = await shop.buy(who);
  for (const status of ['PROCESSING', 'SHIPPED', 'DELIVERED']) {
    const moved = () => moderator.fetch(`/api/orders/${id}/status`, { method: 'PUT', json: { status } });
    expect((await moved()).status).toBe(200);
    expect((await moved()).status).toBe(409);
  }
  await expectOf(
    who,
    'ORDER_STATUS',
    ['was delivered', 'was shipped', 'is being prepared', 'is paid'].map((what) => ({
      title: `Your order ${id} ${what}`,
    })),
  );
});
