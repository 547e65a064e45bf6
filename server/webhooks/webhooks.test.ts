import { createHmac } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { admin as adminApi } from '#contract/admin/admin.ts';
import {
  webhooks,
  WEBHOOK_EVENTS,
  type NewWebhook,
  type WebhookDelivery,
} from '#contract/webhooks/webhooks.ts';
import { openOutbound } from '#server/adapters/outbound.ts';
import { CERTIFICATE_KEY, CERTIFICATES } from '#server/testing/certificates.ts';
import { createSubjects } from '#server/testing/personal-access.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { deliverWebhook } from './deliver.jobs.ts';

/** The result of `fetchUntil` once it isn't null. */
const waitFor = <T>(fetchUntil: () => Promise<T>): Promise<NonNullable<T>> =>
  vi.waitFor(
    async () => {
      const found = await fetchUntil();
      if (!found) throw new Error('It has not come yet.');
      return found;
    },
    { timeout: 60_000, interval: 50 },
  );

interface Got {
  path: string;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
}
let got: Got[] = [];
let answer = 200;
const receiver = createServer(
  { key: CERTIFICATE_KEY, cert: CERTIFICATES.selfSigned },
  (request, response) =>
    void text(request).then((body) => {
      got.push({ path: request.url ?? '', headers: request.headers, body });
      response.writeHead(answer, { location: '/elsewhere' }).end('Thanks');
    }),
);
let origin = '';
/** What a name leads to; by itself it is this machine, which counts as public here. */
let leadsTo: string[] = ['127.0.0.1'];
let looks = 0;
let site: TestSite;
let admin: TestPerson;

beforeAll(async () => {
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready));
  origin = `https://localhost:${(receiver.address() as AddressInfo).port}`;
  site = await startTestSite(
    { RATE_LIMIT: 'off' },
    {
      outbound: {
        ca: CERTIFICATES.selfSigned,
        isAllowed: (address) => address === '127.0.0.1',
        isAllowedName: () => true,
        lookup: (_host, _options, done) => {
          looks += 1;
          done(
            null,
            leadsTo.map((address) => ({ address, family: 4 })),
          );
        },
      },
    },
  );
  admin = await site.signUp('GLOBAL_ADMIN');
});
afterAll(() => void receiver.close());
beforeEach(async () => {
  [got, answer, leadsTo] = [[], 200, ['127.0.0.1']];
  await site.ctx.db.deleteFrom('webhooks').execute();
});

async function make(more: object = {}): Promise<NewWebhook> {
  return await admin.call(webhooks.create, { body: { url: `${origin}/hook`, ...more } });
}
const deliveries = (id: number) => admin.call(webhooks.deliveries, { params: { id } });
const delivery = (id: number, status: WebhookDelivery['status'], tries = 1) =>
  waitFor(async () => {
    const [last] = await deliveries(id);
    return last?.status === status && last.tries >= tries ? last : null;
  });
const tryOut = (id: number) => admin.fetch(`/api/admin/webhooks/${id}/test`, { method: 'POST' });

test('two changes at once are both saved', async () => {
  const { id } = await make();
  const change = (json: object) => admin.fetch(`/api/admin/webhooks/${id}`, { method: 'PATCH', json });
  for (let round = 0; round < 4; round += 1) {
    const [url, active] = [`${origin}/round-${round}`, round % 2 === 0];
    await Promise.all([change({ url }), change({ active }), change({ events: ['REPORT_NEW'] })]);
    const [webhook] = await admin.call(webhooks.list);
    expect(webhook).toMatchObject({ url, active, events: ['REPORT_NEW'] });
    await change({ events: [...WEBHOOK_EVENTS] });
  }
});

test('each event is sent, signed, to its subscribers', async () => {
  const { id, secret, ...created } = await make();
  expect(created).toMatchObject({ events: [...WEBHOOK_EVENTS], active: true, lastStatus: null });
  const [reports] = [await make({ url: `${origin}/reports`, events: ['REPORT_NEW'] })];
  await make({ url: `${origin}/off` }).then(({ id: off }) =>
    admin.fetch(`/api/admin/webhooks/${off}`, { method: 'PATCH', json: { active: false } }),
  );
  const creator = await site.signUp('CONTENT_CREATOR');
  const videoId = await addVideo(site.ctx, { uploader_id: creator.id, title: 'Told', status: 'PENDING' });
  const approve = await admin.fetch(`/api/submissions/${videoId}/approve`, { method: 'POST' });
  expect(approve.status).toBe(200);
  const { id: order = 0 } = await createSubjects(site, creator).order();
  await site.ctx.db
    .updateTable('orders')
    .set({ status: 'PAID', capture_id: 'capture-told' })
    .where('id', '=', Number(order))
    .execute();
  // it comes back, and was published before
  for (const suspended of [true, false])
    await site.ctx.db
      .updateTable('videos')
      .set({ uploader_suspended: suspended })
      .where('id', '=', videoId)
      .execute();
  const report = { subjectType: 'VIDEO', subjectId: videoId, reason: 'Spam' };
  expect((await creator.fetch('/api/reports', { json: report })).status).toBeLessThan(300);

  await waitFor(async () => got.length === 5);
  const payloads = got.filter(({ path }) => path === '/hook').map(({ body }) => JSON.parse(body) as object);
  expect(payloads.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))).toMatchObject([
    { event: 'CLIP_PUBLISHED', data: { id: videoId, title: 'Told', creatorUsername: creator.username } },
    { event: 'CLIP_SUBMITTED', data: { id: videoId } },
    { event: 'ORDER_PAID', data: { id: order, totalAmount: 1, currency: 'USD' } },
    { event: 'REPORT_NEW', data: { subjectType: 'VIDEO', subjectId: videoId, reason: 'Spam' } },
  ]);
  expect(got.filter(({ path }) => path === '/reports')).toHaveLength(1);
  for (const { path, headers, body } of got) {
    const [, t = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-signature'])) ?? [];
    const key = path === '/hook' ? secret : (reports?.secret ?? '');
    expect(v1).toBe(createHmac('sha256', key).update(`${t}.${body}`).digest('hex'));
    expect(Math.abs(Date.now() / 1000 - Number(t))).toBeLessThan(600);
    expect(body).not.toMatch(/Sunny Street|example\.org/);
  }
  // returned once, and never again
  const listed = await (await admin.fetch('/api/admin/webhooks')).text();
  const stored = JSON.stringify(await site.ctx.db.selectFrom('webhooks').selectAll().execute());
  for (const place of [listed, stored, await (await admin.fetch('/api/admin/audit')).text()])
    expect(place).not.toContain(secret);
  await waitFor(async () =>
    (await admin.call(webhooks.list)).some(
      (each) => each.id === id && each.lastStatus === 'DELIVERED' && each.waiting === 0,
    ),
  );
});

test('a failed delivery is retried within a minute, ends, and can be resent as it was', async () => {
  const { id } = await make();
  answer = 500;
  expect((await tryOut(id)).status).toBe(202);
  const failing = await delivery(id, 'WAITING');
  expect(failing).toMatchObject({ event: 'TEST', responseStatus: 500, tries: 1 });
  expect(failing.problem).toBe('The receiver responded with status 500.');
  const again = () => admin.fetch(`/api/admin/webhooks/deliveries/${failing.id}/resend`, { method: 'POST' });
  expect((await again()).status).toBe(409);
  const [job] =
    (await waitFor(async () => {
      const jobs = await site.ctx.jobs.boss.findJobs<{ id: number }>(deliverWebhook.name, {
        data: { id: failing?.id },
      });
      return jobs[0]?.state === 'retry' ? jobs : null;
    })) ?? [];
  const wait = (job?.startAfter.getTime() ?? 0) - Date.now();
  expect(wait).toBeLessThan(60_000);
  // its tries are used up
  await deliverWebhook.onFailed?.(site.ctx, { id: failing.id });
  expect(await delivery(id, 'FAILED')).toMatchObject({ tries: 1 });
  answer = 204;
  expect((await again()).status).toBe(202);
  expect(await delivery(id, 'DELIVERED', 2)).toMatchObject({ responseStatus: 204, problem: null });
  expect(new Set(got.map(({ body }) => body)).size).toBe(1);
  expect((await admin.fetch('/api/admin/webhooks/deliveries/999999/resend', { method: 'POST' })).status).toBe(
    404,
  );
  const log = await admin.call(adminApi.audit, { query: { thing: 'webhook' } });
  const sent = await admin.call(adminApi.audit, { query: { thing: 'webhook delivery' } });
  expect(log.map(({ action, subjectId }) => `${action} ${subjectId}`)).toContain(`webhook.test ${id}`);
  expect(sent).toMatchObject([{ action: 'webhook.resend', subjectId: String(failing.id) }]);
});

test('a redirect is not followed, and a name that now leads inside a network is not called', async () => {
  const { id } = await make();
  answer = 302;
  await tryOut(id);
  expect(await delivery(id, 'WAITING')).toMatchObject({ responseStatus: 302 });
  expect(got.map(({ path }) => path)).toEqual(['/hook']);
  // looked up once for a try, and all that it leads to has to be public
  const { id: other } = await make({ url: `${origin}/other` });
  [looks, leadsTo, got] = [0, ['127.0.0.1', '10.0.0.7'], []];
  await tryOut(other);
  expect(await delivery(other, 'WAITING')).toMatchObject({
    responseStatus: null,
    problem: 'This address points to a private network. Only public addresses are allowed.',
  });
  expect([looks, got]).toEqual([1, []]);
});

test('addresses without https or inside a network are rejected at once, and there are at most twenty', async () => {
  const post = (url: unknown) => admin.fetch('/api/admin/webhooks', { json: { url } });
  for (const wrong of [
    'http://example.org/',
    'ftp://example.org',
    'https://a:b@example.org/',
    'no',
    '',
    null,
  ])
    expect((await post(wrong)).status, String(wrong)).toBe(400);
  expect((await post('https://10.0.0.7/')).status).toBe(400);
  leadsTo = ['192.168.1.1'];
  const refused = await post('https://intranet.example.org/');
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { fields: { url: /inside a network/ } },
  ]);
  leadsTo = ['127.0.0.1'];
  const created = await Promise.all(Array.from({ length: 22 }, () => post(`${origin}/hook`)));
  expect(created.filter(({ status }) => status === 201)).toHaveLength(20);
  expect(created.filter(({ status }) => status === 409)).toHaveLength(2);
  // no DNS lookup for one that may not be added, or doesn't exist
  looks = 0;
  expect((await post(`${origin}/more`)).status).toBe(409);
  const change = { method: 'PATCH', json: { url: `${origin}/more` } };
  expect((await admin.fetch('/api/admin/webhooks/999999', change)).status).toBe(404);
  expect(looks).toBe(0);
});

test('numbers and names of inner networks are recognized in every notation', async () => {
  const { check } = openOutbound();
  for (const host of [
    '127.0.0.1',
    '0x7f.1',
    '2130706433',
    '10.1.2.3',
    '169.254.169.254',
    '100.64.0.1',
    '192.168.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '[::1]',
    '[::]',
    '[::ffff:10.0.0.1]',
    '[64:ff9b::a00:1]',
    '[2002:a00:1::]',
    '[fd00::1]',
    '[fe80::1]',
    'localhost',
    '192.88.99.1',
    '[::ffff:0:a00:1]',
    '[100::1]',
    '[5f00::1]',
    '[3fff::1]',
    '[2001:2::1]',
    '[2001:1f::1]',
    '[2001:2f::1]',
    '[2001:db8::1]',
    'mail.internal',
    'router',
  ])
    await expect(check(`https://${host}/`), host).rejects.toThrow('inside a network');
  for (const host of ['93.184.216.34', '[2001:4860:4860::8888]', '[2606:2800:21f:cb07:6820:80da:af6b:8b2c]'])
    await expect(check(`https://${host}/`), host).resolves.toBeUndefined();
});
