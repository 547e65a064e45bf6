import { Readable } from 'node:stream';
import { VISIBILITIES, type Visibility } from '#contract/videos/videos.ts';
import { startTestSite, type Fetch, type TestPerson, type TestSite } from './site.ts';
import { addVideo } from './videos.ts';
import { uniqueWord } from './unique-word.ts';

export const STATES = ['live', 'scheduled', 'in review', 'rejected', 'archived'] as const;
export type State = (typeof STATES)[number];

export const VIEWERS = ['guest', 'member', 'creator', 'other creator', 'admin'] as const;
export type ViewerName = (typeof VIEWERS)[number];

export interface TestVideo {
  visibility: Visibility;
  state: State;
  id: number;
  /** Occurs only in its title. */
  word: string;
  folder: string;
}

/** Who sees live videos of each visibility. Others are visible only to their creator and to admins. */
const SEEN_BY: Record<Visibility, ViewerName[]> = {
  PUBLIC: ['guest', 'member', 'creator', 'other creator', 'admin'],
  UNLISTED: ['guest', 'member', 'creator', 'other creator', 'admin'],
  MEMBERS: ['member', 'creator', 'other creator', 'admin'],
  PRIVATE: ['creator', 'admin'],
};

export const isSeen = ({ state, visibility }: TestVideo, viewer: ViewerName): boolean =>
  viewer === 'creator' || viewer === 'admin' || (state === 'live' && SEEN_BY[visibility].includes(viewer));

/** Whether it can be liked, commented on and counted: not while only its creator and admins see it. */
export const isOpenTo = (video: TestVideo, viewer: ViewerName): boolean =>
  video.state === 'live' && video.visibility !== 'PRIVATE' && isSeen(video, viewer);

/** Files of every video; each contains its word. */
export const FILES = ['video.mp4', 'thumb-640.jpg', 'master.m3u8', 'v0.m3u8', 'storyboard.vtt'];

export async function addTestVideo(
  { ctx }: TestSite,
  uploaderId: number,
  { visibility, state, word }: Pick<TestVideo, 'visibility' | 'state' | 'word'>,
): Promise<TestVideo> {
  const status = state === 'in review' ? 'PENDING' : state === 'rejected' ? 'REJECTED' : 'APPROVED';
  const rev = `${word}0000000000`.toLowerCase();
  const id = await addVideo(ctx, {
    uploader_id: uploaderId,
    title: `${word} at sea`,
    status,
    visibility,
    media_rev: rev,
    publish_at: state === 'scheduled' ? new Date(Date.now() + 86_400_000) : null,
    archived_at: state === 'archived' ? new Date() : null,
  });
  const folder = `videos/${id}/${rev}`;
  for (const name of FILES) await ctx.storage.write(`${folder}/${name}`, Readable.from([Buffer.from(word)]));
  await ctx.db
    .updateTable('videos')
    .set({
      mp4_key: `${folder}/video.mp4`,
      poster_key: `${folder}/thumb-640.jpg`,
      hls_key: `${folder}/master.m3u8`,
      storyboard_key: `${folder}/storyboard.vtt`,
    })
    .where('id', '=', id)
    .execute();
  return { visibility, state, id, word, folder };
}

export interface VisibleVideos {
  site: TestSite;
  people: Record<Exclude<ViewerName, 'guest'>, TestPerson>;
  asViewer: Record<ViewerName, Fetch>;
  /** One of every visibility in every state, all of the one creator; the member follows them. */
  videos: TestVideo[];
}

/** A site with every kind of visible content, and every kind of viewer. */
export async function startWithVideos(settings: Record<string, string> = {}): Promise<VisibleVideos> {
  const site = await startTestSite({ RATE_LIMIT: 'off', ...settings });
  const people = {
    member: await site.signUp('LOGIN_USER'),
    creator: await site.signUp('CONTENT_CREATOR', 'marina'),
    'other creator': await site.signUp('CONTENT_CREATOR'),
    admin: await site.signUp('GLOBAL_ADMIN'),
  };
  await people.member.fetch('/api/creators/marina/follow', { method: 'POST' });
  const asViewer = { guest: site.visitor().fetch } as Record<ViewerName, Fetch>;
  for (const [name, person] of Object.entries(people)) asViewer[name as ViewerName] = person.fetch;
  const videos: TestVideo[] = [];
  for (const visibility of VISIBILITIES)
    for (const state of STATES)
      videos.push(
        await addTestVideo(site, people.creator.id, {
          visibility,
          state,
          word: uniqueWord(`${visibility} ${state}`),
        }),
      );
  return { site, people, asViewer, videos };
}

/** Each cell of a surface as `visibility state viewer`, where it is wrong. */
export async function findWrong(
  videos: TestVideo[],
  is: (video: TestVideo, viewer: ViewerName) => Promise<boolean>,
  shouldBe: (video: TestVideo, viewer: ViewerName) => boolean,
  viewers: readonly ViewerName[] = VIEWERS,
): Promise<string[]> {
  const wrong: string[] = [];
  const look = async (video: TestVideo) => {
    for (const viewer of viewers)
      if ((await is(video, viewer)) !== shouldBe(video, viewer))
        wrong.push(`${video.visibility} ${video.state} ${viewer}`);
  };
  await Promise.all(videos.map(look));
  return wrong;
}
