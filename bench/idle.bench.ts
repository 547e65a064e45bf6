import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { AdminJob } from '#contract/admin/admin.ts';
import type { VideoSettingsState } from '#contract/settings/video-settings.ts';
import type { Video } from '#contract/videos/videos.ts';
import { makePhoneVideo, uploadUntilPlayable } from './processing.bench.ts';
import type { Result } from './result.ts';
import type { Site } from './site.ts';
import { callMeanwhile, signIn } from './upload.bench.ts';

const MEASURED_MS = 10_000;
const SMALL = path.join(import.meta.dirname, '../sample/clips/sea-road.mp4');

/** What a popular video's idle encode costs everybody else, and how soon it makes way for an upload. */
export async function benchIdle(site: Site): Promise<Result[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lll-idle-'));
  try {
    const phone = path.join(folder, 'phone.mp4');
    await makePhoneVideo(phone, 20);
    const headers = {
      authorization: `Bearer ${await signIn(site)}`,
      'content-type': 'application/json',
    };
    const token = headers.authorization.slice('Bearer '.length);
    const read = async <T>(address: string): Promise<T> =>
      (await fetch(site.url + address, { headers })).json() as T;
    const isRunning = async () =>
      (await read<AdminJob[]>('/api/admin/jobs?state=running')).some(
        ({ queue }) => queue === 'video-reencode',
      );
    const { id } = await uploadUntilPlayable(site, token, phone);
    await fetch(`${site.url}/api/submissions/${id}/approve`, { method: 'POST', headers, body: '{}' });
    while ((await read<Video>(`/api/videos/${id}`)).hlsUrl === null) await delay(500);
    const { version } = await read<VideoSettingsState>('/api/admin/settings/videos');
    await fetch(`${site.url}/api/admin/settings/videos`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ version, popularAfterViews: 1 }),
    });
    await fetch(`${site.url}/api/videos/${id}/view`, { method: 'POST' });
    while (!(await isRunning())) await delay(500);
    const calls = callMeanwhile(site);
    await delay(MEASURED_MS);
    const p99 = await calls.end();
    if (!(await isRunning())) throw new Error('The idle encode ended before the calls did.');
    const began = performance.now();
    const uploading = uploadUntilPlayable(site, token, SMALL);
    while (await isRunning()) await delay(20);
    const seconds = (performance.now() - began) / 1000;
    await uploading;
    const limit = { against: 'the limit', atMost: 1 };
    return [
      { name: 'calls during an idle encode, p99', ours: p99, reference: 50, unit: 'ms', ...limit },
      { name: 'from an upload to its end', ours: seconds, reference: 1, unit: 's', ...limit },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
