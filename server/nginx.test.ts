import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasNginx, startLoad, startPair, type Pair } from '#server/testing/nginx.ts';

/** A request that only says how long its body will be. */
function publishSubmission(url: string, bytes: number, type: string) {
  return new Promise<{ status: number | undefined; type: string | undefined; body: string }>(
    (resolve, reject) => {
      const headers = { 'content-type': type, 'content-length': bytes };
      const call = request(url, { method: 'POST', headers }, (answer) => {
        let body = '';
        answer.on('data', (chunk: Buffer) => (body += chunk.toString()));
        answer.on('end', () => {
          resolve({ status: answer.statusCode, type: answer.headers['content-type'], body });
          call.destroy();
        });
      });
      call.on('error', reject);
      call.flushHeaders();
    },
  );
}

describe.runIf(hasNginx())('behind nginx with deploy/nginx.conf', () => {
  let pair: Pair;

  beforeAll(async () => {
    pair = await startPair();
  });
  afterAll(() => pair?.stop());

  it('answers what is too large in the form of the application', async () => {
    const call = await publishSubmission(
      `${pair.nginx.url}/api/community/posts`,
      400_000_000,
      'application/json',
    );
    expect(call).toMatchObject({ status: 413, type: 'application/json; charset=utf-8' });
    expect(JSON.parse(call.body)).toEqual({ error: 'That is too large.', code: 'TOO_LARGE' });
    const upload = await publishSubmission(
      `${pair.nginx.url}/api/submissions/upload`,
      400_000_000,
      'multipart/form-data; boundary=x',
    );
    expect(upload).toMatchObject({ status: 413, type: 'text/plain; charset=utf-8' });
    expect(upload.body).toBe('Video must be under 300MB. Try recording at 720p or shorter clips!');
  });

  it('compresses styles and scripts, and nothing of the API', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
      const answer = await fetch(`${pair.nginx.url}/api/docs/${file}`, { headers });
      expect(answer.headers.get('content-encoding'), file).toBe('gzip');
      expect(answer.headers.get('vary')).toMatch(/accept-encoding/i);
    }
    const answer = await fetch(`${pair.nginx.url}/api/openapi.json`, { headers });
    expect(answer.headers.get('content-encoding')).toBeNull();
  });

  it('loses no request while both processes are replaced, and says so when none is left', async () => {
    const load = startLoad(pair.nginx.url, pair.video, 2);
    for (const index of [0, 1] as const) {
      const before = load.answered();
      await vi.waitFor(() => expect(load.answered()).toBeGreaterThan(before + 30), {
        timeout: 30_000,
        interval: 10,
      });
      await pair.replace(index);
    }
    await load.stop();
    expect(load.failed).toEqual([]);
    await Promise.all(pair.sites.map((site) => site.end('SIGKILL')));
    const call = await fetch(`${pair.nginx.url}/api/videos`);
    expect(call.status).toBe(503);
    expect(Number(call.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await call.json()).toMatchObject({ code: 'UNAVAILABLE' });
    const page = await fetch(`${pair.nginx.url}/`);
    expect([page.status, await page.text()]).toEqual([
      503,
      expect.stringMatching(/^The site cannot be reached/),
    ]);
  });
});
