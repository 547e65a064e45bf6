// The process in which pictures of strangers are decoded: node picture.child.ts <work> [folder [focus]], the picture on standard input.
import { buffer } from 'node:stream/consumers';
import { serialize } from 'node:v8';
import type { Stored } from '#contract/text/message.ts';
import type { Focus } from '#contract/videos/videos.ts';
import { drawLogo } from './logo.ts';
import { checkImage, makeThumbnails, squareImage, wholePicture } from './pictures.ts';
import { MediaRejection } from './rejection.ts';

const WORK = { drawLogo, checkImage, makeThumbnails, squareImage, wholePicture };
export type PictureWork = typeof WORK;
export type PictureAnswer<Name extends keyof PictureWork> =
  | { result: Awaited<ReturnType<PictureWork[Name]>> }
  | { rejected: Stored };

async function answer(name: keyof PictureWork, outDir: string, focus?: Focus) {
  try {
    return { result: await WORK[name](await buffer(process.stdin), outDir, focus) };
  } catch (error) {
    if (error instanceof MediaRejection) return { rejected: error.text.stored };
    throw error;
  }
}

const [name, outDir = '', focus] = process.argv.slice(2);
process.stdout.write(serialize(await answer(name as keyof PictureWork, outDir, focus && JSON.parse(focus))));
