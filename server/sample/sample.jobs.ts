import { readFile } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { createInventedPerson } from '#server/accounts/invented.actions.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { job } from '#server/app/jobs/jobs.ts';
import { originalKey, randomName, receiveSubmission } from '#server/submissions/receive.actions.ts';
import { readContent, SAMPLE_FOLDER, type Content } from './sample.content.ts';
import { addOrder, addPost } from './sample-extras.store.ts';
import {
  addComment,
  addLikes,
  approveUpload,
  findPerson,
  hasExternal,
  hasUpload,
  insertExternal,
  noteSample,
  showExternal,
} from './sample.store.ts';

const HOUR = 3_600_000;

/** Puts the sample in place. What is there already is left alone, so that it may be run again after a crash. */
export const loadSample = job<object>({
  name: 'sample-content',
  schema: z.object({}),
  concurrency: 1,
  async run(ctx) {
    const content = await readContent();
    const people = new Map<string, number>();
    for (const person of content.people) people.set(person.username, await addPerson(ctx, person));
    for (const [index, video] of content.videos.entries())
      await addUpload(ctx, content, people, video, index);
    for (const [index, item] of content.external.entries()) await addExternal(ctx, item, index);
    await addBoard(ctx, content, people);
    for (const order of content.orders) {
      await addOrder(
        ctx.db,
        order,
        hoursAgo(ctx, order.hoursAgo),
        ctx.random.bytes(24).toString('base64url'),
      );
    }
    for (const tag of ['videos', 'comments', 'community', 'creators'] as const) ctx.cache.drop(tag);
  },
});

const hoursAgo = (ctx: Context, hours: number) => new Date(ctx.clock.now() - hours * HOUR);

/** The oldest first: the board goes by the order in which posts were written. */
async function addBoard(ctx: Context, content: Content, people: Map<string, number>): Promise<void> {
  const posts = content.posts
    .map((post, at) => ({ ...post, likes: content.postLikes[at] ?? 0 }))
    .toSorted((a, b) => b.hoursAgo - a.hoursAgo);
  for (const { by, text, hoursAgo: hours, likes } of posts) {
    const authorId = people.get(by);
    if (authorId === undefined) continue;
    await addPost(ctx.db, {
      authorId,
      text,
      at: hoursAgo(ctx, hours),
      likedBy: [...people.values()].filter((id) => id !== authorId).slice(0, likes),
    });
  }
}

/** On the first start of an empty site that wants it. */
export async function wantSample(ctx: Context): Promise<void> {
  if (!ctx.settings.SAMPLE_CONTENT) return;
  await transact(ctx.db, async (trx) => {
    if (await noteSample(trx)) await ctx.jobs.send(loadSample, {}, { trx, priority: 20 });
  });
}

async function addPerson(ctx: Context, person: Content['people'][number]): Promise<number> {
  const known = await findPerson(ctx.db, person.username);
  if (known !== null) return known;
  const { username, displayName, bio, role } = person;
  const image = await readFile(resolve(SAMPLE_FOLDER, 'avatars', `${username}.webp`));
  return createInventedPerson(ctx, { username, displayName, bio, role }, image);
}

async function addUpload(
  ctx: Context,
  content: Content,
  people: Map<string, number>,
  video: Content['videos'][number],
  index: number,
): Promise<void> {
  const uploaderId = people.get(video.creator);
  if (uploaderId === undefined || (await hasUpload(ctx.db, uploaderId, video.title))) return;
  const at = new Date(ctx.clock.now() - (index * 5 + 1) * HOUR);
  const key = originalKey(ctx);
  const thumbnailKey = `originals/${randomName(ctx)}/thumbnail`;
  const file = resolve(SAMPLE_FOLDER, 'clips', video.file);
  const stored = await ctx.storage.write(key, createReadStream(`${file}.mp4`));
  await ctx.storage.write(thumbnailKey, createReadStream(`${file}.jpg`));
  const location = video.location ? { accuracy: 12, ...video.location } : null;
  const others = [...people.values()].filter((id) => id !== uploaderId);
  await receiveSubmission(ctx, {
    uploaderId,
    fields: { title: video.title, category: video.category, description: video.description, location },
    file: { key, ...stored, thumbnailKey },
    async alongside(trx, id) {
      await approveUpload(trx, id, video, at);
      await addLikes(trx, id, others.slice(0, video.likes));
      for (const [place, comment] of content.comments.filter((each) => each.video === video.file).entries()) {
        await addComment(trx, id, {
          authorId: people.get(comment.by ?? '') ?? null,
          guestName: comment.guest ?? null,
          text: comment.text,
          at: new Date(at.getTime() + (place + 1) * 0.2 * HOUR),
          likes: others.slice(place, place + ((index * 3 + place) % 5)),
        });
      }
    },
  });
}

/** A video that lives elsewhere; its picture is our own, so that no page asks the other platform for one. */
async function addExternal(ctx: Context, item: Content['external'][number], index: number): Promise<void> {
  if (await hasExternal(ctx.db, item.sourceId)) return;
  const parent = join(ctx.settings.DATA_DIR, 'work');
  await mkdir(parent, { recursive: true });
  const dir = await mkdtemp(join(parent, 'sample-'));
  try {
    const rev = randomName(ctx);
    const { placeholder, files } = await ctx.media.thumbnailSet(
      resolve(SAMPLE_FOLDER, 'thumbnails', `${item.thumbnail}.webp`),
      dir,
    );
    const id = await insertExternal(ctx.db, item, {
      at: new Date(ctx.clock.now() - (index * 13 + 8) * HOUR),
      rev,
    });
    for (const name of files) await ctx.storage.moveIn(`videos/${id}/${rev}/${name}`, join(dir, name));
    await showExternal(ctx.db, id, { poster_key: `videos/${id}/${rev}/thumb-640.jpg`, placeholder });
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
