import { mkdtemp, readFile, rm } from 'node:fs/promises';
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

/** In a segment of a JPEG (ITU T.81, B.1.1.4): a marker, its length, and what it holds. */
const segment = (marker: number, ...content: number[]): Buffer =>
  Buffer.from([0xff, marker, 0, content.length + 2, ...content]);
/** A code of one bit, 0, for the one symbol that is needed: a block with no difference, or with nothing more in it. */
const codes = (table: number): Buffer => segment(0xc4, table, 1, ...Array<number>(15).fill(0), 0);
/** Of 64 blocks, each by that one bit. */
const scan = (first: number, last: number, bits: number): Buffer =>
  Buffer.concat([segment(0xda, 1, 1, 0, first, last, bits), Buffer.alloc(8)]);

/**
 * A whole and valid progressive JPEG of plain grey, 64 × 64: one scan for the averages and, as `more` of them, two for each
 * further coefficient, of all its bits but the last, and of that one. Each is a pass over the picture.
 */
const ofScans = (more: number): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...Array<number>(64).fill(1)),
    segment(0xc2, 8, 0, 64, 0, 64, 1, 1, 0x11, 0),
    codes(0x00),
    scan(0, 0, 0),
    codes(0x10),
    ...Array.from({ length: more }, (_, index) => {
      const coefficient = 1 + Math.floor(index / 2);
      return scan(coefficient, coefficient, index % 2 === 0 ? 0x01 : 0x10);
    }),
    Buffer.from([0xff, 0xd9]),
  ]);

const ENTRANCES: Record<string, (image: Buffer) => Promise<unknown>> = {
  'a thumbnail': (image) => media.checkPicture(image),
  thumbnails: (image) => media.thumbnailSet(image, dir),
  'a profile image': (image) => media.squareImage(image),
  'the picture of a product or post': (image) => media.wholePicture(image),
  'a logo': (image) => media.drawLogo(image),
};

test.for(Object.entries(ENTRANCES))(
  '%s with more than a hundred scans is rejected, one with a hundred accepted',
  async ([, take]) => {
    await expect(take(ofScans(100))).rejects.toThrow(MediaRejection);
    await take(ofScans(99));
  },
);

test.for([
  [200, 120, ['200x120', '200x120', '200x120']],
  [360, 500, ['230x320', '360x500', '360x500']],
  [2000, 1000, ['320x160', '640x320', '1280x640']],
] as const)(
  'a picture of %i × %i is stored in three sizes, none larger than the original',
  async ([width, height, sizes]) => {
    const source = sharp({ create: { width, height, channels: 3, background: '#f80' } });
    const { files } = await media.thumbnailSet(await source.jpeg().toBuffer(), dir);
    for (const ending of ['jpg', 'webp', 'avif']) {
      const found = files.filter((name) => name.endsWith(ending) && !CROPPED.test(name));
      const facts = await Promise.all(
        found.map(async (name) => sharp(await readFile(join(dir, name))).metadata()),
      );
      expect(facts.map((each) => `${each.width}x${each.height}`)).toEqual(sizes);
      expect(found).toEqual([320, 640, 1280].map((side) => `thumb-${side}.${ending}`));
    }
  },
);

const CROPPED = /-(4x5|9x16)\.webp$/;

test.for([
  [{ x: 0, y: 0.5 }, 'red'],
  [{ x: 1, y: 0.5 }, 'blue'],
] as const)('a thumbnail is cropped around %o', async ([focus, colour]) => {
  const half = { create: { width: 450, height: 600, channels: 3, background: '#f00' } } as const;
  const source = sharp(half).extend({ right: 450, background: '#00f' });
  const { files } = await media.thumbnailSet(await source.jpeg().toBuffer(), dir, focus);
  const cropped = files.filter((name) => CROPPED.test(name));
  const sizes = cropped.map(async (name) => {
    const picture = sharp(await readFile(join(dir, name)));
    const { width, height } = await picture.metadata();
    const { dominant } = await picture.stats();
    return [`${width}x${height}`, dominant.b > dominant.r ? 'blue' : 'red'];
  });
  expect(await Promise.all(sizes)).toEqual(
    ['320x400', '480x600', '320x568', '338x600'].map((size) => [size, colour]),
  );
});

test("no picture is decoded in the server's own process", async () => {
  const before = sharp.cache().items.max;
  sharp.cache(false);
  const counters: number[] = [];
  sharp.queue.on('change', (length: number) => counters.push(length));
  const image = ofScans(10);
  counters.length = 0;
  for (const take of Object.values(ENTRANCES)) await take(image);
  sharp.queue.removeAllListeners('change');
  sharp.cache({ items: before });
  expect(counters).toEqual([]);
});
