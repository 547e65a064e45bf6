import { beforeAll, describe, expect, test } from 'vitest';
import type { PlaceInSeries, Series, SeriesDetails } from '#contract/lists/series.ts';
import { playlists, type Playlist, type PlaylistDetails } from '#contract/lists/playlists.ts';
import { build, isBuilt } from '#build/build.ts';
import { startTestSite, type Fetch, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';

/** Each way a clip can be, in lists that somebody keeps, for each who looks: nothing of it may leak. */
const STATES = {
  public: { status: 'APPROVED' },
  pending: { status: 'PENDING' },
  rejected: { status: 'REJECTED' },
  encoding: { processing: 'QUEUED' },
  archived: { archived_at: new Date() },
  scheduled: { publish_at: new Date(Date.now() + 3_600_000) },
  unlisted: { visibility: 'UNLISTED' },
  members: { visibility: 'MEMBERS' },
  private: { visibility: 'PRIVATE' },
} as const;
type State = keyof typeof STATES;
const VIEWERS = ['guest', 'member', 'keeper', 'creator', 'other', 'admin'] as const;
type Viewer = (typeof VIEWERS)[number];

/** Who sees a clip that is in this state in a list; all others must not learn of it. */
function seenBy(state: State, viewer: Viewer, list: 'playlist' | 'series'): boolean {
  if (viewer === 'creator' || viewer === 'admin' || state === 'public') return true;
  if (state === 'members') return viewer !== 'guest';
  // who put it in had its address
  return state === 'unlisted' && viewer === 'keeper' && list === 'playlist';
}
/** Who may put it into a list: whoever can open it. */
const opens = (state: State, viewer: Viewer): boolean =>
  state === 'unlisted' || seenBy(state, viewer, 'playlist');

let site: TestSite;
let people: Record<Exclude<Viewer, 'guest'>, TestPerson>;
const clips = {} as Record<State, number>;
let keeper: TestPerson;

const titleOf = (state: State) => `Clip that is ${state}`;
const fetchAs = (viewer: Viewer): Fetch => (viewer === 'guest' ? site.visitor().fetch : people[viewer].fetch);

beforeAll(async () => {
  if (!isBuilt() && !build()) throw new Error('The web app could not be built.');
  site = await startTestSite({ RATE_LIMIT: 'off' });
  people = {
    member: await site.signUp(),
    keeper: await site.signUp(),
    creator: await site.signUp('CONTENT_CREATOR'),
    other: await site.signUp('CONTENT_CREATOR'),
    admin: await site.signUp('GLOBAL_ADMIN'),
  };
  ({ keeper } = people);
  for (const state of Object.keys(STATES) as State[])
    clips[state] = await addVideo(site.ctx, {
      uploader_id: people.creator.id,
      title: titleOf(state),
      poster_key: `videos/${state}/poster.webp`,
    });
});

/** A public playlist and a series that hold one clip, which is then as `state` says. */
async function keep(state: State): Promise<{ playlist: number; series: number }> {
  const { db, cache } = site.ctx;
  await db
    .updateTable('videos')
    .set({
      status: 'APPROVED',
      processing: 'READY',
      archived_at: null,
      visibility: 'PUBLIC',
      publish_at: null,
    })
    .where('id', '=', clips[state])
    .execute();
  const { id } = await keeper.call(playlists.create, { body: { title: 'Kept', visibility: 'PUBLIC' } });
  const placed = await keeper.fetch(`/api/playlists/${id}/items`, { json: { videoId: clips[state] } });
  expect(placed.status).toBe(200);
  await keeper.fetch(`/api/me/watch-later/${clips[state]}`, { method: 'PUT' });
  const { fetch } = people.creator;
  const started = await fetch('/api/series', { json: { title: 'Told', videoIds: [clips[state]] } });
  expect(started.status).toBe(201);
  const { id: series } = (await started.json()) as Series;
  await db.updateTable('videos').set(STATES[state]).where('id', '=', clips[state]).execute();
  cache.drop('videos');
  return { playlist: id, series };
}

describe.each(Object.keys(STATES) as State[])('a clip that is %s', (state) => {
  let id = 0;
  let series = 0;
  beforeAll(async () => {
    ({ playlist: id, series } = await keep(state));
  });

  test.each(VIEWERS)('in a playlist, for the %s', async (viewer) => {
    const answer = await fetchAs(viewer)(`/api/playlists/${id}`);
    expect(answer.status).toBe(200);
    const text = await answer.text();
    const { count, items, thumbnail } = JSON.parse(text) as PlaylistDetails;
    const sees = seenBy(state, viewer, 'playlist');
    expect({ count, shown: items.map(({ title }) => title), cover: thumbnail !== null }).toEqual({
      count: Number(sees),
      shown: sees ? [titleOf(state)] : [],
      cover: sees,
    });
    if (!sees) expect(text).not.toContain(state);
    // the server writes its page as guests see it, whoever asks
    const page = await (await fetchAs(viewer)(`/playlist/${id}`)).text();
    expect(page.includes(titleOf(state))).toBe(seenBy(state, 'guest', 'playlist'));
    if (sees && state !== 'public' && state !== 'unlisted')
      expect([thumbnail, items[0]?.thumbnail].join(' ')).toMatch(/signed.*signed/);
  });

  test.each(VIEWERS)('in a series, for the %s', async (viewer) => {
    const fetch = fetchAs(viewer);
    const sees = seenBy(state, viewer, 'series');
    const answer = await fetch(`/api/series/${series}`);
    const text = await answer.text();
    expect(answer.status).toBe(sees ? 200 : 404);
    if (sees) {
      const { count, videoIds, videos, thumbnail } = JSON.parse(text) as SeriesDetails;
      expect([count, videoIds, videos.map(({ title }) => title)]).toEqual([
        1,
        [clips[state]],
        [titleOf(state)],
      ]);
      expect(thumbnail).not.toBeNull();
    } else expect(text).not.toMatch(/Told|Clip that/);
    const page = await fetch(`/series/${series}`);
    const seenByAll = seenBy(state, 'guest', 'series');
    expect([page.status, /Told|Clip that/.test(await page.text())]).toEqual([
      seenByAll ? 200 : 404,
      seenByAll,
    ]);
    const place = (await (await fetch(`/api/videos/${clips[state]}/series`)).json()) as PlaceInSeries | null;
    expect(place).toEqual(
      sees ? { id: series, title: 'Told', position: 0, count: 1, previous: null, next: null } : null,
    );
    // lists of others hold what everybody may see, whoever asks
    const listed = (await (await fetch(`/api/series?creator=${people.creator.username}`)).json()) as Series[];
    expect(listed.some((each) => each.id === series)).toBe(state === 'public');
  });

  test('in what its keeper listed and keeps for later', async () => {
    const lists = await keeper.call(playlists.list);
    const later = await keeper.call(playlists.watchLater);
    const ids = await keeper.call(playlists.watchLaterIds);
    const sees = seenBy(state, 'keeper', 'playlist');
    expect(lists.find((each) => each.id === id)).toMatchObject({ count: Number(sees) });
    expect([later.some((each) => each.id === clips[state]), ids.includes(clips[state])]).toEqual([
      sees,
      sees,
    ]);
  });

  test('put in by whoever may not see it', async () => {
    for (const viewer of ['member', 'other', 'creator'] as const) {
      const { fetch } = people[viewer];
      const { id: own } = (await (
        await fetch('/api/playlists', { json: { title: 'Own' } })
      ).json()) as Playlist;
      const { status } = await fetch(`/api/playlists/${own}/items`, { json: { videoId: clips[state] } });
      const later = await fetch(`/api/me/watch-later/${clips[state]}`, { method: 'PUT' });
      expect([viewer, status, later.status]).toEqual([
        viewer,
        ...(opens(state, viewer) ? [200, 204] : [404, 404]),
      ]);
    }
  });
});
