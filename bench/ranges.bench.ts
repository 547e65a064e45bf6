import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { compare } from './load.ts';
import { startNginx } from './reference.ts';
import type { Result } from './result.ts';
import type { Site } from './site.ts';

const MEBIBYTE = 1024 * 1024;

/** 1 MiB ranges of a public clip against nginx (sendfile) on the same file; nothing where there is no nginx. */
export async function benchRanges(site: Site, clip: { url: string; file: string }): Promise<Result[]> {
  const root = await mkdtemp(path.join(os.tmpdir(), 'lll-ranges-'));
  await copyFile(clip.file, path.join(root, 'clip.mp4'));
  const nginx = await startNginx(root, 'clip.mp4');
  try {
    if (nginx === null) return [];
    const headers = { range: `bytes=${MEBIBYTE}-${2 * MEBIBYTE - 1}` };
    const ours = { url: new URL(clip.url, site.url).href, headers };
    const measured = await compare(ours, { url: `${nginx.url}clip.mp4`, headers }, 'bytes');
    const inMebibytes = { ours: measured.ours / MEBIBYTE, reference: measured.reference / MEBIBYTE };
    return [
      { name: '1 MiB ranges', ...inMebibytes, unit: 'MiB/s', against: 'nginx, same file', atLeast: 0.5 },
    ];
  } finally {
    await nginx?.stop();
    await rm(root, { recursive: true, force: true });
  }
}
