import { beforeAll, describe, expect, test, vi } from 'vitest';
import { playlists } from '#contract/lists/playlists.ts';
import { maySee } from '#server/app/database/may-see.ts';
import {
  fetchFrom,
  startTestSite,
  type Fetch,
  type TestPerson,
  type TestSite,
} from '#server/testing/site.ts';
import { flushIndex } from '#server/testing/search.ts';
import { addVideo } from '#server/testing/videos.ts';
import { takeSample } from '#server/testing/soak.ts';
import { bodyOf, WithId } from '#server/testing/client.ts';
import { sqlBooleans } from '#server/app/database/read-rows.ts';

let site: TestSite;
let elsewhere: string;
let count = 0;
/** None like another: a search forgives typing errors. */
const TERMS = ['marzipan', 'quicksilver', 'pomegranate', 'xylophone'];
const now = Date.now();

beforeAll(async () => {
  // the clock is frozen: nothing stored expires by itself
  site = await startTestSite({ RATE_LIMIT: 'off' }, { clock: { now: () => now } });
  const another = await site.startAnother();
  elsewhere = another.url;
  for (const { ctx } of [site, another]) await vi.waitUntil(() => ctx.pubsub.isLive(), { interval: 5 });
});

interface Fixture {
  ada: TestPerson;
  ben: TestPerson;
  /** In all of Ben's content: his video, his texts everywhere. */
  word: string;
  video: number;
  series: number;
  /** A stranger's, with Ben's video behind one of theirs. */
  playlist: number;
  comment: number;
  reply: number;
  post: number;
  /** A stranger's video, comment and post, which Ben answers. */
  threadVideo: number;
  thread: number;
  board: number;
}

const idOf = async (answer: Response) => {
  expect(answer.status).toBe(201);
  return (await bodyOf(answer, WithId)).id;
};

/** Ben writes everywhere; Ada reads. */
async function make(): Promise<Fixture> {
  const word = TERMS[count++ % TERMS.length] ?? '';
  // only so many are trending: those of before make room
  await site.ctx.db.updateTable('videos').set({ archived_at: new Date() }).execute();
  site.ctx.cache.drop('videos');
  const [ada, ben, carl] = await Promise.all([
    site.signUp(),
    site.signUp('CONTENT_CREATOR'),
    site.signUp('CONTENT_CREATOR'),
  ]);
  const video = await addVideo(site.ctx, { uploader_id: ben.id, title: `Video of ${word}` });
  const commentsVideo = await addVideo(site.ctx, { uploader_id: carl.id, title: 'A place to talk' });
  const comments = `/api/videos/${commentsVideo}/comments`;
  const thread = await idOf(await carl.fetch(comments, { json: { text: `Begun ${count}` } }));
  const comment = await idOf(await ben.fetch(comments, { json: { text: `First ${word}` } }));
  const reply = await idOf(await ben.fetch(comments, { json: { text: `Reply ${word}`, replyTo: thread } }));
  const board = await idOf(await carl.fetch('/api/community/posts', { json: { content: `Board ${count}` } }));
  const post = await idOf(await ben.fetch('/api/community/posts', { json: { content: `Post ${word}` } }));
  await idOf(
    await ben.fetch('/api/community/posts', { json: { content: `Answer ${word}`, replyTo: board } }),
  );
  const ofVideo = { title: `Series of ${word}`, videoIds: [video] };
  const series = await idOf(await ben.fetch('/api/series', { json: ofVideo }));
  const list = { title: 'A list', visibility: 'PUBLIC' };
  const playlist = await idOf(await carl.fetch('/api/playlists', { json: list }));
  for (const videoId of [commentsVideo, video])
    await carl.fetch(`/api/playlists/${playlist}/items`, { json: { videoId } });
  await flushIndex(site.ctx);
  return {
    ada,
    ben,
    word,
    video,
    series,
    playlist,
    comment,
    reply,
    post,
    threadVideo: commentsVideo,
    thread,
    board,
  };
}

/** Every endpoint that returns texts; a mute doesn't hide what is requested by its address alone. */
const SURFACES: Record<string, (fixture: Fixture) => string> = {
  'comments of a video': ({ threadVideo: commentsVideo }) => `/api/videos/${commentsVideo}/comments`,
  'the most liked first': ({ threadVideo: commentsVideo }) =>
    `/api/videos/${commentsVideo}/comments?sort=top`,
  'replies of a comment': ({ threadVideo: commentsVideo, thread }) =>
    `/api/videos/${commentsVideo}/comments/${thread}/replies`,
  'the thread of a link': ({ threadVideo: commentsVideo, thread }) =>
    `/api/videos/${commentsVideo}/comments/${thread}`,
  'the board': () => '/api/community/posts',
  'replies of a post': ({ board }) => `/api/community/posts/${board}/replies`,
  'a post with its replies': ({ board }) => `/api/community/posts/${board}`,
  'top comments': () => '/api/community/trending/comments',
  'trending videos': () => '/api/community/trending/videos',
  videos: () => '/api/videos',
  'a search of videos': ({ word }) => `/api/videos?q=${word}`,
  feed: () => '/api/feed',
  'the feed of a link': ({ video }) => `/api/feed?start=${video}`,
  search: ({ word }) => `/api/search?q=${word}`,
  'a playlist': ({ playlist }) => `/api/playlists/${playlist}`,
  'a playlist from a video on': ({ playlist, threadVideo: commentsVideo }) =>
    `/api/playlists/${playlist}?start=${commentsVideo}`,
  suggestions: ({ word }) => `/api/search/suggest?q=${word}`,
};
const OF_BEN: Record<string, (fixture: Fixture) => string> = {
  'the page of a creator': ({ ben }) => `/api/creators/${ben.username}`,
  'videos of a creator': ({ ben }) => `/api/creators/${ben.username}/videos`,
  'series of a creator': ({ ben }) => `/api/series?creator=${ben.username}`,
  'a series': ({ series }) => `/api/series/${series}`,
  'the series of a video': ({ video }) => `/api/videos/${video}/series`,
};

/** A search response also contains the word that was searched for. */
async function reads(fetch: Fetch, path: string, word: string): Promise<boolean> {
  const answer = await fetch(path);
  // not found for a blocked user
  expect([200, 404], path).toContain(answer.status);
  const { query: _query, words: _terms, ...found } = ((await answer.json()) ?? {}) as Record<string, unknown>;
  return JSON.stringify(found).includes(word);
}

async function findExposures(fetch: Fetch, fixture: Fixture, surfaces = SURFACES): Promise<string[]> {
  const exposed = await Promise.all(
    Object.entries(surfaces).map(async ([name, path]) =>
      (await reads(fetch, path(fixture), fixture.word)) ? [name] : [],
    ),
  );
  return exposed.flat();
}

interface Method {
  hide(fixture: Fixture): Promise<Response>;
  show(fixture: Fixture): Promise<Response>;
  /** The other user doesn't see their texts either. */
  isMutual?: true;
}

const HIDE_ACTIONS: Record<string, Method> = {
  'Ada blocks Ben': {
    hide: ({ ada, ben }) => ada.fetch(`/api/me/blocks/${ben.username}`, { method: 'PUT' }),
    show: ({ ada, ben }) => ada.fetch(`/api/me/blocks/${ben.username}`, { method: 'DELETE' }),
    isMutual: true,
  },
  'Ben blocks Ada': {
    hide: ({ ada, ben }) => ben.fetch(`/api/me/blocks/${ada.username}`, { method: 'PUT' }),
    show: ({ ada, ben }) => ben.fetch(`/api/me/blocks/${ada.username}`, { method: 'DELETE' }),
    isMutual: true,
  },
  'Ada mutes Ben': {
    hide: ({ ada, ben }) => ada.fetch(`/api/me/mutes/${ben.username.toUpperCase()}`, { method: 'PUT' }),
    show: ({ ada, ben }) => ada.fetch(`/api/me/mutes/${ben.username}`, { method: 'DELETE' }),
  },
  'Ada mutes the word': {
    hide: ({ ada, word }) => ada.fetch('/api/me/muted-words', { json: { word: word.toUpperCase() } }),
    show: ({ ada, word }) => ada.fetch(`/api/me/muted-words?word=${word}`, { method: 'DELETE' }),
  },
};

describe.for(takeSample(Object.entries(HIDE_ACTIONS), 2))('%s:', ([, surface]) => {
  test('no surface shows her the hidden content in any process, others still see it, and undoing restores all', async () => {
    const fixture = await make();
    const { ada, ben, comment, post, video, reply } = fixture;
    const there = fetchFrom(elsewhere, { authorization: `Bearer ${ada.token}` });
    const all = Object.keys(SURFACES);
    const see = async (kind: 'COMMENT' | 'POST' | 'VIDEO', id: number) => {
      const [sees] = await sqlBooleans`select ${maySee(kind, id, ada.id)} as sees`.execute(site.ctx.db);
      return sees;
    };
    const seen = () =>
      Promise.all([see('COMMENT', comment), see('COMMENT', reply), see('POST', post), see('VIDEO', video)]);
    for (const fetch of [ada.fetch, there]) expect(await findExposures(fetch, fixture)).toEqual(all);
    expect(await seen()).toEqual([true, true, true, true]);

    expect((await surface.hide(fixture)).status).toBeLessThan(300);
    expect(await findExposures(ada.fetch, fixture)).toEqual([]);
    // what is left out is not counted either
    expect(await ada.call(playlists.get, { params: { id: fixture.playlist } })).toMatchObject({
      count: 1,
      items: [{ videoId: fixture.threadVideo, position: 0 }],
    });
    await vi.waitFor(async () => expect(await findExposures(there, fixture)).toEqual([]), {
      timeout: 20_000,
    });
    expect(await seen()).toEqual([false, false, false, false]);
    expect(await findExposures(ada.fetch, fixture, OF_BEN)).toEqual(
      surface.isMutual ? [] : Object.keys(OF_BEN),
    );
    for (const fetch of [site.fetch, ben.fetch]) expect(await findExposures(fetch, fixture)).toEqual(all);

    expect((await surface.show(fixture)).status).toBe(204);
    expect(await findExposures(ada.fetch, fixture)).toEqual(all);
    await vi.waitFor(async () => expect(await findExposures(there, fixture)).toEqual(all), {
      timeout: 20_000,
    });
  });
});
