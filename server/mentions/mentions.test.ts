import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { moderation } from '#contract/moderation/moderation.ts';
import { comments, Comment, ReplyToMe } from '#contract/comments/comments.ts';
import { community } from '#contract/community/community.ts';
import { Mentionable } from '#contract/mentions/mentions.ts';
import { startTestSite, type Fetch, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf } from '#server/testing/client.ts';

let site: TestSite;
let admin: TestPerson;
let video: number;
let list: string;
const DAY = 24 * 3_600_000;
const now = Date.now();

beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' }, { clock: { now: () => now } });
  admin = await site.signUp('GLOBAL_ADMIN', 'the-admin');
  video = await addVideo(site.ctx);
  list = `/api/videos/${video}/comments`;
});

/** No newcomer: mentions of strangers are seen at once. */
async function join(username?: string): Promise<TestPerson> {
  const person = await site.signUp('LOGIN_USER', username);
  await site.ctx.db
    .updateTable('users')
    .set({ created_at: new Date(now - 30 * DAY) })
    .where('id', '=', person.id)
    .execute();
  site.ctx.sessions.forget(person.id);
  return person;
}
const postComment = async (fetch: Fetch, text: string, replyTo: number | null = null) =>
  await bodyOf(fetch(list, { json: { text, replyTo } }), Comment);
const read = async <T>(schema: z.ZodType<T>, fetch: Fetch, path: string) => await bodyOf(fetch(path), schema);
const stored = async (comment: number) =>
  (
    await site.ctx.db.selectFrom('mentions').select('user_id').where('comment_id', '=', comment).execute()
  ).map(({ user_id: id }) => id);

describe('mentions', () => {
  test('are users named after an @; unknown names, email addresses and links stay plain text', async () => {
    const [me, dotted] = [await join(), await join('full.stop.')];
    const ann = await join('Ann-1');
    const texts: [text: string, mentions: string[]][] = [
      ['Hello @ann-1!', ['Ann-1']],
      ['(@Ann-1), @ANN-1 and @ann-1...', ['Ann-1']],
      ['@full.stop. and @full.stop.. and @full.stop', ['full.stop.']],
      ['@nobody-at-all, mail@ann-1, x@ann-1.example', []],
      [`https://example.org/@Ann-1 and ${site.url}/?q=@ann-1`, []],
      ['@Ann-1x @Ann', []],
      [`@${me.username}`, [me.username]],
    ];
    for (const [text, mentions] of texts) {
      const comment = await postComment(me.fetch, text);
      expect(comment, text).toMatchObject({ text, mentions, held: false });
    }
    expect(await me.call(community.create, { body: { content: 'On the board, @ann-1' } })).toMatchObject({
      mentions: ['Ann-1'],
    });
    expect(await stored((await postComment(me.fetch, '@ann-1 @full.stop.')).id)).toEqual(
      expect.arrayContaining([ann.id, dotted.id]),
    );
  });

  test('are limited to ten per text', async () => {
    const [me, ...others] = await Promise.all(Array.from({ length: 13 }, () => join()));
    if (!me) return;
    const comment = await postComment(me.fetch, others.map(({ username }) => `@${username}`).join(' '));
    expect(comment.mentions).toEqual(others.slice(0, 10).map(({ username }) => username));
    expect(await stored(comment.id)).toHaveLength(10);
  });

  test('show and link to the user’s current name; those of a deleted user become plain text', async () => {
    const [me, ann] = [await join(), await join('before-it')];
    const { id } = await postComment(me.fetch, 'Ask @Before-It, or @before-it.');
    const shown = async () =>
      (await read(Comment.array(), site.fetch, list)).find((comment) => comment.id === id);
    expect(await shown()).toMatchObject({ text: 'Ask @Before-It, or @before-it.', mentions: ['before-it'] });
    const { status } = await ann.fetch('/api/settings/account', {
      method: 'PUT',
      json: { username: 'after-it' },
    });
    expect(status).toBe(200);
    expect(await shown()).toMatchObject({ text: 'Ask @after-it, or @after-it.', mentions: ['after-it'] });
    // the name of before leads right for who still writes it
    expect(await postComment(me.fetch, 'Once more @before-it')).toMatchObject({
      text: 'Once more @after-it',
    });
    await ann.fetch('/api/me', { method: 'DELETE', json: { confirmUsername: 'after-it' } });
    expect(await shown()).toMatchObject({ text: 'Ask @Before-It, or @before-it.', mentions: [] });
    expect(await stored(id)).toEqual([]);
  });

  test('follow edits of the text, and are removed with it', async () => {
    const [me, ann, bob] = [await join(), await join(), await join()];
    const { id } = await postComment(me.fetch, `@${ann.username} look`);
    const edited = await me.fetch(`${list}/${id}`, {
      method: 'PUT',
      json: { text: `@${bob.username} look` },
    });
    expect(await edited.json()).toMatchObject({ mentions: [bob.username] });
    expect(await stored(id)).toEqual([bob.id]);
  });

  test('by a newcomer are pending for strangers, but not for thread members, followers or users mentioned before', async () => {
    const [newcomer, stranger, author, fan] = [await site.signUp(), await join(), await join(), await join()];
    const creator = await site.signUp('CONTENT_CREATOR');
    await addVideo(site.ctx, { uploader_id: creator.id });
    const postPending = async (text: string, fetch = newcomer.fetch, replyTo: number | null = null) =>
      (await postComment(fetch, text, replyTo)).held;
    expect(await postPending(`Hello @${newcomer.username}`)).toBe(false);
    const first = await postComment(newcomer.fetch, `Hello @${stranger.username}`);
    expect(first.held).toBe(true);
    expect(await postPending(`Hello again @${stranger.username}`)).toBe(true);
    const reports = await admin.call(moderation.list);
    expect(reports.find(({ subjectId }) => subjectId === first.id)?.reasons).toEqual([
      expect.stringContaining('first mention'),
    ]);
    const approve = { action: 'DISMISS', subjects: [{ subjectType: 'COMMENT', subjectId: first.id }] };
    await admin.fetch('/api/admin/reports/act', { json: approve });
    expect(await postPending(`And now, @${stranger.username}?`)).toBe(false);

    const thread = await postComment(author.fetch, 'A thread');
    expect(await postPending(`Who is @${author.username}`)).toBe(true);
    expect(await postPending(`You are @${author.username}`, newcomer.fetch, thread.id)).toBe(false);
    expect(await postPending(`You are @${author.username}, I say`, site.visitor().fetch, thread.id)).toBe(
      false,
    );
    expect(await postPending(`You are @${stranger.username}, I say`, site.visitor().fetch, thread.id)).toBe(
      true,
    );
    await newcomer.fetch('/api/community/posts', { json: { content: 'I make things' } });
    await fan.fetch(`/api/creators/${newcomer.username}/follow`, { method: 'POST' });
    expect(await postPending(`My fan @${fan.username}`)).toBe(false);
    // an established member can mention anyone
    expect(await postPending(`Hello @${fan.username}`, author.fetch)).toBe(false);
    expect(
      (await newcomer.call(community.create, { body: { content: `Hello @${(await join()).username}` } }))
        .held,
    ).toBe(true);
  });
});

test('completes names: thread members first, then followed users, and no one who blocks the user', async () => {
  const videoId = await addVideo(site.ctx);
  const [me, here, followed, blocked] = [
    await join(),
    await join('zoe-here'),
    await join('zoe-followed'),
    await join('zoe-blocked'),
  ];
  await join('zoe-another');
  await here.fetch(`/api/videos/${videoId}/comments`, { json: { text: 'Here' } });
  await followed.fetch('/api/community/posts', { json: { content: 'Something' } });
  await me.fetch(`/api/creators/${followed.username}/follow`, { method: 'POST' });
  await blocked.fetch(`/api/me/blocks/${me.username}`, { method: 'PUT' });
  const names = async (query: string, fetch = me.fetch) =>
    (await read(Mentionable.array(), fetch, `/api/mentions?${query}`)).map(({ username }) => username);
  expect(await names(`q=ZOE&video=${videoId}`)).toEqual(['zoe-here', 'zoe-followed', 'zoe-another']);
  expect(await names(`video=${videoId}`)).toEqual(['zoe-here', 'zoe-followed']);
  expect(await names('q=zoe_')).toEqual([]);
  expect(await names(`q=${me.username}`)).toEqual([]);
  expect((await names('q=zoe', site.fetch)).toSorted()).toEqual([
    'zoe-another',
    'zoe-blocked',
    'zoe-followed',
    'zoe-here',
  ]);
  const post = await here.call(community.create, { body: { content: 'A post' } });
  expect(await names(`post=${post.id}`)).toEqual(['zoe-here', 'zoe-followed']);
});

test('a guest sees the replies to their comments through their cookie alone', async () => {
  const guest = site.visitor();
  const [other, replier] = [site.visitor().fetch, await join()];
  const own = await postComment(guest.fetch, 'A guest was here');
  const reply = await postComment(replier.fetch, 'And I answer', own.id);
  const deeper = await postComment(other, 'I, too', reply.id);
  await postComment(guest.fetch, 'Thank you', reply.id);
  const again = await postComment(other, 'You are welcome', own.id);
  const replies = async (fetch: Fetch) => read(ReplyToMe.array(), fetch, '/api/me/replies');
  expect(await replies(guest.fetch)).toMatchObject([
    { id: again.id, videoId: video, videoTitle: expect.any(String) },
    { id: reply.id, text: 'And I answer', threadId: own.id },
  ]);
  expect((await replies(replier.fetch)).map(({ text }) => text)).toEqual(['Thank you', 'I, too']);
  expect(deeper.replyTo?.username).toBe(replier.username);
  for (const fetch of [site.fetch, site.visitor().fetch]) expect(await replies(fetch)).toEqual([]);
  const { next } = await guest.page(comments.toMe, { query: { limit: 1 } });
  expect(
    (await guest.call(comments.toMe, { query: { limit: 1, cursor: next ?? '' } })).map(({ id }) => id),
  ).toEqual([reply.id]);
  await admin.fetch(`${list}/${again.id}`, { method: 'DELETE' });
  expect(await replies(guest.fetch)).toHaveLength(1);
});
