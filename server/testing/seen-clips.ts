import { Readable } from 'node:stream';
import type { Visibility } from '#contract/videos.ts';
import type { TestSite } from './site.ts';
import { addVideo } from './videos.ts';

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
