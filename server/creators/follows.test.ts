import { beforeAll, expect, test } from 'vitest';
import type { QueryInput } from '#contract/endpoint.ts';
import { creators } from '#contract/creators/creators.ts';
import { videos } from '#contract/videos/videos.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';

let site: TestSite;
let admin: TestPerson;

beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
  admin = await site.signUp('GLOBAL_ADMIN');
});

const follow = (by: TestPerson, username: string, method = 'POST') =>
  by.fetch(`/api/creators/${username}/follow`, { method });
const followersOf = async (username: string) =>
  (await site.call(creators.get, { params: { username } })).followers;
const listOf = async (by: TestPerson, query: QueryInput<typeof videos.list> = {}) =>
  (await by.call(videos.list, { query: { following: 'true', ...query } })).map(({ id }) => id);

async function addCreator(video: Parameters<typeof addVideo>[1] = {}) {
  const creator = await site.signUp('CONTENT_CREATOR');
  const id = await addVideo(site.ctx, { uploader_id: creator.id, ...video });
  return { creator, id };
}

test('a member can follow and unfollow a creator, counted once', async () => {
  const { creator } = await addCreator();
  const member = await site.signUp();
  for (let round = 0; round < 2; round += 1)
    expect(await (await follow(member, creator.username.toUpperCase())).json()).toEqual({
      following: true,
      followers: 1,
    });
  expect(await followersOf(creator.username)).toBe(1);
  expect(await member.call(creators.followed)).toEqual({
    creators: [creator.username],
    categories: [],
    tags: [],
  });
  for (let round = 0; round < 2; round += 1)
    expect(await (await follow(member, creator.username, 'DELETE')).json()).toEqual({
      following: false,
      followers: 0,
    });
  expect(await followersOf(creator.username)).toBe(0);
});

test('counts a hundred concurrent followers once each, even if one follows repeatedly', async () => {
  const { creator } = await addCreator();
  const members = await Promise.all(Array.from({ length: 100 }, () => site.signUp()));
  const [first] = members;
  await Promise.all([
    ...members.map((member) => follow(member, creator.username)),
    ...Array.from({ length: 50 }, () => first && follow(first, creator.username)),
  ]);
  expect(await followersOf(creator.username)).toBe(100);
});

test('lists and the feed contain only followed creators and categories, and require signing in', async () => {
  const liked = await addCreator({ category: 'Business' });
  const other = await addCreator({ category: 'Innovation' });
  const member = await site.signUp();
  expect(await listOf(member)).toEqual([]);
  await follow(member, liked.creator.username);
  expect(await listOf(member)).toEqual([liked.id]);
  expect(await member.call(videos.feed, { query: { following: 'true' } })).toMatchObject([{ id: liked.id }]);
  expect((await member.fetch('/api/categories/Innovation/follow', { method: 'PUT' })).status).toBe(204);
  expect(await listOf(member)).toEqual([other.id, liked.id]);
  expect(await listOf(member, { category: 'Business' })).toEqual([liked.id]);
  const page = await member.page(videos.list, { query: { following: 'true', limit: 1 } });
  const cursor = page.next ?? '';
  expect(await listOf(member, { limit: 1, cursor })).toEqual([liked.id]);
  // the cache doesn't serve one member's list to another
  expect(await listOf(await site.signUp())).toEqual([]);
  expect((await site.fetch('/api/videos?following=true')).status).toBe(401);
  expect((await site.fetch('/api/feed?following=true')).status).toBe(401);
  expect((await member.fetch('/api/videos?following=maybe')).status).toBe(400);
  await member.fetch('/api/categories/Innovation/follow', { method: 'DELETE' });
  expect(await listOf(member)).toEqual([liked.id]);
  const hide = { action: 'HIDE', subjects: [{ subjectType: 'VIDEO', subjectId: liked.id }] };
  await admin.fetch('/api/admin/reports/act', { json: hide });
  expect(await listOf(member)).toEqual([]);
});

test('rejects following oneself, an unknown user or an unknown category, and drops deleted followers', async () => {
  const { creator } = await addCreator();
  const member = await site.signUp();
  expect((await follow(creator, creator.username)).status).toBe(400);
  expect((await follow(member, 'nobody-of-this-name')).status).toBe(404);
  expect((await member.fetch('/api/categories/Nonsense/follow', { method: 'PUT' })).status).toBe(400);
  await follow(member, creator.username);
  const { status } = await member.fetch('/api/me', {
    method: 'DELETE',
    json: { confirmUsername: member.username },
  });
  expect(status).toBeLessThan(300);
  expect(await followersOf(creator.username)).toBe(0);
});

test('a suspended user does not count as a follower until the suspension ends, whatever happens meanwhile', async () => {
  const { creator } = await addCreator();
  const { creator: second } = await addCreator();
  const [spammer, blocked, member] = await Promise.all([site.signUp(), site.signUp(), site.signUp()]);
  for (const person of [spammer, blocked, member])
    for (const { username } of [creator, second]) await follow(person, username);
  const decide = (what: string, { id }: TestPerson) =>
    admin.fetch(`/api/admin/people/${id}/${what}`, { json: { reason: 'Spam' } });
  const counts = async () => [await followersOf(creator.username), await followersOf(second.username)];
  for (const person of [spammer, blocked])
    for (let round = 0; round < 2; round += 1)
      expect((await decide('suspend', person)).status).toBeLessThan(300);
  expect(await counts()).toEqual([1, 1]);
  // a follow that ends concurrently isn't subtracted twice
  await creator.fetch(`/api/me/blocks/${blocked.username}`, { method: 'PUT' });
  expect(await counts()).toEqual([1, 1]);
  for (const person of [spammer, blocked]) await decide('unsuspend', person);
  expect(await counts()).toEqual([2, 3]);
  await follow(member, creator.username, 'DELETE');
  expect(await counts()).toEqual([1, 3]);
});
