import { beforeAll, expect, test } from 'vitest';
import { Comment, comments } from '#contract/comments/comments.ts';
import { studio } from '#contract/submissions/studio.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf } from '#server/testing/client.ts';

/** Comments that wait for a video's creator, and those that only moderators let through. */
let site: TestSite;
let creator: TestPerson;
let writer: TestPerson;
let admin: TestPerson;
let video: number;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
  [creator, writer, admin] = await Promise.all([
    site.signUp('CONTENT_CREATOR'),
    site.signUp(),
    site.signUp('GLOBAL_ADMIN'),
  ]);
  video = await addVideo(site.ctx, { uploader_id: creator.id, comments_held: true });
  await admin.fetch('/api/admin/watched-words', { json: { word: 'casino' } });
});

const list = () => `/api/videos/${video}/comments`;
const post = async (text: string) => await bodyOf(writer.fetch(list(), { json: { text } }), Comment);
const edit = ({ id }: Comment, text: string) =>
  writer.call(comments.edit, { params: { id: video, commentId: id }, body: { text } });
const approve = async ({ id }: Comment) =>
  (await creator.fetch(`${list()}/${id}/approve`, { method: 'POST' })).status;
const seen = async () => (await bodyOf(site.fetch(list()), Comment.array())).map(({ text }) => text);
const waiting = async () =>
  (await creator.call(studio.inbox, { query: { held: 'true' } })).map(({ id }) => id);

test.each([
  ['approved first', 'a casino', true],
  ['that waits', 'my casino', false],
  ['approved first, with a link of a newcomer', 'see https://elsewhere.example', true],
  ['that waits, with a link of a newcomer', 'https://elsewhere.example/two', false],
])(
  'a creator can’t approve a comment that is pending moderator review: %s',
  async (name, text, isApproved) => {
    const comment = await post(`Harmless, ${name}`);
    expect(comment.held).toBe(true);
    if (isApproved) expect(await approve(comment)).toBe(200);
    expect(await edit(comment, text)).toMatchObject({ held: true });
    expect(await approve(comment)).toBe(404);
    expect(await waiting()).not.toContain(comment.id);
    expect(await seen()).not.toContain(text);
    // nor after a harmless edit: it stays with the moderators, who let it through
    expect(await edit(comment, `Harmless again, ${name}`)).toMatchObject({ held: true });
    expect(await approve(comment)).toBe(404);
    const subjects = [{ subjectType: 'COMMENT', subjectId: comment.id }];
    await admin.fetch('/api/admin/reports/act', { json: { action: 'DISMISS', subjects } });
    expect(await seen()).toContain(`Harmless again, ${name}`);
  },
);

test('a comment approved by the creator is pending again once its text changes', async () => {
  const comment = await post('As it was');
  expect(await approve(comment)).toBe(200);
  expect(await edit(comment, 'Something else')).toMatchObject({ held: true });
  expect(await seen()).not.toContain('Something else');
  expect(await waiting()).toContain(comment.id);
  expect(await approve(comment)).toBe(200);
  expect(await seen()).toContain('Something else');
});
