import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMedia, type Media } from './media.ts';
import { MediaRejection } from './rejection.ts';

let media: Media;
let dir: string;
beforeAll(async () => {
  media = await openMedia();
  dir = await mkdtemp(join(tmpdir(), 'lll-pictures-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** A progressive JPEG whose last scan is there `more` times again: each is a pass over the whole picture. */
async function ofManyScans(more: number): Promise<Buffer> {
  const image = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#e87722' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const scan = image.subarray(image.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
  return Buffer.concat([image.subarray(0, -2), ...Array<Buffer>(more).fill(scan), image.subarray(-2)]);
}

const ENTRANCES: Record<string, (image: Buffer) => Promise<unknown>> = {
  'a thumbnail': (image) => media.checkPicture(image),
  thumbnails: (image) => media.thumbnailSet(image, dir),
  'a profile image': (image) => media.squareImage(image),
  'the picture of a product or post': (image) => media.wholePicture(image),
  'a mark': (image) => media.brandMark(image),
};

test.for(Object.entries(ENTRANCES))(
  '%s of thousands of scans is refused, an ordinary one taken',
  async ([, take]) => {
    await expect(take(await ofManyScans(2600))).rejects.toThrow(MediaRejection);
    await take(await ofManyScans(0));
  },
);

test('no picture is decoded in this process', async () => {
  const before = sharp.cache().items.max;
  sharp.cache(false);
  const counters: number[] = [];
  sharp.queue.on('change', (length: number) => counters.push(length));
  const image = await ofManyScans(0);
  counters.length = 0;
  for (const take of Object.values(ENTRANCES)) await take(image);
  sharp.queue.removeAllListeners('change');
  sharp.cache({ items: before });
  expect(counters).toEqual([]);
});
