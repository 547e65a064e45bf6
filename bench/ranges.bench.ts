import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { compare } from './load.ts';
import { startNginx, startNginxInFront } from './reference.ts';
import type { Result } from './result.ts';
import { startSite, type Site } from './site.ts';

const MEBIBYTE = 1024 * 1024;
const DIRECT = 0.6;
const IN_FRONT = 0.95;

interface BenchVideo {
  url: string;
  file: string;
}

/** 1 MiB ranges of a public video against nginx (sendfile) on the same file; empty without nginx. */
export async function benchRanges(site: Site, video: BenchVideo): Promise<Result[]> {
  const root = await mkdtemp(path.join(os.tmpdir(), 'lll-ranges-'));
  await copyFile(video.file, path.join(root, 'clip.mp4'));
  const nginx = await startNginx(root, 'clip.mp4');
  try {
    if (nginx === null) return [];
    const reference = `${nginx.url}clip.mp4`;
    return [
      await benchRange('1 MiB ranges', new URL(video.url, site.url).href, reference, DIRECT),
      ...(await benchInFront(site, video, reference)),
    ];
  } finally {
    await nginx?.stop();
    await rm(root, { recursive: true, force: true });
  }
}

/** The same, sent by nginx in front of the application. */
async function benchInFront(site: Site, video: BenchVideo, reference: string): Promise<Result[]> {
  const behind = await startSite(site.dataDir, {
    MEDIA_ACCEL: '/internal-media/',
    TRUST_PROXY: '1',
    ROLES: 'web',
  });
  const front = await startNginxInFront(behind.url, path.join(site.dataDir, 'media'));
  try {
    if (front === null) return [];
    const url = new URL(video.url, front.url).href;
    return [await benchRange('1 MiB ranges, nginx in front', url, reference, IN_FRONT)];
  } finally {
    await front?.stop();
    await behind.stop();
  }
}

async function benchRange(name: string, url: string, reference: string, atLeast: number): Promise<Result> {
  const headers = { range: `bytes=${MEBIBYTE}-${2 * MEBIBYTE - 1}` };
  const measured = await compare({ url, headers }, { url: reference, headers }, 'bytes');
  return {
    name,
    ours: measured.ours / MEBIBYTE,
    reference: measured.reference / MEBIBYTE,
    unit: 'MiB/s',
    against: 'nginx, same file',
    atLeast,
  };
}
