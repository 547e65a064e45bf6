import { beforeAll, describe, expect, test } from 'vitest';
import { videos } from '#contract/videos/videos.ts';
import { settings } from '#contract/settings/settings.ts';
import { comments, Comment } from '#contract/comments/comments.ts';
import { notifications } from '#contract/notifications/notifications.ts';
import { InboxComment } from '#contract/submissions/studio.ts';
import { Submission } from '#contract/submissions/submissions.ts';
import { callerBy, bodyOf } from '#server/testing/client.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { encodeLadder } from '../submissions.jobs.ts';

let site: TestSite;
let creator: TestPerson;
let other: TestPerson;
let member: TestPerson;
let admin: TestPerson;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' }, { without: [encodeLadder] });
  creator = await site.signUp('CONTENT_CREATOR');
  other = await site.signUp('CONTENT_CREATOR');
  member = await site.signUp();
  admin = await site.signUp('GLOBAL_ADMIN');
});

const add = (more: Parameters<typeof addVideo>[1] = {}, person = creator) =>
  addVideo(site.ctx, { uploader_id: person.id, ...more });
const patch = (id: number, json: object, person = creator) =>
  person.fetch(`/api/submissions/${id}`, { method: 'PATCH', json });

describe("a creator's own videos", () => {
  test('are searched, filtered, sorted and paged', async () => {
    const titles = ['Sea at dawn', 'Sea at dusk', 'Hills', 'Sea in winter'];
    const ids: number[] = [];
    for (const [at, title] of titles.entries())
      ids.push(
        await add(
          { title, view_count: [5, 50, 1, 7][at], visibility: at === 1 ? 'UNLISTED' : 'PUBLIC' },
          other,
        ),
      );
    const list = async (query: string) => {
      const answer = await other.fetch(`/api/submissions/mine?${query}`);
      const items = await bodyOf(answer, Submission.array());
      return { titles: items.map(({ title }) => title), next: answer.headers.get('x-next-cursor'), items };
    };
    expect((await list('')).titles).toEqual(titles.toReversed());
    expect((await list('q=SEA')).titles).toEqual(['Sea in winter', 'Sea at dusk', 'Sea at dawn']);
    expect((await list('q=dusk+sea')).titles).toEqual(['Sea at dusk']);
    expect((await list('visibility=UNLISTED')).titles).toEqual(['Sea at dusk']);
    expect((await list('sort=views')).titles).toEqual([
      'Sea at dusk',
      'Sea in winter',
      'Sea at dawn',
      'Hills',
    ]);
    for (const sort of ['new', 'old', 'views', 'likes', 'comments', 'title']) {
      const whole = await list(`sort=${sort}`);
      const first = await list(`sort=${sort}&limit=3`);
      const rest = await list(`sort=${sort}&limit=3&cursor=${first.next}`);
      expect([...first.titles, ...rest.titles], sort).toEqual(whole.titles);
      expect([whole.next, rest.next]).toEqual([null, null]);
    }
    expect((await list('')).items.find(({ id }) => id === ids[1])).toMatchObject({
      visibility: 'UNLISTED',
      publishAt: null,
      comments: 'ON',
      commentCount: 0,
    });
    expect((await other.fetch('/api/submissions/mine?sort=best')).status).toBe(400);
  });

  test('are edited in place; omitted fields stay', async () => {
    const id = await add({ description: 'As it was', location_name: 'Pier' });
    expect(await (await patch(id, { title: ' Another title ' })).json()).toMatchObject({
      title: 'Another title',
      description: 'As it was',
      location: { name: 'Pier' },
    });
    expect(
      await (
        await patch(id, { description: null, location: { name: 'Harbour' }, category: 'Beauty' })
      ).json(),
    ).toMatchObject({
      title: 'Another title',
      description: null,
      category: 'Beauty',
      location: { name: 'Harbour' },
    });
    expect(await (await patch(id, { location: null })).json()).toMatchObject({ location: null });
    for (const json of [
      { title: '' },
      { visibility: 'SECRET' },
      { comments: 'MAYBE' },
      { category: 'Nothing' },
      { publishAt: 'soon' },
      { focus: { x: 1.2, y: 0 } },
      { focus: { x: 0.5 } },
    ])
      expect((await patch(id, json)).status, JSON.stringify(json)).toBe(400);
  });

  test('have a focal point for thumbnail crops, the middle by default', async () => {
    const id = await add({ title: 'Focus' });
    expect((await site.call(videos.get, { params: { id } })).focus).toEqual({ x: 0.5, y: 0.5 });
    const focus = { x: 0.25, y: 1 };
    expect(await (await patch(id, { focus })).json()).toMatchObject({ focus, editedAt: null });
    expect((await site.call(videos.get, { params: { id } })).focus).toEqual(focus);
  });

  test('can be edited after approval; admins are notified, or have to approve it if they require that', async () => {
    const id = await add({ title: 'Approved' });
    const listNotifications = async () => {
      const list = await admin.call(notifications.list, { query: { group: 'site' } });
      return list.map(({ title }) => title);
    };
    expect(await (await patch(id, { title: 'Edited' })).json()).toMatchObject({
      title: 'Edited',
      editedAt: expect.any(String),
    });
    await expect.poll(listNotifications).toContain(`${creator.username} edited "Edited"`);
    const path = '/api/admin/settings/community';
    const setEditReview = async (editReview: boolean) => {
      const { version } = await admin.call(settings.readCommunity);
      await admin.fetch(path, { method: 'PUT', json: { version, editReview } });
    };
    await setEditReview(true);
    expect(await (await patch(id, { title: 'Once more' })).json()).toMatchObject({
      title: 'Edited',
      pendingChange: { title: 'Once more' },
    });
    await expect.poll(listNotifications).toContain('"Edited" is waiting for review');
    await admin.fetch(`/api/submissions/${id}/approve`, { method: 'POST' });
    expect(await listNotifications()).not.toContain('"Once more" is waiting for review');
    const creatorNotified = async () => await (await creator.fetch('/api/me/notifications')).text();
    await expect.poll(creatorNotified).toContain('Your changes to \\"Once more\\" were approved');
    // only the change is rejected
    await patch(id, { title: 'Once too often' });
    await admin.fetch(`/api/submissions/${id}/reject`, { method: 'POST', json: { reason: 'Too often' } });
    await setEditReview(false);
    await expect.poll(creatorNotified).toContain(`Your changes to \\"Once more\\" weren't approved`);
    expect(await creatorNotified()).not.toContain(`Your video \\"Once more\\" wasn't approved`);
  });

  test('can be archived, restored and deleted for good by their creators', async () => {
    const id = await add();
    const post = (what: string, person = creator) =>
      person.fetch(`/api/submissions/${id}/${what}`, { method: 'POST' });
    expect(await (await post('archive')).json()).toMatchObject({ submissionStatus: { state: 'ARCHIVED' } });
    expect((await site.fetch(`/api/videos/${id}`)).status).toBe(404);
    expect((await post('archive')).status).toBe(409);
    expect((await post('archive', member)).status).toBe(404);
    expect((await patch(id, { title: 'Other' })).status).toBe(409);
    expect(await (await post('unarchive')).json()).toMatchObject({ submissionStatus: { state: 'LIVE' } });
    expect((await site.fetch(`/api/videos/${id}`)).status).toBe(200);
    // what an admin put there stays
    await admin.fetch(`/api/admin/videos/${id}/soft-delete`, { json: { reason: 'Rules' } });
    expect((await post('unarchive')).status).toBe(409);
    expect((await creator.fetch(`/api/submissions/${id}`, { method: 'DELETE' })).status).toBe(409);
    await admin.fetch(`/api/admin/videos/${id}/restore`, { method: 'POST' });
    // a creator can delete a live video
    expect((await creator.fetch(`/api/submissions/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await site.fetch(`/api/videos/${id}`)).status).toBe(404);
  });
});

describe('comments on a video', () => {
  const comment = (id: number, person: TestPerson, text = 'How calm.', more: object = {}) =>
    person.fetch(`/api/videos/${id}/comments`, { json: { text, ...more } });
  const listed = (id: number, fetch = site.fetch) => callerBy(fetch).call(comments.list, { params: { id } });
  const inbox = async (query = '', person = creator) =>
    await bodyOf(person.fetch(`/api/me/inbox?${query}`), InboxComment.array());
  const mode = (id: number) => site.call(videos.get, { params: { id } });

  test('are on, off, or wait for approval by its creator', async () => {
    const id = await add();
    expect(await mode(id)).toMatchObject({ comments: 'ON', commentsOff: false });
    await patch(id, { comments: 'OFF' });
    expect(await mode(id)).toMatchObject({ comments: 'OFF', commentsOff: true });
    expect((await comment(id, member)).status).toBe(403);
    await patch(id, { comments: 'HELD' });
    expect(await mode(id)).toMatchObject({ comments: 'HELD', commentsOff: false });
    const pendingComment = await bodyOf(comment(id, member), Comment);
    expect(pendingComment).toMatchObject({ held: true });
    // its creator and admins skip the review
    expect(await (await comment(id, creator, 'Welcome.')).json()).toMatchObject({ held: false });
    expect((await listed(id)).map(({ text }) => text)).toEqual(['Welcome.']);
    expect((await listed(id, member.fetch)).map(({ text }) => text)).toEqual(['Welcome.', 'How calm.']);
    expect(await inbox('held=true')).toMatchObject([
      { id: pendingComment.id, waits: true, videoTitle: expect.any(String) },
    ]);

    const approve = (person: TestPerson) =>
      person.fetch(`/api/videos/${id}/comments/${pendingComment.id}/approve`, { method: 'POST' });
    expect((await approve(other)).status).toBe(403);
    expect((await approve(member)).status).toBe(403);
    expect(await (await approve(creator)).json()).toMatchObject({ id: pendingComment.id, held: false });
    expect((await approve(creator)).status).toBe(404);
    expect((await listed(id)).map(({ text }) => text)).toEqual(['Welcome.', 'How calm.']);
    expect(await site.fetch(`/api/videos/${id}`).then((answer) => answer.json())).toMatchObject({
      lllComments: 2,
    });
    expect(await inbox('held=true')).toEqual([]);
  });

  test("are in one inbox for all of a creator's videos, page by page, without those on others' videos", async () => {
    const files = { poster_key: 'videos/1/abcdefghij/thumb.jpg' };
    const [one, two, foreign] = [await add(files, other), await add({}, other), await add()];
    for (const [id, text] of [
      [one, 'First'],
      [two, 'Second'],
      [foreign, 'Elsewhere'],
      [one, 'Third'],
    ] as const)
      expect((await comment(id, member, text)).status).toBe(201);
    await comment(one, other, 'Mine');
    const texts = (items: InboxComment[]) => items.map(({ text }) => text);
    expect(texts(await inbox('', other))).toEqual(['Third', 'Second', 'First']);
    expect(texts(await inbox(`videoId=${two}`, other))).toEqual(['Second']);
    expect((await inbox('', other))[0]?.videoThumbnail).toContain('/thumb.jpg');
    expect(await inbox(`videoId=${foreign}`, other)).toEqual([]);
    const first = await other.fetch('/api/me/inbox?limit=2');
    expect(texts(await bodyOf(first, InboxComment.array()))).toEqual(['Third', 'Second']);
    expect(texts(await inbox(`limit=2&cursor=${first.headers.get('x-next-cursor')}`, other))).toEqual([
      'First',
    ]);
    // comments removed by a moderator are gone from there too
    const [{ id } = { id: 0 }] = await inbox('limit=1', other);
    await admin.fetch(`/api/videos/${one}/comments/${id}`, { method: 'DELETE' });
    expect(texts(await inbox('', other))).toEqual(['Second', 'First']);
    expect((await member.fetch('/api/me/inbox')).status).toBe(403);
  });
});
