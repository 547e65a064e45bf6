import { readFile } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { createSamplePerson } from '#server/accounts/sample-person.actions.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { job } from '#server/app/jobs/jobs.ts';
import { originalKey, randomName, receiveSubmission } from '#server/submissions/receive.actions.ts';
import { tagPost } from '#server/tags/tags.actions.ts';
import { readContent, SAMPLE_FOLDER, type Content } from './sample.content.ts';
import {
  PICTURE_JOB,
  addOrder,
  addPost,
  addReport,
  addRequest,
  hasPictureJob,
} from './sample-extras.store.ts';
import {
  addComment,
  addLikes,
  approveUpload,
  findExternal,
  findPerson,
  findUpload,
  insertExternal,
  addWaiting,
  claimSample,
  setJoined,
  showExternal,
} from './sample.store.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Seconds. */
const ROTATE_AFTER = [1, 10, 30, 90];

/** Who is who, by their usernames. */
type People = Map<string, { id: number; joinedAt: Date }>;

/** Loads the sample. Existing items are skipped, so it can run again after a crash. */
export const loadSample = job<object>({
  name: 'sample-content',
  schema: z.object({}),
  concurrency: 1,
  async run(ctx) {
    const content = await readContent();
    const people: People = new Map();
    for (const person of content.people) people.set(person.username, await addPerson(ctx, person));
    const videoIds = new Map<string, number>();
    for (const video of content.videos) {
      const id = await addUpload(ctx, content, people, video);
      if (id !== null) videoIds.set(video.file, id);
    }
    for (const item of content.external) await addExternal(ctx, item);
    await addBoard(ctx, content, people, videoIds);
    for (const { by, message, hoursAgo: hours } of content.requests) {
      const who = people.get(by);
      if (who) await addRequest(ctx.db, who.id, message, hoursAgo(ctx, hours));
    }
    await failPicture(ctx, content);
    for (const order of content.orders) {
      await addOrder(
        ctx.db,
        order,
        hoursAgo(ctx, order.hoursAgo),
        ctx.random.bytes(24).toString('base64url'),
      );
    }
    ctx.cache.drop('videos', 'comments', 'community', 'creators');
    // the videos become public one by one: the home page shows the best of them each time
    for (const seconds of ROTATE_AFTER)
      await ctx.jobs.boss.send('rotation', {}, { startAfter: seconds, singletonKey: `sample-${seconds}` });
  },
});

const hoursAgo = (ctx: Context, hours: number) => new Date(ctx.clock.now() - hours * HOUR);

/** Oldest first: the board is sorted by creation order. */
async function addBoard(
  ctx: Context,
  content: Content,
  people: People,
  videoIds: Map<string, number>,
): Promise<void> {
  const address = (_: string, file: string) => `${ctx.settings.PUBLIC_URL}/video/${videoIds.get(file) ?? ''}`;
  for (const post of content.posts.toSorted((a, b) => b.hoursAgo - a.hoursAgo)) {
    const authorId = people.get(post.by)?.id;
    if (authorId === undefined) continue;
    const text = post.text.replaceAll(/\{clip:([\w-]+)\}/g, address);
    await transact(ctx.db, async (trx) => {
      const id = await addPost(trx, {
        authorId,
        text,
        at: hoursAgo(ctx, post.hoursAgo),
        likedBy: idsBut(people, authorId),
        likes: post.likes,
      });
      if (id !== null) await tagPost(trx, id, text);
    });
  }
}

const idsBut = (people: People, but: number): number[] =>
  [...people.values()].flatMap(({ id }) => (id === but ? [] : [id]));

/** A job that failed, for the admin's list; tried again it finds its work done. */
async function failPicture(ctx: Context, { failedPicture }: Content): Promise<void> {
  const videoId = await findExternal(ctx.db, failedPicture.sourceId);
  if (videoId === null || (await hasPictureJob(ctx.db, videoId))) return;
  const { boss } = ctx.jobs;
  const id = await boss.send(PICTURE_JOB, { videoId }, { retryLimit: 0, startAfter: DAY / 1000 });
  if (id) await boss.fail(PICTURE_JOB, id, { message: failedPicture.reason });
}

/** On the first start of an empty site with the sample enabled. */
export async function wantSample(ctx: Context): Promise<void> {
  if (!ctx.settings.SAMPLE_CONTENT) return;
  await transact(ctx.db, async (trx) => {
    if (await claimSample(trx)) await ctx.jobs.send(loadSample, {}, { trx, priority: 20 });
  });
}

async function addPerson(
  ctx: Context,
  person: Content['people'][number],
): Promise<{ id: number; joinedAt: Date }> {
  const { username, displayName, bio, role, joinedDaysAgo } = person;
  const joinedAt = hoursAgo(ctx, joinedDaysAgo * 24);
  const known = await findPerson(ctx.db, username);
  if (known !== null) return { id: known, joinedAt };
  const image = await readFile(resolve(SAMPLE_FOLDER, 'avatars', `${username}.webp`));
  const id = await createSamplePerson(ctx, { username, displayName, bio, role }, image);
  await setJoined(ctx.db, id, joinedAt);
  return { id, joinedAt };
}

/** Returns the video's id, also for an existing one. */
async function addUpload(
  ctx: Context,
  content: Content,
  people: People,
  video: Content['videos'][number],
): Promise<number | null> {
  const uploaderId = people.get(video.creator)?.id;
  if (uploaderId === undefined) return null;
  const known = await findUpload(ctx.db, uploaderId, video.title);
  if (known !== null) return known;
  const at = hoursAgo(ctx, video.daysAgo * 24);
  const key = originalKey(ctx);
  const thumbnailKey = `originals/${randomName(ctx)}/thumbnail`;
  const file = resolve(SAMPLE_FOLDER, 'clips', video.file);
  const stored = await ctx.storage.write(key, createReadStream(`${file}.mp4`));
  await ctx.storage.write(thumbnailKey, createReadStream(`${file}.jpg`));
  const location = video.location ? { accuracy: 12, ...video.location } : null;
  return receiveSubmission(ctx, {
    uploaderId,
    isBulk: true,
    fields: {
      title: video.title,
      category: categoryOf(ctx, video),
      description: video.description,
      location,
      tags: video.tags,
      labels: null,
      edit: null,
    },
    file: { key, ...stored, thumbnailKey },
    async alongside(trx, id) {
      if (video.waiting) return addWaiting(trx, id, at);
      await approveUpload(trx, id, video, at);
      await addLikes(trx, id, idsBut(people, uploaderId), video.likes);
      for (const comment of commentsOf(ctx, content, people, video)) {
        const commentId = await addComment(trx, id, comment);
        if (comment.reported) await addReport(trx, commentId, comment.reported);
      }
    },
  });
}

/** Most date from soon after the video, and none from before its author joined; sorted by time. */
function commentsOf(ctx: Context, content: Content, people: People, video: Content['videos'][number]) {
  const age = video.daysAgo * 24;
  const written = content.comments.filter((each) => each.video === video.file);
  return written
    .map((comment, index) => {
      const author = people.get(comment.by ?? '');
      const reporter = people.get(comment.reported?.by ?? '');
      const postedAt = hoursAgo(ctx, age * (1 - ((index + 1) / (written.length + 1)) ** 2));
      return {
        authorId: author?.id ?? null,
        guestName: comment.guest ?? null,
        text: comment.text,
        at: author && author.joinedAt > postedAt ? new Date(author.joinedAt.getTime() + HOUR) : postedAt,
        likedBy: idsBut(people, author?.id ?? 0),
        likes: comment.likes,
        reported: comment.reported && reporter ? { by: reporter.id, reason: comment.reported.reason } : null,
      };
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** An external video with a local thumbnail, so that no page requests one from the other platform. */
/** The owner may have other categories by then. */
function categoryOf({ settings }: Context, { category }: { category: string }): string {
  const { videos } = settings.owner.categories;
  return videos.find((each) => each === category) ?? videos[0] ?? category;
}

async function addExternal(ctx: Context, item: Content['external'][number]): Promise<void> {
  if ((await findExternal(ctx.db, item.sourceId)) !== null) return;
  const parent = join(ctx.settings.DATA_DIR, 'work');
  await mkdir(parent, { recursive: true });
  const dir = await mkdtemp(join(parent, 'sample-'));
  try {
    const rev = randomName(ctx);
    const { placeholder, files } = await ctx.media.thumbnailSet(
      resolve(SAMPLE_FOLDER, 'thumbnails', `${item.thumbnail}.webp`),
      dir,
    );
    const id = await insertExternal(
      ctx.db,
      { ...item, category: categoryOf(ctx, item) },
      {
        at: hoursAgo(ctx, item.daysAgo * 24),
        rev,
      },
    );
    for (const name of files) await ctx.storage.moveIn(`videos/${id}/${rev}/${name}`, join(dir, name));
    await showExternal(ctx.db, id, { poster_key: `videos/${id}/${rev}/thumb-640.jpg`, placeholder });
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
