import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { moderation, type ModerationAction, type SubjectType } from '#contract/moderation/moderation.ts';
import { openEvents } from '#server/testing/delivery/events.ts';
import { expectOf, listOf, writeComment } from '#server/testing/delivery/notifications.ts';
import { startTestSite, type Fetch, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';

let site: TestSite;
let admin: TestPerson;
/** Another process on the same database. */
let other: { fetchAs(person: TestPerson): Fetch; url: string };

beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
  admin = await site.signUp('GLOBAL_ADMIN');
  const { url } = await site.startAnother();
  other = {
    url,
    fetchAs: (person) => (path, init) =>
      fetch(url + path, { ...init, headers: { authorization: `Bearer ${person.token}` } }),
  };
});

const hide = (subjectType: SubjectType, subjectId: number, action: ModerationAction = 'HIDE') =>
  admin.call(moderation.act, { body: { action, subjects: [{ subjectType, subjectId }] } });

describe('notifications of hidden content', () => {
  const METHODS: Record<
    string,
    (subject: {
      videoId: number;
      commentId: number;
      ann: TestPerson;
      ben: TestPerson;
    }) => Promise<() => Promise<unknown>>
  > = {
    async 'a moderator hides it'({ commentId }) {
      const { acts } = await hide('COMMENT', commentId);
      return () => admin.fetch(`/api/admin/moderation-acts/${acts[0]}/undo`, { method: 'POST' });
    },
    async 'its author deletes it'({ videoId, commentId, ben }) {
      await ben.fetch(`/api/videos/${videoId}/comments/${commentId}`, { method: 'DELETE' });
      return async () => undefined;
    },
    async 'its video goes into the archive'({ videoId }) {
      await admin.fetch(`/api/admin/videos/${videoId}/soft-delete`, { json: { reason: null } });
      return () => admin.fetch(`/api/admin/videos/${videoId}/restore`, { method: 'POST' });
    },
    async 'its author is blocked'({ ann, ben }) {
      await ann.fetch(`/api/me/blocks/${ben.username}`, { method: 'PUT' });
      return () => ann.fetch(`/api/me/blocks/${ben.username}`, { method: 'DELETE' });
    },
    async 'its author blocks'({ ann, ben }) {
      await ben.fetch(`/api/me/blocks/${ann.username}`, { method: 'PUT' });
      return () => ben.fetch(`/api/me/blocks/${ann.username}`, { method: 'DELETE' });
    },
    async 'its author is muted'({ ann, ben }) {
      await ann.fetch(`/api/me/mutes/${ben.username}`, { method: 'PUT' });
      return () => ann.fetch(`/api/me/mutes/${ben.username}`, { method: 'DELETE' });
    },
    async 'its author is suspended'({ ben }) {
      await admin.fetch(`/api/admin/people/${ben.id}/suspend`, { json: { reason: 'Spam' } });
      return () => admin.fetch(`/api/admin/people/${ben.id}/unsuspend`, { method: 'POST' });
    },
  };

  test.each(Object.keys(METHODS))('disappear when %s, and return if it is undone', async (name) => {
    const [ann, ben] = [await site.signUp(), await site.signUp()];
    const videoId = await addVideo(site.ctx);
    const first = await writeComment(ann, videoId, 'First');
    const reply = await writeComment(ben, videoId, 'A secret answer', first.id);
    await expectOf(ann, 'REPLY', [{ excerpt: 'A secret answer' }]);
    const stream = await openEvents(other.url, ann.token);
    await stream.until((event) => event.event === 'unread' && event.data.unread === 1);
    const undo = await METHODS[name]?.({ videoId, commentId: reply.id, ann, ben });
    await stream.until((event) => event.event === 'unread' && event.data.unread === 0);
    for (const fetch of [ann.fetch, other.fetchAs(ann)]) {
      const seen = await listOf(ann, '', fetch);
      expect(seen.unread).toBe(0);
      expect(JSON.stringify(seen.items)).not.toContain('secret');
    }
    await undo?.();
    if (name !== 'its author deletes it') await expectOf(ann, 'REPLY', [{ excerpt: 'A secret answer' }]);
    await stream.close();
  });

  test('are sent once pending content is approved', async () => {
    const [ann, ben] = [await site.signUp(), await site.signUp()];
    const videoId = await addVideo(site.ctx);
    const first = await writeComment(ann, videoId, 'First');
    await admin.fetch('/api/admin/watched-words', { json: { word: 'casino' } });
    const reply = await writeComment(ben, videoId, 'The casino is fine', first.id);
    await expectOf(admin, 'REPORT_NEW', [{ excerpt: 'The casino is fine' }]);
    expect((await listOf(ann)).items).toEqual([]);
    const stream = await openEvents(site.url, ann.token);
    await hide('COMMENT', reply.id, 'DISMISS');
    await stream.until(
      (event) => event.event === 'notification' && event.data.excerpt === 'The casino is fine',
    );
    await stream.close();
  });
});

describe('the event stream', () => {
  test('delivers at once, across processes, and resumes after an event without gaps or duplicates', async () => {
    const [ann, ben] = [await site.signUp(), await site.signUp()];
    const videoId = await addVideo(site.ctx);
    const first = await writeComment(ann, videoId, 'First');
    const stream = await openEvents(other.url, ann.token);
    await stream.until((event) => event.event === 'unread');
    await writeComment(ben, videoId, 'One', first.id);
    const one = await stream.until((event) => event.event === 'notification');
    expect(one).toMatchObject({ data: { kind: 'REPLY', excerpt: 'One' } });
    expect(Number(one.id)).toBeGreaterThan(0);
    await stream.until((event) => event.event === 'unread' && event.data.unread === 1);
    await stream.close();
    // many at once without a listener, and while one reconnects
    const answers = Array.from({ length: 20 }, (_, at) => `Answer ${at}`);
    const events: string[] = [];
    const writing = Promise.all(answers.map((text) => writeComment(ben, videoId, text, first.id)));
    let after = one.id;
    while (events.length < answers.length) {
      const again = await openEvents(events.length % 2 ? site.url : other.url, ann.token, after);
      const event = await again.until(({ event: name }) => name === 'notification');
      events.push(event.data.excerpt as string);
      after = event.id;
      await again.close();
    }
    await writing;
    expect(events.toSorted()).toEqual(answers.toSorted());
    const end = await openEvents(site.url, ann.token, after);
    expect((await end.until(() => true)).event).toBe('unread');
    await end.close();
  });

  test('ends with the session; ten are allowed across processes, counting those of a dead one for a minute', async () => {
    const ann = await site.signUp();
    const urls = [site.url, other.url];
    const openAt = (url: string) => openEvents(url, ann.token);
    const streams = await Promise.all(Array.from({ length: 10 }, (_, at) => openAt(urls[at % 2] ?? '')));
    const statuses = () =>
      Promise.all(
        [ann.fetch, other.fetchAs(ann)].map(async (fetch) => (await fetch('/api/me/events')).status),
      );
    expect(await statuses()).toEqual([429, 429]);
    expect((await site.fetch('/api/me/events')).status).toBe(401);
    // only looked at, it takes no place
    await streams.pop()?.close();
    await expect
      .poll(
        async () =>
          (await site.ctx.db.selectFrom('event_streams').where('user_id', '=', ann.id).selectAll().execute())
            .length,
      )
      .toBe(9);
    expect((await ann.fetch('/api/me/events', { method: 'HEAD' })).status).toBe(200);
    streams.push(await openAt(other.url));
    expect(await statuses()).toEqual([429, 429]);
    // a dead process renews nothing
    await sql`update event_streams set expires_at = now() where user_id = ${ann.id} and place <= 2`.execute(
      site.ctx.db,
    );
    streams.push(await openAt(site.url), await openAt(other.url));
    expect(await statuses()).toEqual([429, 429]);
    await ann.fetch('/api/auth/logout', { method: 'POST' });
    for (const stream of streams) await stream.ended();
  });
});
