import { beforeAll, describe, expect, test } from 'vitest';
import { PlaceInSeries, Series, SeriesDetails } from '#contract/lists/series.ts';
import { playlists, Playlist, PlaylistDetails } from '#contract/lists/playlists.ts';
import { build, isBuilt } from '#build/build.ts';
import { startTestSite, type Fetch, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf } from '#server/testing/client.ts';

/** Every state of a video, in members' lists, for every kind of viewer: nothing of it may leak. */
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
const VIEWERS = ['guest', 'member', 'owner', 'creator', 'other', 'admin'] as const;
type Viewer = (typeof VIEWERS)[number];

/** Who sees a video that is in this state in a list; all others must not learn of it. */
function seenBy(state: State, viewer: Viewer, list: 'playlist' | 'series'): boolean {
  if (viewer === 'creator' || viewer === 'admin' || state === 'public') return true;
  if (state === 'members') return viewer !== 'guest';
  // who put it in had its address
  return state === 'unlisted' && viewer === 'owner' && list === 'playlist';
}
/** Anyone who can open it may add it to a list. */
const opens = (state: State, viewer: Viewer): boolean =>
  state === 'unlisted' || seenBy(state, viewer, 'playlist');

let site: TestSite;
let people: Record<Exclude<Viewer, 'guest'>, TestPerson>;
const videosByState = {} as Record<State, number>;
let owner: TestPerson;

const titleOf = (state: State) => `Video that is ${state}`;
const fetchAs = (viewer: Viewer): Fetch => (viewer === 'guest' ? site.visitor().fetch : people[viewer].fetch);

beforeAll(async () => {
  if (!isBuilt() && !build()) throw new Error('The web app could not be built.');
  site = await startTestSite({ RATE_LIMIT: 'off' });
  people = {
    member: await site.signUp(),
    owner: await site.signUp(),
    creator: await site.signUp('CONTENT_CREATOR'),
    other: await site.signUp('CONTENT_CREATOR'),
    admin: await site.signUp('GLOBAL_ADMIN'),
  };
  ({ owner } = people);
  for (const state of Object.keys(STATES) as State[])
    videosByState[state] = await addVideo(site.ctx, {
      uploader_id: people.creator.id,
      title: titleOf(state),
      poster_key: `videos/${state}/poster.webp`,
    });
});

/** A public playlist and a series with one video, which then enters `state`. */
async function saveToLists(state: State): Promise<{ playlist: number; series: number }> {
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
    .where('id', '=', videosByState[state])
    .execute();
  const { id } = await owner.call(playlists.create, { body: { title: 'Kept', visibility: 'PUBLIC' } });
  const placed = await owner.fetch(`/api/playlists/${id}/items`, { json: { videoId: videosByState[state] } });
  expect(placed.status).toBe(200);
  await owner.fetch(`/api/me/watch-later/${videosByState[state]}`, { method: 'PUT' });
  const { fetch } = people.creator;
  const started = await fetch('/api/series', { json: { title: 'Told', videoIds: [videosByState[state]] } });
  expect(started.status).toBe(201);
  const { id: series } = await bodyOf(started, Series);
  await db.updateTable('videos').set(STATES[state]).where('id', '=', videosByState[state]).execute();
  cache.drop('videos');
  return { playlist: id, series };
}

describe.each(Object.keys(STATES) as State[])('a video that is %s', (state) => {
  let id = 0;
  let series = 0;
  beforeAll(async () => {
    ({ playlist: id, series } = await saveToLists(state));
  });

  test.each(VIEWERS)('in a playlist, for the %s', async (viewer) => {
    const answer = await fetchAs(viewer)(`/api/playlists/${id}`);
    expect(answer.status).toBe(200);
    const text = await answer.text();
    const { count, items, thumbnail } = PlaylistDetails.parse(JSON.parse(text));
    const isVisible = seenBy(state, viewer, 'playlist');
    expect({ count, shown: items.map(({ title }) => title), cover: thumbnail !== null }).toEqual({
      count: Number(isVisible),
      shown: isVisible ? [titleOf(state)] : [],
      cover: isVisible,
    });
    if (!isVisible) expect(text).not.toContain(state);
    // the server renders the page as guests see it, for every caller
    const page = await (await fetchAs(viewer)(`/playlist/${id}`)).text();
    expect(page.includes(titleOf(state))).toBe(seenBy(state, 'guest', 'playlist'));
    if (isVisible && state !== 'public' && state !== 'unlisted')
      expect([thumbnail, items[0]?.thumbnail].join(' ')).toMatch(/signed.*signed/);
  });

  test.each(VIEWERS)('in a series, for the %s', async (viewer) => {
    const fetch = fetchAs(viewer);
    const isVisible = seenBy(state, viewer, 'series');
    const answer = await fetch(`/api/series/${series}`);
    const text = await answer.text();
    expect(answer.status).toBe(isVisible ? 200 : 404);
    if (isVisible) {
      const { count, videoIds, videos, thumbnail } = SeriesDetails.parse(JSON.parse(text));
      expect([count, videoIds, videos.map(({ title }) => title)]).toEqual([
        1,
        [videosByState[state]],
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
    const seriesPosition = await bodyOf(
      fetch(`/api/videos/${videosByState[state]}/series`),
      PlaceInSeries.nullable(),
    );
    expect(seriesPosition).toEqual(
      isVisible ? { id: series, title: 'Told', position: 0, count: 1, previous: null, next: null } : null,
    );
    // other members' lists show public videos only, to every caller
    const listed = await bodyOf(fetch(`/api/series?creator=${people.creator.username}`), Series.array());
    expect(listed.some((each) => each.id === series)).toBe(state === 'public');
  });

  test('in the playlists and watch later of the list owner', async () => {
    const lists = await owner.call(playlists.list);
    const later = await owner.call(playlists.watchLater);
    const ids = await owner.call(playlists.watchLaterIds);
    const isVisible = seenBy(state, 'owner', 'playlist');
    expect(lists.find((each) => each.id === id)).toMatchObject({ count: Number(isVisible) });
    expect([
      later.some((each) => each.id === videosByState[state]),
      ids.includes(videosByState[state]),
    ]).toEqual([isVisible, isVisible]);
  });

  test('can be added to lists only by those who can open it', async () => {
    for (const viewer of ['member', 'other', 'creator'] as const) {
      const { fetch } = people[viewer];
      const { id: own } = await bodyOf(fetch('/api/playlists', { json: { title: 'Own' } }), Playlist);
      const { status } = await fetch(`/api/playlists/${own}/items`, {
        json: { videoId: videosByState[state] },
      });
      const later = await fetch(`/api/me/watch-later/${videosByState[state]}`, { method: 'PUT' });
      expect([viewer, status, later.status]).toEqual([
        viewer,
        ...(opens(state, viewer) ? [200, 204] : [404, 404]),
      ]);
    }
  });
});
