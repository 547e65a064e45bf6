import { Readable } from 'node:stream';
import { VISIBILITIES, type Visibility } from '#contract/videos/videos.ts';
import { startTestSite, type Fetch, type TestPerson, type TestSite } from './site.ts';
import { addVideo } from './videos.ts';
import { wordFor } from './words.ts';

export const STATES = ['live', 'scheduled', 'in review', 'rejected', 'archived'] as const;
export type State = (typeof STATES)[number];

export const VIEWERS = ['guest', 'member', 'creator', 'other creator', 'admin'] as const;
export type ViewerName = (typeof VIEWERS)[number];

export interface Clip {
  visibility: Visibility;
  state: State;
  id: number;
  /** In its title and nowhere else. */
  word: string;
  folder: string;
}

/** Of live ones: who sees those of each visibility. What isn't live is its creator's and admins' alone. */
const SEEN_BY: Record<Visibility, ViewerName[]> = {
  PUBLIC: ['guest', 'member', 'creator', 'other creator', 'admin'],
  UNLISTED: ['guest', 'member', 'creator', 'other creator', 'admin'],
  MEMBERS: ['member', 'creator', 'other creator', 'admin'],
  PRIVATE: ['creator', 'admin'],
};

export const isSeen = ({ state, visibility }: Clip, viewer: ViewerName): boolean =>
  viewer === 'creator' || viewer === 'admin' || (state === 'live' && SEEN_BY[visibility].includes(viewer));

/** Liked, commented on, counted: nobody does so where only its creator and admins look. */
export const isOpenTo = (clip: Clip, viewer: ViewerName): boolean =>
  clip.state === 'live' && clip.visibility !== 'PRIVATE' && isSeen(clip, viewer);

/** Of every clip; each holds its word. */
export const FILES = ['video.mp4', 'thumb-640.jpg', 'master.m3u8', 'v0.m3u8', 'storyboard.vtt'];

export async function addClip(
  { ctx }: TestSite,
  uploaderId: number,
  { visibility, state, word }: Pick<Clip, 'visibility' | 'state' | 'word'>,
): Promise<Clip> {
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

export interface SeenClips {
  site: TestSite;
  people: Record<Exclude<ViewerName, 'guest'>, TestPerson>;
  asViewer: Record<ViewerName, Fetch>;
  /** One of every visibility in every state, all of the one creator; the member follows them. */
  clips: Clip[];
}

/** A site that has everything there is to be seen, and everybody who may look. */
export async function startWithClips(settings: Record<string, string> = {}): Promise<SeenClips> {
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
  const clips: Clip[] = [];
  for (const visibility of VISIBILITIES)
    for (const state of STATES)
      clips.push(
        await addClip(site, people.creator.id, {
          visibility,
          state,
          word: wordFor(`${visibility} ${state}`),
        }),
      );
  return { site, people, asViewer, clips };
}

/** Each cell of a surface as `visibility state viewer`, where it is wrong. */
export async function findWrong(
  clips: Clip[],
  is: (clip: Clip, viewer: ViewerName) => Promise<boolean>,
  shouldBe: (clip: Clip, viewer: ViewerName) => boolean,
  viewers: readonly ViewerName[] = VIEWERS,
): Promise<string[]> {
  const wrong: string[] = [];
  const look = async (clip: Clip) => {
    for (const viewer of viewers)
      if ((await is(clip, viewer)) !== shouldBe(clip, viewer))
        wrong.push(`${clip.visibility} ${clip.state} ${viewer}`);
  };
  await Promise.all(clips.map(look));
  return wrong;
}
