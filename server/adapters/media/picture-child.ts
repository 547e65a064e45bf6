import { readMessage } from '#contract/text/message.ts';
import type { Focus } from '#contract/videos/videos.ts';
import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize } from 'node:v8';
import type { Binaries } from './binaries.ts';
import { ChildFailure, wrap } from './child.ts';
import { checkKind } from './picture-kind.ts';
import type { PictureAnswer, PictureWork } from './picture.child.ts';
import { MEDIA, MediaRejection } from './rejection.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** What the child is made of; the site's own data lie in the same folder as a rule. */
const READS = [
  ...['server', 'contract', 'package.json'].map((name) => join(ROOT, name)),
  ...new Set([join(ROOT, 'node_modules'), realpathSync(join(ROOT, 'node_modules'))]),
  process.execPath,
];
const PROGRAM = join(import.meta.dirname, 'picture.child.ts');
/** A picture of 40 million pixels takes some seconds, and some hundred MiB beside what Node.js reserves. */
const LIMITS = { seconds: 120, memoryMiB: 8192, fileMiB: 64, nice: 5 };
const MAX_ANSWER = 64 << 20;

/**
 * Processes an untrusted picture in its own process, as ffmpeg does with videos: its time and memory are limited, and
 * it doesn't delay other requests. `outDir` is the only writable folder. Rejects with MediaRejection.
 */
export function inPictureChild<Name extends keyof PictureWork>(
  binaries: Binaries,
  name: Name,
  image: Buffer,
  outDir?: string,
  focus?: Focus,
): Promise<Awaited<ReturnType<PictureWork[Name]>>> {
  const files = { reads: READS, ...(outDir === undefined ? {} : { writes: outDir }) };
  const [command = '', ...args] = [
    ...wrap(binaries, { limits: LIMITS, files }),
    process.execPath,
    '--max-old-space-size=256',
    PROGRAM,
    name,
    outDir ?? '',
    ...(focus ? [JSON.stringify(focus)] : []),
  ];
  return new Promise((resolve, reject) => {
    // no process is started for what is no picture
    checkKind(image);
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], env: { LC_ALL: 'C' } });
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      child.kill('SIGKILL');
    }, LIMITS.seconds * 1000);
    const chunks: Buffer[] = [];
    let size = 0;
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_ANSWER) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-8192)));
    // it may end before it has read all of it
    child.stdin.on('error', () => {});
    child.stdin.end(image);
    child.on('error', reject);
    child.on('close', (code, killedBy) => {
      clearTimeout(timer);
      if (timedOut) return reject(new MediaRejection(MEDIA.DAMAGED_PICTURE()));
      if (code !== 0)
        return reject(
          new ChildFailure(`A picture's process ended with ${killedBy ?? code}.`, stderr, timedOut),
        );
      const answer = deserialize(Buffer.concat(chunks)) as PictureAnswer<Name>;
      if ('rejected' in answer) reject(new MediaRejection(readMessage(answer.rejected)));
      else resolve(answer.result);
    });
  });
}
