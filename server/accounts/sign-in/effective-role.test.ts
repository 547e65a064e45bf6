import { beforeAll, expect, test } from 'vitest';
import { accounts } from '#contract/accounts/accounts.ts';
import { people } from '#contract/accounts/people.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf, WithId } from '#server/testing/client.ts';
import { readRole } from '../accounts.store.ts';
import { saveTwoFactorRoles } from './two-factor.store.ts';

let site: TestSite;
let unguarded: TestPerson;
let member: TestPerson;
let video: number;
beforeAll(async () => {
  site = await startTestSite({ ROLES: 'web', RATE_LIMIT: 'off' });
  await saveTwoFactorRoles(site.ctx.db, ['GLOBAL_ADMIN', 'CONTENT_CREATOR']);
  unguarded = await site.signUp('GLOBAL_ADMIN');
  member = await site.signUp();
  video = await addVideo(site.ctx);
});

const make = async (path: string, json: object): Promise<number> =>
  (await bodyOf(member.fetch(path, { json }), WithId)).id;

// what an admin may do at endpoints that are open to members or guests: each looks at the role by itself
const CALLS: Record<string, () => Promise<[path: string, init?: Parameters<TestSite['fetch']>[1]]>> = {
  'hide another user’s comment': async () => {
    const id = await make(`/api/videos/${video}/comments`, { text: 'Hello' });
    return [`/api/videos/${video}/comments/${id}`, { method: 'DELETE' }];
  },
  'hide another user’s post': async () => [
    `/api/community/posts/${await make('/api/community/posts', { content: 'Hello' })}`,
    { method: 'DELETE' },
  ],
  'read a post that waits for a moderator': async () => {
    const id = await make('/api/community/posts', { content: 'Held' });
    await site.ctx.db.updateTable('posts').set({ held_at: new Date() }).where('id', '=', id).execute();
    return [`/api/community/posts/${id}`];
  },
  'see a video pending review': async () => [
    `/api/videos/${await addVideo(site.ctx, { uploader_id: member.id, status: 'PENDING' })}`,
  ],
  'read another user’s order': async () => {
    const { id } = await site.ctx.db
      .insertInto('orders')
      .values({
        payment_id: 'PAID-BY-A-MEMBER',
        capture_id: 'PAID-BY-A-MEMBER',
        order_key: 'a'.repeat(32),
        user_id: member.id,
        status: 'PAID',
        currency: 'USD',
        total_cents: 100,
        shipping_name: 'Ann Buyer',
        shipping_address: '1 Sunny Street',
        shipping_city: 'Miami',
        shipping_state: 'FL',
        shipping_zip_code: '33101',
        shipping_country: 'US',
        items: '[]',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return [`/api/orders/${id}`];
  },
  'invite people': async () => ['/api/me/invitations', { json: { note: null, maxUses: 1, days: 7 } }],
};

test.each(Object.entries(CALLS))('an administrator without two-factor can’t %s', async (_what, send) => {
  const [path, init] = await send();
  const refused = await unguarded.fetch(path, init);
  expect([404, 409], `${refused.status} ${await refused.text()}`).toContain(refused.status);
  const admin = await guarded();
  expect((await admin.fetch(path, init)).status).toBeLessThan(300);
});

/** A user with two-factor. */
async function guarded(): Promise<TestPerson> {
  const admin = await site.signUp('GLOBAL_ADMIN');
  await site.ctx.db
    .insertInto('second_steps')
    .values({ user_id: admin.id, secret: Buffer.alloc(20), confirmed_at: new Date() })
    .execute();
  return admin;
}

test('without two-factor, work on an administrator’s behalf lacks the role too, and admin endpoints explain why', async () => {
  const { db } = site.ctx;
  expect(await readRole(db, unguarded.id)).toBe('LOGIN_USER');
  expect(await readRole(db, (await guarded()).id)).toBe('GLOBAL_ADMIN');
  expect(await unguarded.fails(people.list)).toMatchObject({ status: 403, code: 'SECOND_STEP_REQUIRED' });
  expect(await unguarded.call(accounts.me)).toMatchObject({ role: 'GLOBAL_ADMIN' });
});
