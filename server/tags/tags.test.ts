import { beforeAll, expect, test } from 'vitest';
import { community } from '#contract/community/community.ts';
import { creators } from '#contract/creators/creators.ts';
import { search } from '#contract/search/search.ts';
import { studio } from '#contract/submissions/studio.ts';
import { tags } from '#contract/tags/tags.ts';
import { videos } from '#contract/videos/videos.ts';
import { flushSearch } from '#server/search/flush.actions.ts';
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
/** A tag that no other test uses. */
const unique = (word = 'tag') => `${word}${++count}x`;

type Added = Parameters<typeof addVideo>[1];
async function addTagged(list: string[], video: Added = {}, by = creator): Promise<number> {
  const id = await addVideo(site.ctx, { uploader_id: by.id, ...video });
  await tagAs(by, id, list);
  return id;
}
const tagAs = (by: TestPerson, id: number, list: string[]) =>
  by.call(studio.change, { params: { id }, body: { tags: list } });
const write = (content: string, by = creator) => by.call(community.create, { body: { content } });
const idsWith = async (tag: string, by: Pick<TestPerson, 'call'> = site) =>
  (await by.call(videos.list, { query: { tag } })).map(({ id }) => id);
const open = (tag: string, by: Pick<TestPerson, 'fetch'> = site) =>
  by.fetch(`/api/tags/${encodeURIComponent(tag)}`, { redirect: 'manual' });
const statusOf = async (tag: string, by: Pick<TestPerson, 'fetch'> = site) => (await open(tag, by)).status;
const countsOf = async (tag: string, by: Pick<TestPerson, 'call'> = site) => {
  const { videos: inVideos, posts } = await by.call(tags.get, { params: { tag } });
  return [inVideos, posts];
};

test('a video has the tags of its field, then those of its description, at most ten', async () => {
  const id = await addTagged(['#Sun', 'ＳＥＡ', 'sun'], { description: 'Under the #moon.' });
  const read = async () => (await site.call(videos.get, { params: { id } })).tags;
  expect(await read()).toEqual(['sun', 'sea', 'moon']);
  const text = Array.from({ length: 12 }, (_, at) => `#word${at}`).join(' ');
  const changed = await creator.call(studio.change, {
    params: { id },
    body: { description: `${text} #sea` },
  });
  expect(changed.tags).toEqual(['sun', 'sea']);
  expect(await read()).toEqual(['sun', 'sea', ...Array.from({ length: 8 }, (_, at) => `word${at}`)]);
  expect((await site.call(videos.list, {})).find((video) => video.id === id)?.tags).toEqual(await read());
  expect((await tagAs(creator, id, [])).tags).toEqual([]);
  expect(await idsWith('sun')).toEqual([]);
  expect(await idsWith('Word9')).toEqual([id]);
});

test.each([
  ['of 64 letters', ['x'.repeat(64)]],
  ['of control characters', ['a\u0007b']],
  ['of blanks', ['   ']],
  ['of two words', ['two words']],
  ['beyond the tenth', Array.from({ length: 11 }, (_, at) => `t${at}`)],
])('a tag %s is reported on the field, and nothing changes', async (_, list) => {
  const tag = unique();
  const id = await addTagged([tag]);
  const body = { title: 'Another', tags: list };
  const failure = await creator.fails(studio.change, { params: { id }, body });
  expect([failure.status, failure.fields]).toEqual([422, { tags: expect.any(String) as string }]);
  expect(await site.call(videos.get, { params: { id } })).toMatchObject({
    title: expect.not.stringContaining('Another') as string,
    tags: [tag],
  });
});

test('a post has up to five tags from its text, and lists by tag contain replies, too', async () => {
  const [first, second] = [unique(), unique()];
  const post = await write(`#${first} #one1 #two2 #three3 #four4 #five5`);
  expect(post.tags).toEqual([first, 'one1', 'two2', 'three3', 'four4']);
  const reply = await creator.call(community.create, {
    body: { content: `Yes, #${second.toUpperCase()}`, replyTo: post.id },
  });
  const listed = async (tag: string) =>
    (await site.call(community.list, { query: { tag } })).map(({ id }) => id);
  expect([await listed(first), await listed(second)]).toEqual([[post.id], [reply.id]]);
  expect(await countsOf(second)).toEqual([0, 1]);
  await creator.call(community.edit, { params: { id: post.id }, body: { content: 'Without.' } });
  expect([await listed(first), await statusOf(first)]).toEqual([[], 404]);
});

test.each<[string, Added]>([
  ['pending', { status: 'PENDING' }],
  ['private', { visibility: 'PRIVATE' }],
  ['unlisted', { visibility: 'UNLISTED' }],
  ['for members', { visibility: 'MEMBERS' }],
  ['scheduled', { publish_at: new Date(Date.now() + 86_400_000) }],
])(
  'a video that is %s is counted for no one, and its tag exists only for those who see it',
  async (kind, video) => {
    const tag = unique();
    await addTagged([tag], video);
    const member = await site.signUp();
    expect([await statusOf(tag), await statusOf(tag, member)]).toEqual([
      404,
      kind === 'for members' ? 200 : 404,
    ]);
    expect(await countsOf(tag, creator)).toEqual([0, 0]);
    expect(await site.call(tags.list, { query: { q: tag } })).toEqual([]);
    expect(await idsWith(tag, creator)).toEqual([]);
    const answer = await member.fetch(`/api/tags/${tag}/follow`, { method: 'PUT' });
    expect(answer.status).toBe(kind === 'for members' ? 204 : 404);
  },
);

test('counts and lists leave out what a member blocks, mutes or hides', async () => {
  const tag = unique();
  const [ann, ben] = [await site.signUp(), await site.signUp('CONTENT_CREATOR')];
  await addTagged([tag], {}, ben);
  await write(`#${tag}`, ben);
  const id = await addTagged([tag], { labels: ['sensitive'] });
  expect(await countsOf(tag, ann)).toEqual([2, 1]);
  await ann.fetch(`/api/me/blocks/${ben.username}`, { method: 'PUT' });
  expect([await countsOf(tag, ann), await countsOf(tag)]).toEqual([
    [1, 0],
    [2, 1],
  ]);
  expect(await idsWith(tag, ann)).toEqual([id]);
  expect(await ann.call(community.list, { query: { tag } })).toEqual([]);
  await ann.fetch('/api/me', { method: 'PATCH', json: { sensitive: 'HIDE' } });
  expect(await statusOf(tag, ann)).toBe(404);
  expect(await ann.call(tags.list, { query: { q: tag } })).toEqual([]);
});

test('a suspended creator’s videos and posts are not counted, nor are pending and deleted posts', async () => {
  const tag = unique();
  const ben = await site.signUp('CONTENT_CREATOR');
  await addTagged([tag], {}, ben);
  await write(`#${tag}`, ben);
  const { id } = await write(`Also #${tag}`);
  expect(await countsOf(tag)).toEqual([1, 2]);
  await creator.fetch(`/api/community/posts/${id}`, { method: 'DELETE' });
  expect(await countsOf(tag)).toEqual([1, 1]);
  await admin.fetch(`/api/admin/people/${ben.id}/suspend`, { json: { reason: 'Spam' } });
  expect([await statusOf(tag), await idsWith(tag)]).toEqual([404, []]);
});

test('the list has the most used tags with a prefix; other spellings redirect to the one address', async () => {
  const [first, second] = [unique('prefixed'), unique('prefixed')];
  await addTagged([second]);
  await addTagged([first, second]);
  await write(`#${second}`);
  for (const q of ['prefixed', '#Prefixed'])
    expect(await site.call(tags.list, { query: { q } })).toEqual([
      { tag: second, videos: 2, posts: 1 },
      { tag: first, videos: 1, posts: 0 },
    ]);
  expect(await site.call(tags.list, { query: { q: 'pre%' } })).toEqual([]);
  expect((await site.call(tags.list)).length).toBeLessThanOrEqual(20);
  expect(await site.call(tags.get, { params: { tag: first } })).toEqual({
    tag: first,
    videos: 1,
    posts: 0,
    following: false,
  });
  for (const spelling of [first.toUpperCase(), `#${first}`]) {
    const moved = await open(spelling);
    expect([moved.status, moved.headers.get('location')]).toEqual([301, `/api/tags/${first}`]);
  }
  for (const tag of ['nowhere', 'x'.repeat(64), 'two words']) expect(await statusOf(tag)).toBe(404);
  expect((await site.fetch('/api/videos?tag=two%20words')).status).toBe(400);
});

test('a member can follow a tag under each of its names', async () => {
  const tag = unique();
  const id = await addTagged([tag]);
  const member = await site.signUp();
  const follow = (name: string, method: string) => member.fetch(`/api/tags/${name}/follow`, { method });
  for (let round = 0; round < 2; round += 1)
    expect((await follow(tag.toUpperCase(), 'PUT')).status).toBe(204);
  expect((await member.call(creators.followed)).tags).toEqual([tag]);
  expect((await member.call(tags.get, { params: { tag } })).following).toBe(true);
  expect((await site.call(tags.get, { params: { tag } })).following).toBe(false);
  const followed = async () =>
    (await member.call(videos.list, { query: { following: 'true' } })).map((video) => video.id);
  expect(await followed()).toEqual([id]);
  expect(await member.call(videos.feed, { query: { following: 'true' } })).toMatchObject([{ id }]);
  // who follows it still finds it
  await tagAs(creator, id, []);
  expect([await statusOf(tag, member), await statusOf(tag), await followed()]).toEqual([200, 404, []]);
  for (let round = 0; round < 2; round += 1) expect((await follow(tag, 'DELETE')).status).toBe(204);
  expect([await statusOf(tag, member), (await member.call(creators.followed)).tags]).toEqual([404, []]);
  expect((await follow('nowhere', 'PUT')).status).toBe(404);
  expect((await site.fetch(`/api/tags/${tag}/follow`, { method: 'PUT' })).status).toBe(401);
});

test('a tag is found by search and suggested, without hidden content', async () => {
  const [tag, hidden] = [unique('wellenreiten'), unique('wellenreiten')];
  const id = await addTagged([tag]);
  await addTagged([hidden], { visibility: 'PRIVATE' });
  await flushSearch(site.ctx.db);
  const found = async (q: string) =>
    (await site.call(search.find, { query: { q, correct: 'false' } })).videos.map((video) => video.id);
  expect(await found(tag)).toEqual([id]);
  expect(await found(`#${tag}`)).toEqual([id]);
  const { suggestions } = await site.call(search.suggest, { query: { q: '#Wellenr' } });
  expect(suggestions).toEqual([{ kind: 'tag', text: `#${tag}`, href: `/tags/${tag}` }]);
  expect((await site.call(videos.list, { query: { q: 'video', tag } })).map((video) => video.id)).toEqual([
    id,
  ]);
  await tagAs(creator, id, []);
  await flushSearch(site.ctx.db);
  await expect.poll(() => found(tag)).toEqual([]);
});
