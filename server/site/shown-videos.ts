import { addressOf } from '#contract/address.ts';
import type { Post } from '#contract/community.ts';
import { videosShownWith } from '#contract/rich-text.ts';
import { videos } from '#contract/videos.ts';
import type { Answer } from './html.ts';
import { NOTHING, type Ask } from './first-calls.ts';

/** The answers about the videos that posts show, one that guests can't see among them: its place stays empty. */
export async function askShownVideos(
  posts: Pick<Post, 'content'>[],
  ask: Ask,
  publicUrl: string,
): Promise<Record<string, Answer>> {
  const own = [new URL(publicUrl).origin];
  const ids = new Set(posts.flatMap(({ content }) => videosShownWith(content, own)));
  const answers = await Promise.all(
    [...ids].map(async (id) => {
      const address = addressOf(videos.get.path, { id }, {});
      return [address, (await ask(address)) ?? NOTHING] as const;
    }),
  );
  return Object.fromEntries(answers);
}
