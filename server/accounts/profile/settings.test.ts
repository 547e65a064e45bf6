import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import sharp from 'sharp';
import { z } from 'zod';
import { community } from '#contract/community/community.ts';
import { comments } from '#contract/comments/comments.ts';
import { accounts } from '#contract/accounts/accounts.ts';
import { readMails, tokenIn, waitForMail } from '#server/testing/mails.ts';
import { startTestSite, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf, WithToken } from '#server/testing/client.ts';

let site: TestSite;
let time = Date.now();
let count = 0;
beforeAll(async () => {
  site = await startTestSite(
    { PUBLIC_URL: 'https://lll.example', RATE_LIMIT: 'off' },
    { clock: { now: () => time } },
  );
});

const password = 'correct horse';
const as = (token: string) => ({ authorization: `Bearer ${token}` });
async function newcomer() {
  const username = `set${++count}`;
  const email = `${username}@example.org`;
  const { token } = await site.call(accounts.register, { body: { username, email, password } });
  const call = (path: string, init: Parameters<TestSite['fetch']>[1] = {}) =>
    site.fetch(path, {
      ...init,
      headers: { ...as(token), ...(init.headers as Record<string, string> | undefined) },
    });
  return { username, email, token, call, me: async () => (await call('/api/me')).json() };
}

describe('an email change', () => {
  test('applies at once, is confirmed at the new address, and can be reverted from the old one for 72 hours', async () => {
    const ann = await newcomer();
    const newEmail = `new-${ann.email}`;
    expect(
      await (
        await ann.call('/api/settings/account', {
          method: 'PUT',
          json: { email: newEmail, username: ann.username, role: 'GLOBAL_ADMIN', id: 1 },
        })
      ).json(),
    ).toMatchObject({ email: newEmail, emailVerified: false, role: 'LOGIN_USER' });
    const confirm = tokenIn(await waitForMail(site.ctx, newEmail, /^Confirm/), 'verify-email');
    expect((await site.fetch('/api/auth/verify-email', { json: { token: confirm } })).status).toBe(200);
    expect(await ann.me()).toMatchObject({ email: newEmail, emailVerified: true });
    const back = tokenIn(await waitForMail(site.ctx, ann.email, /was changed/), 'take-back-email');
    time += 71 * 3_600_000;
    expect(await site.call(accounts.takeBackEmail, { body: { token: back } })).toEqual({
      email: ann.email,
      resetToken: expect.any(String),
      removed: [],
    });
    expect((await ann.call('/api/me')).status).toBe(401);
    expect((await site.fetch('/api/auth/take-back-email', { json: { token: back } })).status).toBe(400);
    expect((await site.fetch('/api/auth/verify-email', { json: { token: confirm } })).status).toBe(400);
  });

  test('can be reverted even after a thief changes it twice, along with the identity they linked', async () => {
    const ann = await newcomer();
    await ann.call('/api/settings/account', { method: 'PUT', json: { email: `one-${ann.email}` } });
    time += 1000;
    await ann.call('/api/settings/account', { method: 'PUT', json: { email: `two-${ann.email}` } });
    const { id } = (await ann.me()) as { id: number };
    await site.ctx.db
      .insertInto('user_identities')
      .values({ issuer: 'x', subject: `thief${id}`, user_id: id, created_at: new Date(time) })
      .execute();
    const thiefs = tokenIn(await waitForMail(site.ctx, `one-${ann.email}`, /was changed/), 'take-back-email');
    const owners = tokenIn(await waitForMail(site.ctx, ann.email, /was changed/), 'take-back-email');
    expect((await site.fetch('/api/auth/take-back-email', { json: { token: thiefs } })).status).toBe(200);
    expect(await site.call(accounts.takeBackEmail, { body: { token: owners } })).toEqual(
      // the thief's own link removed it already
      { email: ann.email, resetToken: expect.any(String), removed: [] },
    );
    expect(
      await site.ctx.db.selectFrom('user_identities').select('subject').where('user_id', '=', id).execute(),
    ).toEqual([]);
  });

  test('cannot be reverted after 72 hours', async () => {
    const ann = await newcomer();
    await ann.call('/api/settings/account', { method: 'PUT', json: { email: `late-${ann.email}` } });
    const back = tokenIn(await waitForMail(site.ctx, ann.email, /was changed/), 'take-back-email');
    time += 72 * 3_600_000 + 1;
    expect((await site.fetch('/api/auth/take-back-email', { json: { token: back } })).status).toBe(400);
  });

  test('to a taken or malformed address, or one with a line break, is rejected and sends no email', async () => {
    const [ann, bob] = [await newcomer(), await newcomer()];
    const put = (json: unknown) => ann.call('/api/settings/account', { method: 'PUT', json });
    expect([
      (await put({ email: bob.email.toUpperCase() })).status,
      (await put({ username: bob.username.toUpperCase() })).status,
      (await put({ username: 'admin' })).status,
    ]).toEqual([409, 409, 409]);
    for (const email of ['', 'x', 'a@example.org\r\nBcc: v@example.org', 'a@example.org\u0000', 7, null])
      expect((await put({ email })).status).toBe(400);
    expect(await ann.me()).toMatchObject({ email: ann.email, username: ann.username });
    expect(
      (await readMails(site.ctx, ann.email)).filter(({ subject }) => /was changed/.test(subject ?? '')),
    ).toEqual([]);
    expect((await put({ email: ann.email, username: ann.username })).status).toBe(200);
  });
});

describe('sessions and password', () => {
  test("sessions can be listed and ended, but only one's own", async () => {
    const [ann, bob] = [await newcomer(), await newcomer()];
    const second = await site.fetch('/api/auth/login', {
      json: { username: ann.username, password },
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0' },
    });
    const { db } = site.ctx;
    await db
      .updateTable('sessions')
      .set({ address: '8.8.8.8' })
      .where('user_agent', 'like', '%Firefox%')
      .execute();
    const other = (await bodyOf(second, WithToken)).token;
    const list = await bodyOf(
      ann.call('/api/me/sessions'),
      z
        .object({ id: z.number(), current: z.boolean(), device: z.string(), place: z.string().nullable() })
        .array(),
    );
    expect(list).toHaveLength(2);
    expect(list.filter(({ current }) => current)).toHaveLength(1);
    const away = list.find(({ current }) => !current);
    expect(away).toMatchObject({ device: 'Firefox on Linux', place: 'United States' });
    expect((await site.fetch('/api/me', { headers: as(other) })).status).toBe(200);
    expect((await bob.call(`/api/me/sessions/${away?.id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await ann.call(`/api/me/sessions/${away?.id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await site.fetch('/api/me', { headers: as(other) })).status).toBe(401);
    expect((await ann.call('/api/me/sessions/99999999999999999999', { method: 'DELETE' })).status).toBe(400);
  });

  test('a session that ended is no longer valid, even if it was cached a moment ago', async () => {
    const ann = await newcomer();
    await ann.me();
    const before = await site.ctx.sessions.find(ann.token);
    expect(before?.username).toBe(ann.username);
    await ann.call('/api/auth/logout', { method: 'POST' });
    expect(await site.ctx.sessions.find(ann.token)).toBeNull();
  });

  test('a revocation in another process takes effect in this one', async () => {
    const ann = await newcomer();
    const { id } = (await ann.me()) as { id: number };
    // like the other process: deletes the row and notifies the rest. The clock is frozen, so nothing expires
    // here
    await site.ctx.db.deleteFrom('sessions').where('user_id', '=', id).execute();
    expect((await ann.call('/api/me')).status).toBe(200);
    await sql`select pg_notify('lll_events', ${`another-process\nsession ${id}`})`.execute(site.ctx.db);
    await expect.poll(async () => (await ann.call('/api/me')).status).toBe(401);
  });

  test('a new password requires the current one and ends the other sessions', async () => {
    const ann = await newcomer();
    const other = (await site.call(accounts.login, { body: { username: ann.email, password } })).token;
    const change = (json: unknown) => ann.call('/api/settings/password', { method: 'PUT', json });
    const wrong = await change({ currentPassword: 'wrong', newPassword: 'another horse' });
    expect([wrong.status, await wrong.json()]).toEqual([
      422,
      {
        error: "This isn't your current password.",
        code: 'WRONG_PASSWORD',
        fields: { currentPassword: "This isn't your current password." },
      },
    ]);
    expect((await change({ currentPassword: password, newPassword: 'short' })).status).toBe(400);
    expect((await change({ currentPassword: password, newPassword: 'another horse' })).status).toBe(204);
    expect((await site.fetch('/api/me', { headers: as(other) })).status).toBe(401);
    expect((await ann.call('/api/me')).status).toBe(200);
    expect(
      (await site.fetch('/api/auth/login', { json: { username: ann.username, password: 'another horse' } }))
        .status,
    ).toBe(200);
  });
});

describe('the profile', () => {
  const upload = (
    call: Awaited<ReturnType<typeof newcomer>>['call'],
    bytes: Buffer | string,
    name = 'me.png',
    field = 'file',
  ) => {
    const body = new FormData();
    body.append(field, new Blob([bytes as BlobPart], { type: 'image/png' }), name);
    return call('/api/me/profile-image', { method: 'POST', body });
  };

  test('display name and bio are stored unescaped; blank values become null', async () => {
    const ann = await newcomer();
    expect(
      await (
        await ann.call('/api/me', {
          method: 'PUT',
          json: { displayName: ' <i>Ann</i> ', bio: '"quoted"\nlines' },
        })
      ).json(),
    ).toMatchObject({ displayName: '<i>Ann</i>', bio: '"quoted"\nlines' });
    expect(
      await (await ann.call('/api/me', { method: 'PUT', json: { displayName: ' ', bio: null } })).json(),
    ).toMatchObject({ displayName: null, bio: null });
  });

  test('an image is stored as a square WebP without metadata and replaces the previous one', async () => {
    const ann = await newcomer();
    const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'orange' } })
      .jpeg()
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .toBuffer();
    const first = await bodyOf(upload(ann.call, photo), z.object({ profileImageUrl: z.string() }));
    const served = await site.fetch(first.profileImageUrl);
    expect(served.headers.get('content-type')).toBe('image/webp');
    const bytes = Buffer.from(await served.arrayBuffer());
    const metadata = await sharp(bytes).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: 256, height: 256 });
    expect(metadata.exif).toBeUndefined();
    const second = await bodyOf(upload(ann.call, photo), z.object({ profileImageUrl: z.string() }));
    expect(second.profileImageUrl).not.toBe(first.profileImageUrl);
    // by a job: a process that dies here leaves no file behind
    await expect.poll(async () => (await site.fetch(first.profileImageUrl)).status).toBe(404);
    expect(await ann.me()).toMatchObject({ profileImageUrl: second.profileImageUrl });
    expect((await ann.call('/api/me/profile-image', { method: 'DELETE' })).status).toBe(204);
    expect(await ann.me()).toMatchObject({ profileImageUrl: null });
  });

  test('a file that is not an image, is empty, too large or a decompression bomb is rejected', async () => {
    const ann = await newcomer();
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: 'red' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    for (const [bytes, status] of [
      ['just text', 415],
      ['<svg xmlns="http://www.w3.org/2000/svg"/>', 415],
      ['', 400],
      [Buffer.alloc(10 * 1024 * 1024 + 1), 413],
      [bomb, 415],
    ] as const) {
      const answer = await upload(ann.call, bytes);
      expect(answer.status).toBe(status);
      expect(await answer.json()).toMatchObject({ error: expect.any(String) });
    }
    expect((await upload(ann.call, 'x', 'x.png', 'other')).status).toBe(400);
    expect((await ann.call('/api/me/profile-image', { json: {} })).status).toBe(415);
    for (const type of ['multipart/form-data; boundary=x', 'multipart/form-data']) {
      const answer = await ann.call('/api/me/profile-image', {
        method: 'POST',
        headers: { 'content-type': type },
        body: '--x\r\nno form',
      });
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'INVALID_INPUT' }]);
    }
    expect(await ann.me()).toMatchObject({ profileImageUrl: null });
  });

  test('lists own comments with the title of their video', async () => {
    const ann = await newcomer();
    const video = await addVideo(site.ctx, { title: 'A sunset' });
    await ann.call(`/api/videos/${video}/comments`, { json: { text: 'Lovely' } });
    expect(await (await ann.call('/api/me/comments')).json()).toMatchObject([
      { text: 'Lovely', videoId: video, videoTitle: 'A sunset', authorUsername: ann.username },
    ]);
  });
});

test('deleting an account requires typing its name; its comments and posts stay under a deleted user', async () => {
  const ann = await newcomer();
  const video = await addVideo(site.ctx);
  await ann.call(`/api/videos/${video}/comments`, { json: { text: 'I was here' } });
  await ann.call('/api/community/posts', { json: { content: 'I was here, too' } });
  const { id } = (await ann.me()) as { id: number };
  const own = await addVideo(site.ctx);
  await site.ctx.db.updateTable('videos').set({ uploader_id: id }).where('id', '=', own).execute();
  expect(
    (await ann.call('/api/me', { method: 'DELETE', json: { confirmUsername: 'somebody' } })).status,
  ).toBe(400);
  expect(
    (await ann.call('/api/me', { method: 'DELETE', json: { confirmUsername: ann.username } })).status,
  ).toBe(204);
  expect((await ann.call('/api/me')).status).toBe(401);
  expect((await site.fetch('/api/auth/login', { json: { username: ann.username, password } })).status).toBe(
    401,
  );
  expect(await site.call(comments.list, { params: { id: video } })).toMatchObject([
    { text: 'I was here', authorUsername: 'deleted user', authorAvatar: null },
  ]);
  expect(await site.call(community.list)).toMatchObject([
    { content: 'I was here, too', authorUsername: 'deleted user', authorDisplayName: null },
  ]);
  expect((await site.fetch(`/api/videos/${own}`)).status).toBe(404);
  const admin = await site.signUp('GLOBAL_ADMIN');
  for (const path of [`/api/videos/${own}`, `/api/submissions/${own}`])
    expect(await (await admin.fetch(path)).json(), path).toMatchObject({
      creator: 'deleted user',
      creatorUsername: null,
    });
  await waitForMail(site.ctx, ann.email, /deleted/);
});
