import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Video } from '#contract/videos/videos.ts';
import { msg } from '#contract/text/message.ts';
import { StorageMissing } from '#server/adapters/storage/storage.ts';
import type { Context } from '#server/app/context.ts';
import { createSemaphore } from '#server/app/http/semaphore.ts';
import { findPicture } from '#server/videos/cards.store.ts';

/** Raised when cards look different: all are drawn again then. */
const DESIGN = 3;

const drawInTurn = createSemaphore(
  2,
  30,
  msg('The server is busy creating pictures. Please try again in a moment.'),
);

/** In progress, by key: a link in a busy chat is requested many times at once. */
const drawn = new Map<string, Promise<void>>();

/** The key of a link's picture, blurred for a sensitive video. `icon`: PNG. */
export async function getShareCard(ctx: Context, video: Video, icon: Buffer): Promise<string> {
  const { settings } = ctx;
  const poster = await findPicture(ctx.db, video.id);
  const { logo } = settings.owner.brand;
  const isBlurred = video.labels.sensitive;
  const shown = [DESIGN, video.title, video.creator, poster, settings.SITE_NAME, logo, isBlurred];
  return drawOnce(ctx, { id: video.id, shown, ending: 'png' }, async () => {
    const found = poster && (await readFile(ctx, poster.replace(/thumb-640\.jpg$/, 'thumb-1280.jpg')));
    const picture = found && isBlurred ? await ctx.media.blurred(found) : found;
    const ownLogo = logo ? await readFile(ctx, `brand/${logo}/mark.png`) : null;
    const { title, creator } = video;
    return ctx.media.shareCard({
      title,
      creator,
      siteName: settings.SITE_NAME,
      picture: picture || null,
      logo: ownLogo ?? icon,
    });
  });
}

/** The key of a video's blurred picture; null: it has no picture. */
export async function getBlurred(ctx: Context, id: number): Promise<string | null> {
  const poster = await findPicture(ctx.db, id);
  if (!poster) return null;
  return drawOnce(ctx, { id, shown: [DESIGN, poster], ending: 'jpg' }, async () => {
    const picture = await readFile(ctx, poster);
    if (!picture) throw new StorageMissing(poster);
    return ctx.media.blurred(picture);
  }).catch((error: unknown) => {
    if (error instanceof StorageMissing) return null;
    throw error;
  });
}

/** The key of a picture, drawn if missing and named by a hash of its content. Deletes the previous one. */
async function drawOnce(
  { storage }: Context,
  { id, shown, ending }: { id: number; shown: unknown[]; ending: 'png' | 'jpg' },
  draw: () => Promise<Buffer>,
): Promise<string> {
  const folder = `cards/${id}`;
  const name = createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 24);
  const key = `${folder}/${name}.${ending}`;
  if (await storage.stat(key)) return key;
  const store = async () => {
    const image = await drawInTurn(draw);
    for await (const former of storage.list(folder))
      if (former.key.endsWith(ending)) await storage.remove(former.key);
    await storage.write(key, Readable.from([image]));
  };
  const drawing = drawn.get(key) ?? store().finally(() => drawn.delete(key));
  drawn.set(key, drawing);
  await drawing;
  return key;
}

/** Null if it was deleted in the meantime. */
async function readFile({ storage }: Context, key: string): Promise<Buffer | null> {
  try {
    const found = await storage.read(key);
    return Buffer.isBuffer(found) ? found : await buffer(found);
  } catch (error) {
    if (error instanceof StorageMissing) return null;
    throw error;
  }
}
