import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { site as siteApi } from '#contract/site/site.ts';
import { comments } from '#contract/comments/comments.ts';
import { NotificationPreferences } from '#contract/notifications/notifications.ts';
import { openResolver } from '#server/adapters/resolver.ts';
import { startNameServer } from '#server/testing/delivery/name-server.ts';
import { readVapid, startPushService, type TestPushService } from '#server/testing/delivery/push.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { startSmtp, waitForReceived, type TestSmtp } from '#server/testing/smtp.ts';
import { addVideo } from '#server/testing/videos.ts';
import { soakTest } from '#server/testing/soak.ts';
import { bodyOf } from '#server/testing/client.ts';
import { beginDailyEmails, emailNotification } from './email.jobs.ts';

const BOUNCED = 'bounced@example.org';
const RUN = { id: '', signal: new AbortController().signal };

let smtp: TestSmtp;
let push: TestPushService;
let site: TestSite;
let videoId: number;
/** The clock at the hour of daily emails. */
let now = Date.now();

beforeAll(async () => {
  push = await startPushService();
  smtp = await startSmtp({
    refuse: (address) =>
      address === BOUNCED ? Object.assign(new Error('No such person here'), { responseCode: 550 }) : null,
  });
  site = await startTestSite(
    { RATE_LIMIT: 'off', SMTP_URL: smtp.url, PUBLIC_URL: 'http://localhost:3000' },
    { clock: { now: () => now } },
  );
  videoId = await addVideo(site.ctx, { title: 'Sunset' });
});
afterAll(async () => {
  await site.stop();
  await smtp.stop();
  await push.stop();
});

const addressOf = ({ username }: TestPerson) => `${username}@example.org`;
const preferences = async (by: TestPerson, body?: object) => {
  const answer = await by.fetch('/api/me/notification-ways', body ? { method: 'PUT', json: body } : {});
  return await bodyOf(answer, NotificationPreferences);
};
const preferenceOf = async (by: TestPerson, kind: string) =>
  (await preferences(by)).ways.find((each) => each.kind === kind);
const comment = (by: TestPerson, text: string, replyTo?: number) =>
  by.call(comments.create, { params: { id: videoId }, body: { text, replyTo } });
/** A user whose comment `ben` answers with this text. */
async function answered(
  text: string,
  prepare: (ann: TestPerson) => Promise<unknown> = async () => undefined,
) {
  const [ann, ben] = [await site.signUp(), await site.signUp()];
  await prepare(ann);
  const first = await comment(ann, 'First');
  const reply = await comment(ben, text, first.id);
  return { ann, ben, first, reply };
}
const unread = async (by: TestPerson) =>
  Number((await by.fetch('/api/me/notifications')).headers.get('x-unread'));

describe('email notifications', () => {
  test('of a reply are sent at once, also as text, with a link that turns replies off without signing in', async () => {
    const { ann, ben, reply } = await answered('See you there');
    const [email] = await waitForReceived(smtp, addressOf(ann));
    expect(email).toMatchObject({ subject: `${ben.username} replied to your comment` });
    for (const form of [email?.text, email?.html]) {
      expect(form).toContain('See you there');
      expect(form).toContain(`/video/${videoId}?comment=${reply.id}`);
    }
    const header = (name: string) => email?.headers.find(({ key }) => key === name)?.value ?? '';
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const [, link = ''] =
      /^<(http:\/\/localhost:3000\/unsubscribe\?token=[\w.-]+)>$/.exec(header('list-unsubscribe')) ?? [];
    expect(email?.text).toContain(link);
    const path = link.slice('http://localhost:3000'.length);

    // link scanners that fetch it first change nothing
    const response = await site.fetch(`/api${path}`);
    expect([response.status, await response.json()]).toEqual([200, { kind: 'REPLY', off: false }]);
    expect(await preferenceOf(ann, 'REPLY')).toMatchObject({ email: 'AT_ONCE' });
    const posted = await site.fetch(path, {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([posted.status, await posted.json()]).toEqual([200, { kind: 'REPLY', off: true }]);
    expect(await preferenceOf(ann, 'REPLY')).toMatchObject({ site: true, email: 'NONE' });
    expect(await preferenceOf(ann, 'MENTION')).toMatchObject({ email: 'AT_ONCE' });
    await comment(ben, 'Still there?', reply.id);
    const own = await comment(ann, 'Again');
    await comment(ben, 'Nobody mails this', own.id);
    await expect.poll(() => unread(ann), { timeout: 10_000 }).toBe(2);
    expect(await waitForReceived(smtp, addressOf(ann))).toHaveLength(1);
  });

  test.each([
    ['forged', (token: string) => `${token.slice(0, -3)}xyz`, 400],
    ['cut off', (token: string) => token.slice(0, 10), 400],
    ['old', (token: string) => token, 410],
  ])('explain what to do instead if a link is %s', async (what, change, status) => {
    const { ann } = await answered('Link');
    const [email] = await waitForReceived(smtp, addressOf(ann));
    const token = /unsubscribe\?token=([\w.-]+)/.exec(email?.text ?? '')?.[1] ?? '';
    if (what === 'old') now += 91 * 24 * 3600 * 1000;
    for (const [path, method] of [
      ['/api/unsubscribe', 'GET'],
      ['/unsubscribe', 'POST'],
    ]) {
      const answer = await site.fetch(`${path}?token=${change(token)}`, { method: method ?? '' });
      expect(answer.status).toBe(status);
      expect((await bodyOf(answer, z.object({ error: z.string() }))).error).toContain(
        'Settings, Notifications',
      );
    }
    now = Date.now();
    expect(await preferenceOf(ann, 'REPLY')).toMatchObject({ email: 'AT_ONCE' });
  });

  test('are not sent for items that are hidden, read or unwanted before sending', async () => {
    const admin = await site.signUp('GLOBAL_ADMIN');
    const { ann, reply } = await answered('A secret', (one) =>
      preferences(one, { ways: [{ kind: 'REPLY', email: 'DAILY' }] }),
    );
    await expect.poll(() => unread(ann), { timeout: 10_000 }).toBe(1);
    const { id } = await site.ctx.db
      .updateTable('notifications')
      .set({ email: 'AT_ONCE' })
      .where('user_id', '=', ann.id)
      .returning('id')
      .executeTakeFirstOrThrow();
    await admin.fetch('/api/admin/reports/act', {
      json: { action: 'HIDE', subjects: [{ subjectType: 'COMMENT', subjectId: reply.id }] },
    });
    await emailNotification.run(site.ctx, { id }, RUN);
    expect(smtp.received.filter(({ to }) => to.includes(addressOf(ann)))).toEqual([]);
  });

  test('stop for an address that rejects them, as the settings show, until it changes', async () => {
    const { ann, ben, first } = await answered('Hello?', async ({ id }) => {
      await site.ctx.db.updateTable('users').set({ email: BOUNCED }).where('id', '=', id).execute();
    });
    await expect
      .poll(async () => (await preferences(ann)).emailFailure, { timeout: 15_000 })
      .toMatchObject({ reason: expect.stringContaining('No such person here') });
    await site.ctx.db
      .updateTable('users')
      .set({ email: 'new@example.org' })
      .where('id', '=', ann.id)
      .execute();
    expect((await preferences(ann)).emailFailure).toBeNull();
    await comment(ben, 'And now?', first.id);
    expect((await waitForReceived(smtp, 'new@example.org'))[0]?.text).toContain('And now?');
  });

  test('include one daily digest of what is new, however many workers start it', async () => {
    const { ann, ben, first } = await answered('In the morning', (one) =>
      preferences(one, { ways: [{ kind: 'REPLY', email: 'DAILY' }] }),
    );
    await comment(ben, 'At noon', first.id);
    await expect.poll(() => unread(ann), { timeout: 10_000 }).toBe(2);
    const another = await site.startAnother();
    const begin = async (day: number) => {
      now = Date.UTC(2031, 0, day, 8);
      await Promise.all([site.ctx, another.ctx, site.ctx].map((ctx) => beginDailyEmails.run(ctx, {}, RUN)));
      // sessions go by the same clock
      now = Date.now();
    };
    await begin(1);
    const [email] = await waitForReceived(smtp, addressOf(ann));
    expect(email?.text).toContain('In the morning');
    expect(email?.text).toContain('At noon');
    expect(email?.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toContain('.DAILY.');
    await begin(1);
    // empty the day after
    await begin(2);
    await comment(ben, 'In the evening', first.id);
    await expect.poll(() => unread(ann), { timeout: 10_000 }).toBe(3);
    await begin(3);
    const emails = await waitForReceived(smtp, addressOf(ann), 2);
    expect(emails).toHaveLength(2);
    expect(emails[1]?.text).toContain('In the evening');
    expect(emails[1]?.text).not.toContain('At noon');
  });
});

describe('push notifications', () => {
  const subscribe = (by: TestPerson, json: object) => by.fetch('/api/me/push-subscriptions', { json });

  test('reach the browser they were enabled for, encrypted and signed, and end with the session', async () => {
    const subscription = push.subscription();
    const { ann, ben, first, reply } = await answered('Pushed', async (one) => {
      await preferences(one, { ways: [{ kind: 'REPLY', push: true, email: 'NONE' }] });
      expect(await (await subscribe(one, subscription)).json()).toEqual({ pushDevices: 1 });
      // the same browser again is the same
      expect(await (await subscribe(one, subscription)).json()).toEqual({ pushDevices: 1 });
    });
    expect(await push.pushes(1)).toMatchObject([
      {
        title: `${ben.username} replied to your comment`,
        body: 'Pushed',
        href: `/video/${videoId}?comment=${reply.id}`,
      },
    ]);
    const { vapidPublicKey } = await site.call(siteApi.config);
    expect(readVapid(push.headers()['authorization'] ?? '', vapidPublicKey ?? '')).toMatchObject({
      aud: new URL(subscription.endpoint).origin,
    });
    expect(push.headers()['ttl']).toBe('86400');
    await ann.fetch('/api/auth/logout', { method: 'POST' });
    await comment(ben, 'Gone already', first.id);
    expect(
      await site.ctx.db.selectFrom('push_subscriptions').selectAll().where('user_id', '=', ann.id).execute(),
    ).toEqual([]);
  });

  test.each([404, 410])('drop a browser that is gone (%i), as the settings show', async (status) => {
    push.answerWith(status);
    const { ann } = await answered('Anybody there?', async (one) => {
      await preferences(one, { ways: [{ kind: 'REPLY', push: true, email: 'NONE' }] });
      await subscribe(one, push.subscription());
    });
    await expect
      .poll(() => preferences(ann), { timeout: 15_000 })
      .toMatchObject({ pushDevices: 0, pushFailedAt: expect.any(String) });
    push.answerWith(201);
    await subscribe(ann, push.subscription());
    expect(await preferences(ann)).toMatchObject({ pushDevices: 1, pushFailedAt: null });
  });

  test.each([
    'http://push.example.com/x',
    'https://localhost/x',
    'https://127.0.0.1/x',
    'https://10.1.2.3/x',
    'https://169.254.169.254/latest',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://intranet/x',
    'https://printer.local/x',
    'https://user:secret@push.example.com/x',
    'ftp://push.example.com/x',
    'https://push.example.com:8443/x',
    'https://[2001:2::1]/x',
    'not an address',
    `https://push.example.com/${'x'.repeat(1000)}`,
    null,
  ])('reject the endpoint %s', async (endpoint) => {
    const ann = await site.signUp();
    const answer = await subscribe(ann, { ...push.subscription(), endpoint });
    const sentence = 'Push notifications require a public https address from the browser.';
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { code: 'INVALID_INPUT', fields: { endpoint: sentence } },
    ]);
  });

  soakTest('look up hosts with a silent name server last, and few of them, and block no one', async () => {
    const server = await startNameServer();
    const lookup = openResolver({ servers: [server.address] });
    const quiet = await startTestSite({}, { outbound: { lookup } });
    const [ann, ben] = [await quiet.signUp(), await quiet.signUp()];
    const name = (n: number) => ({ ...push.subscription(), endpoint: `https://n${n}.dead.example/x` });
    const answers = await Promise.all(Array.from({ length: 25 }, (_, n) => subscribe(ann, name(n))));
    const counts = [201, 409, 429].map((code) => answers.filter(({ status }) => status === code).length);
    expect(counts).toEqual([10, 10, 5]);
    // who has as many browsers as one can, and a browser that is known, cost no lookup
    const known = Array.from({ length: 10 }, () => push.subscription());
    for (const browser of known) expect((await subscribe(ben, browser)).status).toBe(201);
    expect((await subscribe(ben, name(99))).status).toBe(409);
    expect((await subscribe(ben, known[0] ?? {})).status).toBe(201);
    expect(server.queries.size).toBeLessThanOrEqual(20);
    expect(server.queries).not.toContain('n99.dead.example');
    expect(server.byThreads.filter((host) => host.endsWith('.example'))).toEqual([]);
  });

  test('are limited to ten browsers, and only their own user can remove each', async () => {
    const [ann, ben] = [await site.signUp(), await site.signUp()];
    const browsers = Array.from({ length: 11 }, () => push.subscription());
    for (const browser of browsers.slice(0, 10)) expect((await subscribe(ann, browser)).status).toBe(201);
    expect((await subscribe(ann, browsers[10] ?? {})).status).toBe(409);
    const remove = (by: TestPerson) =>
      by.fetch('/api/me/push-subscriptions', {
        method: 'DELETE',
        json: { endpoint: browsers[0]?.endpoint },
      });
    await remove(ben);
    expect((await preferences(ann)).pushDevices).toBe(10);
    expect((await remove(ann)).status).toBe(204);
    expect((await preferences(ann)).pushDevices).toBe(9);
  });
});

describe('notification preferences', () => {
  test('start with the defaults of the site, and are stored by kind', async () => {
    const [ann, admin] = [await site.signUp(), await site.signUp('GLOBAL_ADMIN')];
    const at = Object.fromEntries(
      (await preferences(ann)).ways.map(({ kind, ...channels }) => [kind, channels]),
    );
    const emailed = Object.keys(at).filter((kind) => at[kind]?.email === 'AT_ONCE');
    expect(emailed).toEqual([
      'REPLY',
      'MENTION',
      'CLIP_APPROVED',
      'CLIP_REJECTED',
      'UPGRADE_DECIDED',
      'REPORT_DECIDED',
    ]);
    expect(Object.values(at).every(({ site: inSite, push: pushed }) => inSite && !pushed)).toBe(true);
    expect(Object.keys(at)).not.toContain('JOB_FAILED');
    expect((await preferences(admin)).ways.map(({ kind }) => kind)).toContain('JOB_FAILED');
    await preferences(ann, { ways: [{ kind: 'LIKE', email: 'DAILY' }] });
    await preferences(ann, { ways: [{ kind: 'LIKE', site: false }] });
    expect(await preferenceOf(ann, 'LIKE')).toEqual({
      kind: 'LIKE',
      site: false,
      email: 'DAILY',
      push: false,
    });
    for (const body of [
      { ways: [{ kind: 'NOISE' }] },
      { ways: [{ kind: 'LIKE', email: 'HOURLY' }] },
      { all: true },
    ])
      expect((await ann.fetch('/api/me/notification-ways', { method: 'PUT', json: body })).status).toBe(400);
  });

  test('without any channel prevent a notification from being stored', async () => {
    const { ann } = await answered('Into the void', (one) =>
      preferences(one, { ways: [{ kind: 'REPLY', site: false, email: 'NONE' }] }),
    );
    await comment(await site.signUp(), 'And this', (await comment(ann, 'Mine')).id);
    const waiting = sql`select from pgboss.job where name = 'notifications.tell' and state < 'completed'`;
    await expect
      .poll(async () => (await waiting.execute(site.ctx.db)).rows.length, { timeout: 10_000 })
      .toBe(0);
    expect(await unread(ann)).toBe(0);
  });
});
