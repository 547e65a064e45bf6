import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { admin as dashboard } from '#contract/admin/admin.ts';
import { community } from '#contract/community/community.ts';
import { creators } from '#contract/creators/creators.ts';
import { studio } from '#contract/submissions/studio.ts';
import { submissions } from '#contract/submissions/submissions.ts';
import { tags } from '#contract/tags/tags.ts';
import { videos } from '#contract/videos/videos.ts';
import { addImported } from '#server/curation/imports.actions.ts';
import { readVideos } from '#server/exports/document.store.ts';
import { readPeople } from '#server/exports/people.store.ts';
import { bodyOf } from '#server/testing/client.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';

let site: TestSite;
let creator: TestPerson;
let admin: TestPerson;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
  creator = await site.signUp('CONTENT_CREATOR');
  admin = await site.signUp('GLOBAL_ADMIN');
});

let count = 0;
const unique = () => `name${++count}x`;

async function addTagged(list: string[], video: Parameters<typeof addVideo>[1] = {}): Promise<number> {
  const id = await addVideo(site.ctx, { uploader_id: creator.id, ...video });
  await tagAs(creator, id, list);
  return id;
}
const tagAs = (by: TestPerson, id: number, list: string[]) =>
  by.call(studio.change, { params: { id }, body: { tags: list } });
const tagsOf = async (id: number) => (await site.call(videos.get, { params: { id } })).tags;
const idsWith = async (tag: string) => (await site.call(videos.list, { query: { tag } })).map(({ id }) => id);
const change = (tag: string, body: object) => admin.call(tags.change, { params: { tag }, body });
const refused = (tag: string, body: object) => admin.fails(tags.change, { params: { tag }, body });
const open = async (tag: string) => {
  const answer = await site.fetch(`/api/tags/${tag}`, { redirect: 'manual' });
  return [answer.status, answer.headers.get('location')];
};

async function setEditReview(editReview: boolean): Promise<void> {
  const path = '/api/admin/settings/community';
  const { version } = await bodyOf(admin.fetch(path), z.object({ version: z.number() }));
  expect((await admin.fetch(path, { method: 'PUT', json: { version, editReview } })).status).toBe(200);
}

test('a renamed tag retains its videos, posts and followers, and its former name redirects to it', async () => {
  const [from, to] = [unique(), unique()];
  const id = await addTagged(['before', from]);
  const post = await creator.call(community.create, { body: { content: `#${from}` } });
  const member = await site.signUp();
  await member.call(tags.follow, { params: { tag: from } });
  expect(await change(from, { renameTo: to.toUpperCase() })).toEqual({
    tag: to,
    videos: 1,
    posts: 1,
    followers: 1,
    blocked: false,
    movedTo: null,
  });
  expect(await tagsOf(id)).toEqual(['before', to]);
  expect((await site.call(community.get, { params: { id: post.id } })).tags).toEqual([to]);
  expect((await member.call(creators.followed)).tags).toEqual([to]);
  expect(await open(from)).toEqual([301, `/api/tags/${to}`]);
  expect([await idsWith(from), await idsWith(to)]).toEqual([[id], [id]]);
  // the former name still means it
  const other = await addTagged([from], { description: `#${from}` });
  expect(await tagsOf(other)).toEqual([to]);
  // and back again
  expect((await change(to, { renameTo: from })).tag).toBe(from);
  expect([await open(to), await tagsOf(id)]).toEqual([
    [301, `/api/tags/${from}`],
    ['before', from],
  ]);
  expect((await refused(from, { renameTo: 'before' })).status).toBe(409);
  const entries = await admin.call(dashboard.audit, { query: {} });
  expect(entries.filter(({ action }) => action === 'tag.change')).toMatchObject([
    { actor: admin.username, subjectId: to, after: { renameTo: from } },
    { actor: admin.username, subjectId: from, after: { renameTo: to } },
  ]);
});

test('a merged tag passes everything it has to the other', async () => {
  const [former, from, to] = [unique(), unique(), unique()];
  const both = await addTagged([from, to]);
  const one = await addTagged(['own', former]);
  const inText = await addTagged([from], { description: `#${to}` });
  const [ann, ben] = [await site.signUp(), await site.signUp()];
  for (const member of [ann, ben]) await member.call(tags.follow, { params: { tag: from } });
  await ben.call(tags.follow, { params: { tag: to } });
  await change(former, { mergeInto: from });
  expect(await change(from, { mergeInto: to })).toMatchObject({ tag: to, videos: 3, followers: 2 });
  expect([await tagsOf(both), await tagsOf(one), await tagsOf(inText)]).toEqual([[to], ['own', to], [to]]);
  expect((await creator.call(submissions.get, { params: { id: inText } })).tags).toEqual([to]);
  for (const name of [former, from]) expect(await open(name)).toEqual([301, `/api/tags/${to}`]);
  expect((await ann.call(creators.followed)).tags).toEqual([to]);
  const list = await admin.call(tags.adminList, { query: { q: former } });
  expect(list).toMatchObject([{ tag: former, videos: 0, movedTo: to }]);
  for (const body of [{ mergeInto: 'nowhere' }, { mergeInto: to }, { mergeInto: from }]) {
    const { status, fields } = await refused(to, body);
    expect([status, Object.keys(fields ?? {})]).toEqual([422, ['mergeInto']]);
  }
  expect((await refused(from, { blocked: true })).status).toBe(404);
});

test.each<[number, object]>([
  [400, {}],
  [400, { blocked: true, renameTo: 'both' }],
  [400, { renameTo: 'two words' }],
  [400, { blocked: 'yes' }],
])('answers %s to the change %j', async (status, body) => {
  const tag = unique();
  await addTagged([tag]);
  expect((await refused(tag, body)).status).toBe(status);
});

test('a blocked tag disappears, is an error in the field and is left out of texts, until it is unblocked', async () => {
  const tag = unique();
  const id = await addTagged([tag]);
  const member = await site.signUp();
  await member.call(tags.follow, { params: { tag } });
  expect((await change(tag, { blocked: true })).blocked).toBe(true);
  expect([await open(tag), await idsWith(tag), await tagsOf(id)]).toEqual([[404, null], [], []]);
  expect(await site.call(tags.list, { query: { q: tag } })).toEqual([]);
  expect(await member.call(videos.list, { query: { following: 'true' } })).toEqual([]);
  expect((await member.call(creators.followed)).tags).toEqual([]);
  const { status, fields } = await creator.fails(studio.change, { params: { id }, body: { tags: [tag] } });
  expect([status, fields]).toEqual([422, { tags: `The tag ${tag} isn't allowed here.` }]);
  const other = await addTagged(['fine'], { description: `#${tag} #good` });
  expect(await tagsOf(other)).toEqual(['fine', 'good']);
  const post = await creator.call(community.create, { body: { content: `#${tag} #good` } });
  expect(post.tags).toEqual(['good']);
  expect(await admin.call(tags.adminList, { query: { q: tag } })).toMatchObject([{ tag, blocked: true }]);
  expect((await refused('fine', { mergeInto: tag })).status).toBe(422);
  await change(tag, { blocked: false });
  expect([await idsWith(tag), await tagsOf(id)]).toEqual([[id], [tag]]);
});

test('where edits are reviewed, tags wait for review with them', async () => {
  const [before, after] = [unique(), unique()];
  const id = await addTagged([before]);
  await setEditReview(true);
  const waiting = await creator.call(studio.change, {
    params: { id },
    body: { tags: [after.toUpperCase()], description: '#moon' },
  });
  expect(waiting).toMatchObject({ tags: [before], pendingChange: { tags: [after], description: '#moon' } });
  expect(await tagsOf(id)).toEqual([before]);
  await admin.call(submissions.approve, { params: { id } });
  expect(await tagsOf(id)).toEqual([after, 'moon']);
  await setEditReview(false);
});

test('a resubmission accepts tags, and an import gets those in its description', async () => {
  const id = await addVideo(site.ctx, { uploader_id: creator.id, status: 'REJECTED' });
  const submission = await creator.call(submissions.resubmit, {
    params: { id },
    body: { tags: ['Again'], description: '#text' },
  });
  expect(submission.tags).toEqual(['again']);
  const [imported = 0] = await addImported(site.ctx, null, 'Beauty', [
    {
      platform: 'YOUTUBE',
      id: 'abc',
      url: 'https://www.youtube.com/watch?v=abc',
      title: 'Imported',
      description: 'With #Makeup',
      creator: 'Someone',
      thumbnail: null,
      durationSec: 10,
      views: 1,
      likes: 1,
    },
  ]);
  const row = await site.ctx.db
    .selectFrom('video_tags')
    .where('video_id', '=', imported)
    .select('tag')
    .execute();
  expect(row).toEqual([{ tag: 'makeup' }]);
});

test('a tag has a feed in each format, under its one address', async () => {
  const [from, to] = [unique(), unique()];
  await addTagged([from], { title: 'Tagged' });
  await addVideo(site.ctx, { title: 'Not tagged' });
  await change(from, { renameTo: to });
  const text = async (path: string) => (await site.fetch(path)).text();
  expect(parseAtomFeed(await text(`/feed.xml?tag=${to}`)).entries).toMatchObject([
    { title: { value: 'Tagged' } },
  ]);
  expect(parseRssFeed(await text(`/feed.rss?tag=${to}`))).toMatchObject({
    title: expect.stringContaining(`#${to}`) as string,
    link: expect.stringContaining(`/tags/${to}`) as string,
    items: [{ title: 'Tagged' }],
  });
  expect(parseJsonFeed(await text(`/feed.json?tag=${to}`)).items).toMatchObject([
    { title: 'Tagged', tags: ['Lifestyle', to] },
  ]);
  for (const tag of [from, to.toUpperCase()]) {
    const moved = await site.fetch(`/feed.rss?tag=${tag}`, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([301, `/feed.rss?tag=${to}`]);
  }
  expect((await site.fetch('/feed.rss?tag=nowhere')).status).toBe(404);
  const sitemap = await text('/sitemap.xml');
  expect(sitemap).toContain(`/tags/${to}<`);
  expect(sitemap).not.toContain(`/tags/${from}<`);
});

test('an export contains the tags of the user’s videos, and those the user follows', async () => {
  const [tag, followed] = [unique(), unique()];
  const id = await addTagged([tag], { description: '#intext' });
  await addTagged([followed]);
  await creator.call(tags.follow, { params: { tag: followed } });
  const exported = await readVideos(site.ctx.db, creator.id);
  expect(exported.find(({ video }) => video.id === id)?.video.tags).toEqual([tag]);
  const { follows } = await readPeople(site.ctx.db, creator.id);
  expect(follows).toMatchObject([{ kind: 'tag', name: followed }]);
});
