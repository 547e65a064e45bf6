import { sql } from 'kysely';
import { z } from 'zod';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { writeComment } from '#server/testing/delivery/notifications.ts';
import { startPushService, type TestPushService } from '#server/testing/delivery/push.ts';
import { flushIndex } from '#server/testing/search.ts';
import { startTestSite, type Fetch, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { startSmtp, type TestSmtp } from '#server/testing/smtp.ts';
import { addVideo } from '#server/testing/videos.ts';
import { uniqueWord } from '#server/testing/unique-word.ts';
import { bodyOf } from '#server/testing/client.ts';
import { sqlRows } from '#server/app/database/read-rows.ts';

/*
 * Every way of hiding by every surface. Ben's video is published to Ada, who follows him; he answers her under it, and names
 * her on the board. Before it is hidden each of the three waits to go out by email and by push, as neither can be reached.
 */

let smtp: TestSmtp;
let push: TestPushService;
let site: TestSite;
let admin: TestPerson;
let isMailAway = true;
const worlds = new Map<string, World>();

const SUBJECTS = ['video', 'reply', 'mention'] as const;
type Subject = (typeof SUBJECTS)[number];
const ALL = [...SUBJECTS];
/** Hiding a video hides its comments. */
const VIDEO: Subject[] = ['video', 'reply'];

interface World {
  ada: TestPerson;
  ben: TestPerson;
  /** Each in one of Ben's items alone. */
  terms: Record<Subject, string>;
  video: number;
  comment: number;
  reply: number;
  mention: number;
  endpoint: string;
}

interface Channel {
  hide(world: World): Promise<Response | Response[]>;
  /** What Ada is no longer notified of. */
  hidden: Subject[];
  /** What no list contains, though anyone with its address sees it; as `gone` unless set. */
  unlisted?: Subject[];
  /** What is sent neither by email nor by push; as `gone` unless set. */
  unsent?: Subject[];
}

const act = (action: string, subjectType: string, subjectId: number) =>
  admin.fetch('/api/admin/reports/act', { json: { action, subjects: [{ subjectType, subjectId }] } });
const put = (by: TestPerson, path: string, json?: object) => by.fetch(path, { method: 'PUT', json });
const change = ({ ben, video }: World, json: object) =>
  ben.fetch(`/api/submissions/${video}`, { method: 'PATCH', json });

const CHANNELS: Record<string, Channel> = {
  'a moderator hides the comment': {
    hide: ({ reply }) => act('HIDE', 'COMMENT', reply),
    hidden: ['reply'],
  },
  'a moderator hides the comment that was answered': {
    hide: ({ comment }) => act('HIDE', 'COMMENT', comment),
    hidden: ['reply'],
  },
  'a moderator hides the post': { hide: ({ mention }) => act('HIDE', 'POST', mention), hidden: ['mention'] },
  'Ben deletes his words': {
    hide: ({ ben, video, reply, mention }) =>
      Promise.all([
        ben.fetch(`/api/videos/${video}/comments/${reply}`, { method: 'DELETE' }),
        ben.fetch(`/api/community/posts/${mention}`, { method: 'DELETE' }),
      ]),
    hidden: ['reply', 'mention'],
  },
  'Ben no longer names her': {
    hide: ({ ben, mention }) => put(ben, `/api/community/posts/${mention}`, { content: 'No one.' }),
    hidden: ['mention'],
  },
  'Ben is suspended': {
    hide: ({ ben }) => admin.fetch(`/api/admin/people/${ben.id}/suspend`, { json: { reason: 'Rude.' } }),
    hidden: ALL,
  },
  'Ada blocks Ben': { hide: ({ ada, ben }) => put(ada, `/api/me/blocks/${ben.username}`), hidden: ALL },
  'Ben blocks Ada': { hide: ({ ada, ben }) => put(ben, `/api/me/blocks/${ada.username}`), hidden: ALL },
  'Ada mutes Ben': { hide: ({ ada, ben }) => put(ada, `/api/me/mutes/${ben.username}`), hidden: ALL },
  'Ada mutes the words': {
    hide: async ({ ada, terms }) => {
      const muted: Response[] = [];
      for (const word of Object.values(terms))
        muted.push(await ada.fetch('/api/me/muted-words', { json: { word } }));
      return muted;
    },
    hidden: ALL,
  },
  'the video is unapproved': {
    hide: ({ video }) => admin.fetch(`/api/submissions/${video}/unapprove`, { method: 'POST' }),
    hidden: VIDEO,
  },
  'the video is archived': {
    hide: ({ video }) => admin.fetch(`/api/admin/videos/${video}/soft-delete`, { json: { reason: 'Old.' } }),
    hidden: VIDEO,
  },
  'the video is private': { hide: (world) => change(world, { visibility: 'PRIVATE' }), hidden: VIDEO },
  'the video comes out tomorrow': {
    hide: (world) => change(world, { publishAt: new Date(Date.now() + 86_400_000).toISOString() }),
    hidden: VIDEO,
  },
  'the video is unlisted': {
    hide: (world) => change(world, { visibility: 'UNLISTED' }),
    hidden: ['video'],
  },
  'the video is for members': {
    hide: (world) => change(world, { visibility: 'MEMBERS' }),
    hidden: [],
    unlisted: ['video'],
  },
  'Ada has read the notification': {
    hide: ({ ada }) => ada.fetch('/api/me/notifications/read', { json: { all: true } }),
    hidden: [],
    unsent: ALL,
  },
  'Ada gets in-site notifications only': {
    hide: ({ ada }) =>
      put(ada, '/api/me/notification-ways', {
        ways: KINDS.map((kind) => ({ kind, email: 'NONE', push: false })),
      }),
    hidden: [],
    unsent: ALL,
  },
};
const KINDS = ['REPLY', 'MENTION', 'CLIP_PUBLISHED'];

const ok = async (answering: Promise<Response>) => {
  const answer = await answering;
  expect(answer.status, await answer.clone().text()).toBeLessThan(300);
  return (await answer.json().catch(() => null)) as { id: number };
};

async function make(name: string): Promise<World> {
  const [ada, ben] = [await site.signUp(), await site.signUp('CONTENT_CREATOR')];
  const terms = {
    video: uniqueWord(`video ${name}`),
    reply: uniqueWord(`reply ${name}`),
    mention: uniqueWord(name),
  };
  const browser = push.subscription();
  const preferences = KINDS.map((kind) => ({ kind, email: 'AT_ONCE', push: true }));
  await ok(put(ada, '/api/me/notification-ways', { ways: preferences }));
  const quiet = [{ kind: 'CLIP_APPROVED', email: 'NONE' }];
  await ok(put(ben, '/api/me/notification-ways', { ways: quiet }));
  await ok(ada.fetch('/api/me/push-subscriptions', { json: browser }));
  await ok(ada.fetch(`/api/creators/${ben.username}/follow`, { method: 'POST' }));
  const video = await addVideo(site.ctx, { uploader_id: ben.id, status: 'PENDING', title: terms.video });
  await ok(admin.fetch(`/api/submissions/${video}/approve`, { method: 'POST' }));
  const { id: comment } = await writeComment(ada, video, 'Where is it?');
  const { id: reply } = await writeComment(ben, video, terms.reply, comment);
  const { id: mention } = await ok(
    ben.fetch('/api/community/posts', { json: { content: `@${ada.username} ${terms.mention}` } }),
  );
  return { ada, ben, terms, video, comment, reply, mention, endpoint: browser.endpoint };
}

const WAITING = sql`from pgboss.job where name in ('notifications.email', 'notifications.push')
  and state in ('created', 'retry', 'active')`;
async function untilWaiting(states: Record<string, number>): Promise<void> {
  await vi.waitFor(
    async () => {
      const rows = await sqlRows(z.object({ state: z.string(), count: z.number() }))`
        select state::text, count(*)::int as count ${WAITING} group by 1`.execute(site.ctx.db);
      expect(Object.fromEntries(rows.map(({ state, count }) => [state, count]))).toEqual(states);
    },
    { timeout: 60_000, interval: 100 },
  );
}

beforeAll(async () => {
  push = await startPushService();
  push.answerWith(503);
  smtp = await startSmtp({
    refuse: () =>
      isMailAway ? Object.assign(new Error('Please come back later'), { responseCode: 451 }) : null,
  });
  const now = Date.now();
  // the clock is frozen: nothing stored expires by itself
  site = await startTestSite(
    { RATE_LIMIT: 'off', SMTP_URL: smtp.url, PUBLIC_URL: 'http://localhost:3000' },
    { clock: { now: () => now } },
  );
  await vi.waitUntil(() => site.ctx.pubsub.isLive(), { interval: 5 });
  admin = await site.signUp('GLOBAL_ADMIN');
  for (const name of Object.keys(CHANNELS)) worlds.set(name, await make(name));
  await flushIndex(site.ctx);
  await untilWaiting({ retry: 2 * ALL.length * worlds.size });
  for (const [name, world] of worlds) {
    expect(push.triesTo(world.endpoint), name).toBe(ALL.length);
    expect(await exposingSurfaces(world), name).toEqual({ ...EXPOSING, emails: [], pushes: [] });
  }

  for (const [name, channel] of Object.entries(CHANNELS))
    for (const answer of [await channel.hide(worlds.get(name) as World)].flat())
      expect(answer.status, `${name}: ${await answer.clone().text()}`).toBeLessThan(300);
  await flushIndex(site.ctx);
  isMailAway = false;
  push.answerWith(201);
  await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(site.ctx.db);
  await untilWaiting({});
}, 120_000);
afterAll(async () => {
  await site.stop();
  await Promise.all([smtp.stop(), push.stop()]);
});

const textOf = async (fetch: Fetch, path: string) => {
  const answer = await fetch(path);
  expect([200, 404], path).toContain(answer.status);
  const body = await bodyOf(answer, z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]));
  if (Array.isArray(body)) return JSON.stringify(body);
  const { query: _query, words: _terms, ...found } = body;
  return JSON.stringify(found);
};

/** Which channels could mention which items. */
const EXPOSING = {
  notifications: ALL,
  bell: ALL.length,
  emails: ALL,
  pushes: ALL,
  threads: ['reply', 'mention'] as Subject[],
  replyCount: 1,
  feed: ['video'] as Subject[],
  following: ['video'] as Subject[],
  videos: ['video'] as Subject[],
  search: ['video', 'mention'] as Subject[],
};

/** Which items each channel shows Ada. */
async function exposingSurfaces({ ada, terms, video, comment, mention, endpoint }: World) {
  const exposed = (text: string) => SUBJECTS.filter((thing) => text.includes(terms[thing]));
  const read = async (path: string) => exposed(await textOf(ada.fetch, path));
  const mails = await Promise.all(
    smtp.received
      .filter(({ to }) => to.includes(`${ada.username}@example.org`))
      .map(({ raw }) => PostalMime.parse(raw)),
  );
  const bell = await ada.fetch('/api/me/notifications');
  const thread = await ada.fetch(`/api/videos/${video}/comments/${comment}`);
  const found = await Promise.all(Object.values(terms).map((word) => read(`/api/search?q=${word}`)));
  return {
    notifications: await read('/api/me/notifications'),
    bell: Number(bell.headers.get('x-unread')),
    emails: exposed(mails.map(({ subject, text, html }) => `${subject} ${text} ${html}`).join()),
    pushes: exposed(JSON.stringify(push.pushesTo(endpoint))),
    threads: [
      ...(await read(`/api/videos/${video}/comments/${comment}/replies`)),
      ...(await read(`/api/community/posts/${mention}`)),
    ],
    replyCount: thread.ok ? (await bodyOf(thread, z.object({ replyCount: z.number() }))).replyCount : 0,
    feed: await read('/api/feed?limit=60'),
    following: await read('/api/feed?following=true'),
    videos: await read('/api/videos'),
    search: SUBJECTS.filter((thing) => thing !== 'reply' && found.flat().includes(thing)),
  };
}

test.each(Object.entries(CHANNELS))(
  '%s: no surface reveals it',
  async (name, { hidden: deleted, unlisted = deleted, unsent = deleted }) => {
    const world = worlds.get(name) as World;
    const without = (subjects: Subject[], left: Subject[]) =>
      subjects.filter((thing) => !left.includes(thing));
    const isRead = name === 'Ada has read the notification';
    expect(await exposingSurfaces(world)).toEqual({
      notifications: without(EXPOSING.notifications, deleted),
      bell: isRead ? 0 : ALL.length - deleted.length,
      emails: without(EXPOSING.emails, unsent),
      pushes: without(EXPOSING.pushes, unsent),
      threads: without(EXPOSING.threads, deleted),
      replyCount: deleted.includes('reply') ? 0 : 1,
      feed: without(EXPOSING.feed, unlisted),
      following: without(EXPOSING.following, unlisted),
      videos: without(EXPOSING.videos, unlisted),
      search: without(EXPOSING.search, unlisted),
    });
  },
);
