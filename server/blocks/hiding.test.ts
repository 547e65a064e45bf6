import { sql } from 'kysely';
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
import { letBeFound } from '#server/testing/search.ts';
import { addVideo } from '#server/testing/videos.ts';

let site: TestSite;
let elsewhere: string;
let made = 0;
/** None like another: a search forgives typing errors. */
const WORDS = ['marzipan', 'quicksilver', 'pomegranate', 'xylophone'];
const now = Date.now();

beforeAll(async () => {
  // time stands still: nothing that is kept runs out by itself
  site = await startTestSite({ RATE_LIMIT: 'off' }, { clock: { now: () => now } });
  const another = await site.startAnother();
  elsewhere = another.url;
  for (const { ctx } of [site, another]) await vi.waitUntil(() => ctx.pubsub.isLive(), { interval: 5 });
});

interface Things {
  ada: TestPerson;
  ben: TestPerson;
  /** Of Ben's: his clip, his words everywhere. */
  word: string;
  clip: number;
  series: number;
  /** A stranger's, with Ben's clip behind one of theirs. */
  playlist: number;
  comment: number;
  reply: number;
  post: number;
  /** A stranger's clip, comment and post, which Ben answers. */
  place: number;
  thread: number;
  board: number;
}

const idOf = async (answer: Response) => {
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: number }).id;
};

/** Ben writes everywhere; Ada reads. */
async function make(): Promise<Things> {
  const word = WORDS[made++ % WORDS.length] ?? '';
  // only so many are trending: those of before make room
  await site.ctx.db.updateTable('videos').set({ archived_at: new Date() }).execute();
  site.ctx.cache.drop('videos');
  const [ada, ben, carl] = await Promise.all([
    site.signUp(),
    site.signUp('CONTENT_CREATOR'),
    site.signUp('CONTENT_CREATOR'),
  ]);
  const clip = await addVideo(site.ctx, { uploader_id: ben.id, title: `Clip of ${word}` });
  const place = await addVideo(site.ctx, { uploader_id: carl.id, title: 'A place to talk' });
  const comments = `/api/videos/${place}/comments`;
  const thread = await idOf(await carl.fetch(comments, { json: { text: `Begun ${made}` } }));
  const comment = await idOf(await ben.fetch(comments, { json: { text: `First ${word}` } }));
  const reply = await idOf(await ben.fetch(comments, { json: { text: `Reply ${word}`, replyTo: thread } }));
  const board = await idOf(await carl.fetch('/api/community/posts', { json: { content: `Board ${made}` } }));
  const post = await idOf(await ben.fetch('/api/community/posts', { json: { content: `Post ${word}` } }));
  await idOf(
    await ben.fetch('/api/community/posts', { json: { content: `Answer ${word}`, replyTo: board } }),
  );
  const ofClip = { title: `Series of ${word}`, videoIds: [clip] };
  const series = await idOf(await ben.fetch('/api/series', { json: ofClip }));
  const list = { title: 'A list', visibility: 'PUBLIC' };
  const playlist = await idOf(await carl.fetch('/api/playlists', { json: list }));
  for (const videoId of [place, clip])
    await carl.fetch(`/api/playlists/${playlist}/items`, { json: { videoId } });
  await letBeFound(site.ctx);
  return { ada, ben, word, clip, series, playlist, comment, reply, post, place, thread, board };
}

/** Everywhere that words are read; what is asked for by its address alone is not hidden by a mute. */
const SURFACES: Record<string, (things: Things) => string> = {
  'comments of a clip': ({ place }) => `/api/videos/${place}/comments`,
  'the most liked first': ({ place }) => `/api/videos/${place}/comments?sort=top`,
  'replies of a comment': ({ place, thread }) => `/api/videos/${place}/comments/${thread}/replies`,
  'the thread of a link': ({ place, thread }) => `/api/videos/${place}/comments/${thread}`,
  'the board': () => '/api/community/posts',
  'replies of a post': ({ board }) => `/api/community/posts/${board}/replies`,
  'a post with its replies': ({ board }) => `/api/community/posts/${board}`,
  'top comments': () => '/api/community/trending/comments',
  'trending videos': () => '/api/community/trending/videos',
  clips: () => '/api/videos',
  'a search of clips': ({ word }) => `/api/videos?q=${word}`,
  feed: () => '/api/feed',
  'the feed of a link': ({ clip }) => `/api/feed?start=${clip}`,
  search: ({ word }) => `/api/search?q=${word}`,
  'a playlist': ({ playlist }) => `/api/playlists/${playlist}`,
  'a playlist from a clip on': ({ playlist, place }) => `/api/playlists/${playlist}?start=${place}`,
  suggestions: ({ word }) => `/api/search/suggest?q=${word}`,
};
const OF_BEN: Record<string, (things: Things) => string> = {
  'the page of a creator': ({ ben }) => `/api/creators/${ben.username}`,
  'clips of a creator': ({ ben }) => `/api/creators/${ben.username}/videos`,
  'series of a creator': ({ ben }) => `/api/series?creator=${ben.username}`,
  'a series': ({ series }) => `/api/series/${series}`,
  'the series of a clip': ({ clip }) => `/api/videos/${clip}/series`,
};

/** A word stands in what was searched for, too. */
async function reads(fetch: Fetch, path: string, word: string): Promise<boolean> {
  const answer = await fetch(path);
  // there is no such thing for who is blocked
  expect([200, 404], path).toContain(answer.status);
  const { query: _query, words: _words, ...found } = ((await answer.json()) ?? {}) as Record<string, unknown>;
  return JSON.stringify(found).includes(word);
}

async function surfacesThatTell(fetch: Fetch, things: Things, surfaces = SURFACES): Promise<string[]> {
  const told = await Promise.all(
    Object.entries(surfaces).map(async ([name, path]) =>
      (await reads(fetch, path(things), things.word)) ? [name] : [],
    ),
  );
  return told.flat();
}

interface Way {
  hide(things: Things): Promise<Response>;
  show(things: Things): Promise<Response>;
  /** Whose words the other one no longer sees either. */
  isMutual?: true;
}

const WAYS: Record<string, Way> = {
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

describe.for(Object.entries(WAYS))('%s:', ([, way]) => {
  test('no surface tells her on any process, everybody else reads on, and undone all is as it was', async () => {
    const things = await make();
    const { ada, ben, comment, post, clip, reply } = things;
    const there = fetchFrom(elsewhere, { authorization: `Bearer ${ada.token}` });
    const all = Object.keys(SURFACES);
    const see = async (kind: 'COMMENT' | 'POST' | 'VIDEO', id: number) => {
      const { rows } = await sql<{ sees: boolean }>`select ${maySee(kind, id, ada.id)} as sees`.execute(
        site.ctx.db,
      );
      return rows[0]?.sees;
    };
    const seen = () =>
      Promise.all([see('COMMENT', comment), see('COMMENT', reply), see('POST', post), see('VIDEO', clip)]);
    for (const fetch of [ada.fetch, there]) expect(await surfacesThatTell(fetch, things)).toEqual(all);
    expect(await seen()).toEqual([true, true, true, true]);

    expect((await way.hide(things)).status).toBeLessThan(300);
    expect(await surfacesThatTell(ada.fetch, things)).toEqual([]);
    // what is left out is not counted either
    expect(await ada.call(playlists.get, { params: { id: things.playlist } })).toMatchObject({
      count: 1,
      items: [{ videoId: things.place, position: 0 }],
    });
    await vi.waitFor(async () => expect(await surfacesThatTell(there, things)).toEqual([]), {
      timeout: 20_000,
    });
    expect(await seen()).toEqual([false, false, false, false]);
    expect(await surfacesThatTell(ada.fetch, things, OF_BEN)).toEqual(
      way.isMutual ? [] : Object.keys(OF_BEN),
    );
    for (const fetch of [site.fetch, ben.fetch]) expect(await surfacesThatTell(fetch, things)).toEqual(all);

    expect((await way.show(things)).status).toBe(204);
    expect(await surfacesThatTell(ada.fetch, things)).toEqual(all);
    await vi.waitFor(async () => expect(await surfacesThatTell(there, things)).toEqual(all), {
      timeout: 20_000,
    });
  });
});
