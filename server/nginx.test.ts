import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasNginx, PAIR_ADMIN, startLoad, startPair, type Pair } from '#server/testing/nginx.ts';
import { soakTest } from '#server/testing/soak.ts';
import { sendRaw } from '#server/testing/raw-http.ts';
import { bodyOf, WithId, WithToken } from '#server/testing/client.ts';

/** A request with nothing but the header of its body's length. */
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

describe.runIf(hasNginx())('behind nginx with deploy/nginx-cluster.conf', () => {
  let pair: Pair;

  beforeAll(async () => {
    pair = await startPair();
  });
  afterAll(() => pair?.stop());

  it('rejects oversized requests with the same errors as the application', async () => {
    const call = await publishSubmission(
      `${pair.nginx.url}/api/community/posts`,
      400_000_000,
      'application/json',
    );
    expect(call).toMatchObject({ status: 413, type: 'application/json; charset=utf-8' });
    expect(JSON.parse(call.body)).toEqual({ error: "That's too large.", code: 'TOO_LARGE' });
    const upload = await publishSubmission(
      `${pair.nginx.url}/api/submissions/upload`,
      400_000_000,
      'multipart/form-data; boundary=x',
    );
    expect(upload).toMatchObject({ status: 413, type: 'text/plain; charset=utf-8' });
    expect(upload.body).toBe('Video must be under 300MB. Try recording at 720p or shorter clips!');
  });

  it('compresses pages, but not the API', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const page = await fetch(`${pair.nginx.url}/api/docs`, { headers });
    expect(page.headers.get('content-encoding')).toBe('gzip');
    expect(page.headers.get('vary')).toMatch(/accept-encoding/i);
    const answer = await fetch(`${pair.nginx.url}/api/openapi.json`, { headers });
    expect(answer.headers.get('content-encoding')).toBeNull();
  });

  it('serves media itself, but only to clients that the application allows', async () => {
    const { shown, waiting } = pair.media;
    const get = (path: string, headers: Record<string, string> = {}) =>
      fetch(pair.nginx.url + path, { headers });
    // each at least twice: the first responses of both processes are cached
    for (let round = 0; round < 4; round += 1) {
      const part = await get(shown, { range: 'bytes=7-13' });
      expect([part.status, await part.text()]).toEqual([206, `clip ${pair.video} `.slice(0, 7)]);
      expect(Object.fromEntries(part.headers)).toMatchObject({
        'content-type': 'video/mp4',
        'content-range': 'bytes 7-13/300000',
        'cache-control': 'public, max-age=31536000, s-maxage=300, immutable',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
      });
      expect(part.headers.get('x-accel-redirect')).toBeNull();
      const whole = await get(shown);
      expect((await whole.arrayBuffer()).byteLength).toBe(300_000);
      const known = await get(shown, { 'if-none-match': whole.headers.get('etag') ?? '' });
      expect(known.status).toBe(304);
      expect((await get(shown, { range: 'bytes=300000-' })).status).toBe(416);
      const head = await fetch(pair.nginx.url + shown, { method: 'HEAD' });
      expect(head.headers.get('content-length')).toBe('300000');
    }
    const direct = await fetch(pair.sites[0].url + shown);
    expect([direct.headers.get('x-accel-redirect'), await direct.text()]).toEqual([
      shown.replace('/media/', '/internal-media/'),
      '',
    ]);

    const inside = waiting.replace('/media/', 'internal-media/');
    const outside = ['/', '//', '/media/../', '/media/%2e%2e/', '/./'].map((start) => start + inside);
    for (const path of [
      waiting,
      ...outside,
      `/${inside.replace('i', '%69')}`,
      `/internal-media/../media/x`,
    ]) {
      const call = await sendRaw(pair.nginx.url, [
        `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      ]);
      expect([path, call.status, /clip \d/.test(call.body)]).toEqual([path, 404, false]);
    }
    expect(await (await get(waiting)).json()).toMatchObject({ code: 'NOT_FOUND' });

    const post = (path: string, body: unknown, headers = {}) =>
      fetch(pair.nginx.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const { token } = await bodyOf(post('/api/auth/login', PAIR_ADMIN), WithToken);
    const decide = (action: string) =>
      post(
        '/api/admin/reports/act',
        { action, subjects: [{ subjectType: 'VIDEO', subjectId: pair.video }] },
        { authorization: `Bearer ${token}` },
      );
    expect((await decide('HIDE')).status).toBe(200);
    // the other process is notified a moment later
    await expect
      .poll(() =>
        Promise.all([1, 2, 3, 4].map(async () => (await get(shown, { range: 'bytes=7-13' })).status)),
      )
      .toEqual([404, 404, 404, 404]);
    const acts = await fetch(`${pair.nginx.url}/api/admin/moderation-acts`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const [act] = await bodyOf(acts, WithId.array());
    await post(`/api/admin/moderation-acts/${act?.id}/undo`, undefined, { authorization: `Bearer ${token}` });
    await expect.poll(async () => (await get(shown)).status).toBe(200);
  });

  soakTest('loses no request while both processes are replaced, and says so when none is left', async () => {
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
