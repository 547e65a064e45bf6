import { z } from 'zod';
import { writeCues } from '#contract/captions/cues.ts';
import { listTracksOf } from '#server/captions/captions.store.ts';
import { ExportDocument } from '#contract/exports/exports.ts';
import { writeZip, type ZipEntry } from '#server/adapters/zip/zip.ts';
import type { Context } from '#server/app/context.ts';
import { pictureKey } from '#server/community/post-pictures.store.ts';
import { listKeys } from '#server/api-keys/api-keys.store.ts';
import { readHistory } from '#server/history/history.store.ts';
import { readLists } from '#server/lists/lists.owner.store.ts';
import { writeIndex, writeTable } from './archive.rules.ts';
import { readSpoken } from '#server/app/i18n/account-language.ts';
import { spokenLanguage } from '#server/app/i18n/choose-language.ts';
import { i18nOf } from '#server/app/i18n/translate.ts';
import { readChosenPreferences, readNotifications } from '#server/notifications/owner.store.ts';
import {
  readAccount,
  readComments,
  readEvents,
  readLikes,
  readOrders,
  readPosts,
  readVideos,
} from './document.store.ts';
import { readPeople } from './people.store.ts';

/** Parts of the document that are written as CSV, too. */
const TABLES = [
  'videos',
  'captions',
  'comments',
  'posts',
  'likes',
  'playlists',
  'series',
  'watchLater',
  'history',
  'keys',
  'follows',
  'blocks',
  'mutes',
  'mutedWords',
  'mentions',
  'orders',
  'notifications',
  'notificationWays',
  'securityEvents',
] as const;

/** Writes all data of a person under this key. Null: no such person (any more). */
export async function writeArchive(
  ctx: Context,
  userId: number,
  key: string,
): Promise<{ size: number; account: ExportDocument['account'] } | null> {
  const found = await readAccount(ctx.db, userId);
  if (!found) return null;
  const language = spokenLanguage([await readSpoken(ctx.db, { id: userId })], ctx.settings.owner.languages);
  const i18n = i18nOf(language);
  const originals = await listOriginals(ctx, userId);
  const posts = await readPosts(ctx.db, userId);
  const tracks = (await listTracksOf(ctx.db, userId)).map(({ cues, ...track }) => {
    const { videoId, language, kind, state } = track;
    const draft = state === 'PUBLISHED' ? '' : '-draft';
    return { track: { ...track, file: `captions/${videoId}-${language}-${kind}${draft}.vtt` }, cues };
  });
  const document: ExportDocument = {
    format: 'lll-export',
    version: 1,
    site: ctx.settings.PUBLIC_URL,
    exportedAt: new Date(ctx.clock.now()).toISOString(),
    account: found.account,
    videos: originals.map(({ video }) => video),
    captions: tracks.map(({ track }) => track),
    comments: await readComments(ctx.db, userId),
    posts: posts.map(({ post }) => post),
    likes: await readLikes(ctx.db, userId),
    ...(await readLists(ctx.db, userId)),
    history: await readHistory(ctx.db, userId),
    keys: (await listKeys(ctx.db, userId)).map(({ id: _id, ...key }) => key),
    ...(await readPeople(ctx.db, userId)),
    orders: await readOrders(ctx.db, userId),
    notifications: await readNotifications(ctx.db, userId, i18n, ctx.settings),
    notificationWays: await readChosenPreferences(ctx.db, userId),
    securityEvents: await readEvents(ctx.db, userId),
  };
  const entries: ZipEntry[] = [
    { name: 'index.html', content: writeIndex(document, ctx.settings.SITE_NAME, language) },
    { name: 'data.json', content: JSON.stringify(ExportDocument.parse(document), null, 2) },
    { name: 'schema.json', content: JSON.stringify(z.toJSONSchema(ExportDocument), null, 2) },
    ...tracks.map(({ track: { file }, cues }) => ({ name: file, content: writeCues(cues, 'vtt') })),
    ...TABLES.map((name) => ({
      name: `csv/${name}.csv`,
      content: writeTable(document[name]),
    })),
    ...(await listPictures(ctx, found.image)),
    ...(await listPostPictures(ctx, posts)),
    ...originals.flatMap(({ video, key: original }) =>
      video.file && original ? { name: video.file, content: () => ctx.storage.read(original) } : [],
    ),
  ];
  const { size } = await ctx.storage.write(key, writeZip(entries, new Date(ctx.clock.now())));
  return { size, account: found.account };
}

/** Each video with the name its original gets in the archive, if it is there. */
async function listOriginals(ctx: Context, userId: number) {
  const listed: { video: ExportDocument['videos'][number]; key: string | null }[] = [];
  for (const { video, key } of await readVideos(ctx.db, userId)) {
    const ending = key && (await findEnding(ctx, key));
    listed.push({ video: { ...video, file: ending ? `videos/${video.id}.${ending}` : null }, key });
  }
  return listed;
}

/** Originals are stored without an extension: their first bytes show the type. Null: it doesn't exist. */
async function findEnding(ctx: Context, key: string): Promise<string | null> {
  const facts = await ctx.storage.stat(key);
  if (!facts || facts.size < 10) return null;
  const read = await ctx.storage.read(key, { start: 0, end: Math.min(63, facts.size - 1) });
  const head = Buffer.isBuffer(read) ? read : Buffer.concat(await read.toArray());
  if (head.readUInt32BE(0) === 0x1a45dfa3) return head.includes('webm') ? 'webm' : 'mkv';
  return head.toString('latin1', 4, 10) === 'ftypqt' ? 'mov' : 'mp4';
}

/** Those whose files are there. */
async function listPostPictures(
  ctx: Context,
  posts: Awaited<ReturnType<typeof readPosts>>,
): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = [];
  for (const { post, folders } of posts)
    for (const [at, { file: name }] of post.pictures.entries()) {
      const key = pictureKey(folders[at] ?? '');
      if (await ctx.storage.stat(key)) entries.push({ name, content: () => ctx.storage.read(key) });
    }
  return entries;
}

async function listPictures(ctx: Context, folder: string | null): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = [];
  if (folder)
    for await (const { key } of ctx.storage.list(folder))
      entries.push({ name: `profile/${key.slice(folder.length + 1)}`, content: () => ctx.storage.read(key) });
  return entries;
}
