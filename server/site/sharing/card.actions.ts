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

/** The key of the card's file, which is drawn if missing: its name is a hash of its content. `icon`: PNG. */
export async function getShareCard(ctx: Context, video: Video, icon: Buffer): Promise<string> {
  const { settings, storage } = ctx;
  const poster = await findPicture(ctx.db, video.id);
  const { logo } = settings.owner.brand;
  const shown = [DESIGN, video.title, video.creator, poster, settings.SITE_NAME, logo];
  const folder = `cards/${video.id}`;
  const name = createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 24);
  const key = `${folder}/${name}.png`;
  if (await storage.stat(key)) return key;
  const draw = async () => {
    const picture = poster ? await readFile(ctx, poster.replace(/thumb-640\.jpg$/, 'thumb-1280.jpg')) : null;
    const ownLogo = logo ? await readFile(ctx, `brand/${logo}/mark.png`) : null;
    const { title, creator } = video;
    const card = { title, creator, siteName: settings.SITE_NAME, picture, logo: ownLogo ?? icon };
    const image = await drawInTurn(() => ctx.media.shareCard(card));
    for await (const former of storage.list(folder)) await storage.remove(former.key);
    await storage.write(key, Readable.from([image]));
  };
  const drawing = drawn.get(key) ?? draw().finally(() => drawn.delete(key));
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
