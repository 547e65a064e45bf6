import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { people } from '#contract/accounts/people.ts';
import { moderation, type ModerationAction, type SubjectType } from '#contract/moderation/moderation.ts';
import { community } from '#contract/community/community.ts';
import { expectOf, listOf, writeComment } from '#server/testing/delivery/notifications.ts';
import { startTestSite, type Fetch, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf } from '#server/testing/client.ts';

let site: TestSite;
let admin: TestPerson;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
  admin = await site.signUp('GLOBAL_ADMIN');
});

const post = (by: TestPerson, content: string, replyTo?: number) =>
  by.call(community.create, { body: { content, replyTo } });
const hide = (subjectType: SubjectType, subjectId: number, action: ModerationAction = 'HIDE') =>
  admin.call(moderation.act, { body: { action, subjects: [{ subjectType, subjectId }] } });

describe('notifications', () => {
  test('of a reply show its author, text and link; no one is notified of their own', async () => {
    const [ann, ben] = [await site.signUp(), await site.signUp()];
    const videoId = await addVideo(site.ctx, { title: 'Sunset' });
    const first = await writeComment(ann, videoId, 'Lovely');
    const reply = await writeComment(ben, videoId, 'It is', first.id);
    await writeComment(ann, videoId, 'My own', first.id);
    await expectOf(ann, 'REPLY', [
      {
        count: 1,
        actors: [{ username: ben.username }],
        title: `${ben.username} replied to your comment`,
        excerpt: 'It is',
        href: `/video/${videoId}?comment=${reply.id}`,
        readAt: null,
      },
    ]);
    const comment = await post(ann, 'Who is coming?');
    const answer = await post(ben, 'I am', comment.id);
    await expectOf(ann, 'REPLY', [
      { excerpt: 'I am', href: `/community/${comment.id}?reply=${answer.id}` },
      {},
    ]);
    expect((await listOf(ben)).items).toEqual([]);
  });

  test('of a mention are sent, unless the reply itself contains it or its author is blocked', async () => {
    const [ann, ben, cleo] = [await site.signUp(), await site.signUp(), await site.signUp()];
    const videoId = await addVideo(site.ctx);
    const first = await writeComment(ann, videoId, 'First');
    await cleo.fetch(`/api/me/blocks/${ben.username}`, { method: 'PUT' });
    const reply = await writeComment(ben, videoId, `@${ann.username} and @${cleo.username}: look`, first.id);
    await expectOf(ann, 'REPLY', [{}]);
    const comment = await post(ben, `Who has seen @${ann.username}?`);
    await expectOf(ann, 'MENTION', [
      { title: `${ben.username} mentioned you in a post`, href: `/community/${comment.id}` },
    ]);
    const lone = await writeComment(ben, videoId, `Hello @${ann.username}`);
    await expectOf(ann, 'MENTION', [{ href: `/video/${videoId}?comment=${lone.id}` }, {}]);
    expect(reply.id).toBeGreaterThan(0);
    expect((await listOf(cleo)).items).toEqual([]);
  });

  test('of likes are grouped by item and hour, with a count and names, and disappear with the likes', async () => {
    const creator = await site.signUp('CONTENT_CREATOR');
    const id = await addVideo(site.ctx, { uploader_id: creator.id, title: 'Surf' });
    const [ann, ben, cleo] = [await site.signUp(), await site.signUp(), await site.signUp()];
    const like = (fetch: Fetch) => fetch(`/api/videos/${id}/like`, { method: 'POST' });
    await like(creator.fetch);
    await like(ann.fetch);
    const [first] = await expectOf(creator, 'LIKE', [
      { count: 1, title: `${ann.username} liked your video` },
    ]);
    await creator.fetch('/api/me/notifications/read', { json: { all: true } });
    await like(ben.fetch);
    await expectOf(creator, 'LIKE', [
      {
        id: first?.id,
        count: 2,
        title: `${ben.username} and ${ann.username} liked your video`,
        excerpt: 'Surf',
        readAt: null,
      },
    ]);
    await like(cleo.fetch);
    await like(site.visitor().fetch);
    await expectOf(creator, 'LIKE', [{ count: 4, title: `${cleo.username} and 3 others liked your video` }]);
    for (const { fetch } of [ann, ben, cleo]) await like(fetch);
    await expectOf(creator, 'LIKE', [{ count: 1, actors: [], title: 'Someone liked your video' }]);
  });

  test('of a new follower are sent once, and last only as long as they follow', async () => {
    const [ann, ben] = [await site.signUp('CONTENT_CREATOR'), await site.signUp()];
    const follow = (method: string) => ben.fetch(`/api/creators/${ann.username}/follow`, { method });
    for (let round = 0; round < 2; round += 1) await follow('POST');
    await expectOf(ann, 'FOLLOWER', [
      { actors: [{ username: ben.username }], href: `/creators/${ben.username}` },
    ]);
    await follow('DELETE');
    await expectOf(ann, 'FOLLOWER', []);
  });

  test('of a video cover its review, and reach followers of its creator or category once', async () => {
    const creator = await site.signUp('CONTENT_CREATOR');
    const [fan, follower] = [await site.signUp(), await site.signUp()];
    await fan.fetch(`/api/creators/${creator.username}/follow`, { method: 'POST' });
    for (const { fetch } of [fan, follower]) await fetch('/api/categories/Beauty/follow', { method: 'PUT' });
    const id = await addVideo(site.ctx, {
      uploader_id: creator.id,
      origin: 'UPLOAD',
      status: 'PENDING',
      title: 'Make-up',
      category: 'Beauty',
    });
    const review = (move: string, body?: object) =>
      admin.fetch(`/api/submissions/${id}/${move}`, { method: 'POST', ...(body && { json: body }) });
    expect((await review('reject', { reason: 'Too dark', atSec: 12 })).status).toBe(200);
    await expectOf(creator, 'CLIP_REJECTED', [
      { title: `Your video "Make-up" wasn't approved`, excerpt: 'At 0:12: Too dark', href: '/profile' },
    ]);
    expect((await listOf(fan)).items).toEqual([]);
    await creator.fetch(`/api/submissions/${id}/resubmit`, { method: 'POST' });
    await expectOf(admin, 'REVIEW_WAITING', [{ title: '"Make-up" is waiting for review' }]);
    for (const move of ['approve', 'unapprove', 'approve']) expect((await review(move)).status).toBe(200);
    await expectOf(creator, 'CLIP_APPROVED', [{ href: `/video/${id}` }]);
    await expectOf(admin, 'REVIEW_WAITING', []);
    for (const one of [fan, follower])
      await expectOf(one, 'CLIP_PUBLISHED', [
        { title: `${creator.username} published "Make-up"`, href: `/video/${id}` },
      ]);
    expect((await listOf(creator)).items.filter(({ kind }) => kind === 'CLIP_PUBLISHED')).toEqual([]);
    await review('unapprove');
    for (const one of [fan, follower]) await expectOf(one, 'CLIP_PUBLISHED', []);
    await expectOf(creator, 'CLIP_APPROVED', []);
  });

  test('of a pending report go to admins, and of its outcome to the reporters', async () => {
    const [ann, ben] = [await site.signUp(), await site.signUp()];
    const comment = await post(ann, 'Buy my things');
    for (const { fetch } of [ben, await site.signUp()])
      await fetch('/api/reports', { json: { subjectType: 'POST', subjectId: comment.id, reason: 'Spam' } });
    await expectOf(admin, 'REPORT_NEW', [
      { count: 2, title: 'A post was reported 2 times', excerpt: 'Buy my things' },
    ]);
    await hide('POST', comment.id);
    await expectOf(admin, 'REPORT_NEW', []);
    const [decided] = await expectOf(ben, 'REPORT_DECIDED', [
      { excerpt: 'The content you reported was removed.' },
    ]);
    expect(JSON.stringify(decided)).not.toContain('Buy');
    expect((await listOf(ann)).items.filter(({ kind }) => kind === 'REPORT_NEW')).toEqual([]);
  });

  test('of the outcome of a creator request go to the user who made it', async () => {
    const ann = await site.signUp();
    await ann.fetch('/api/settings/request-upgrade', { json: { role: 'CONTENT_CREATOR' } });
    const requests = await admin.call(people.upgradeRequests);
    const request = requests.find(({ person }) => person.username === ann.username);
    await admin.fetch(`/api/admin/upgrade-requests/${request?.id}/reject`, { json: { reason: 'Not yet' } });
    await expectOf(ann, 'UPGRADE_DECIDED', [{ excerpt: 'Not yet', href: '/settings' }]);
  });
});

describe('the list', () => {
  test('is paged, can be marked as read one by one or all at once, and filtered', async () => {
    const [ann, ben] = [await site.signUp(), await site.signUp()];
    const videoId = await addVideo(site.ctx);
    const first = await writeComment(ann, videoId, 'First');
    for (let at = 0; at < 32; at += 1) await writeComment(ben, videoId, `Answer ${at}`, first.id);
    await expect.poll(async () => (await listOf(ann)).unread, { timeout: 10_000 }).toBe(32);
    const page = await listOf(ann);
    expect(page.items).toHaveLength(30);
    const rest = await listOf(ann, `?cursor=${page.next}`);
    const excerpts = [...page.items, ...rest.items].map(({ excerpt }) => excerpt);
    expect(new Set(excerpts)).toEqual(new Set(Array.from({ length: 32 }, (_, at) => `Answer ${at}`)));
    expect(rest.items).toHaveLength(2);
    expect(rest.next).toBeNull();
    const ids = page.items.slice(0, 2).map(({ id }) => id);
    const read = (by: TestPerson, body: object) => by.fetch('/api/me/notifications/read', { json: body });
    // users can't mark each other's notifications
    expect(await bodyOf(read(ben, { ids }), z.unknown())).toEqual({ unread: 0 });
    expect(await bodyOf(read(ann, { ids }), z.unknown())).toEqual({ unread: 30 });
    expect((await listOf(ann, '?unread=true')).items.map(({ id }) => id)).not.toContain(ids[0]);
    expect((await listOf(ann, '?group=people')).items).toEqual([]);
    expect((await listOf(ann, '?group=conversation')).items).toHaveLength(30);
    expect(await bodyOf(read(ann, { all: true }), z.unknown())).toEqual({ unread: 0 });
    expect((await listOf(ann)).items[0]?.readAt).toEqual(expect.any(String));
    for (const body of [{}, { ids: [] }, { all: false }, { ids: ['x'] }])
      expect((await read(ann, body)).status, JSON.stringify(body)).toBe(400);
    expect(await (await read(ann, { all: false })).json()).toMatchObject({
      error: 'Please provide notification ids, or all: true.',
    });
    expect(await (await read(ann, { ids: [] })).json()).toMatchObject({
      fields: { ids: 'Please enter a valid value for ids.' },
    });
    expect((await site.fetch('/api/me/notifications')).status).toBe(401);
  });
});
