import { vi } from 'vitest';
import { settings } from '#contract/settings/settings.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf, WithId } from '#server/testing/client.ts';
import { send, type endpoints } from '../samples/calls.ts';
import type { Sample } from '../samples/sample.ts';
import { startTestSite, type TestPerson, type TestSite } from '../site.ts';

export interface HostileSite {
  site: TestSite;
  admin: TestPerson;
  /**
   * By an admin, or a guest where guests may act; about existing items: a missing one is rejected before its
   * input is parsed.
   */
  call(of: (typeof endpoints)[number], sample: Sample, init?: RequestInit): ReturnType<typeof send>;
  /** Input that only the database rejected, since the last call. */
  refusedByDatabase(): unknown[];
}

/** A site with an item of each kind. */
export async function startHostileSite(): Promise<HostileSite> {
  const site = await startTestSite({ RATE_LIMIT: 'off' });
  const admin = await site.signUp('GLOBAL_ADMIN', 'ann');
  // off by default, and then there are no such calls
  await admin.call(settings.changeShop, { body: { version: 0, withdrawalMode: 'EVERYWHERE' } });
  const make = async (path: string, json: object) => (await bodyOf(admin.fetch(path, { json }), WithId)).id;
  const id = await addVideo(site.ctx, { title: 'Watched', uploader_id: admin.id });
  const targets = Object.entries({
    '/api/videos/': { id, commentId: await make(`/api/videos/${id}/comments`, { text: 'First' }) },
    '/api/playlists/': { id: await make('/api/playlists', { title: 'First' }) },
    '/api/series/': { id: await make('/api/series', { title: 'First' }) },
    '/api/community/': { id: await make('/api/community/posts', { content: 'First' }) },
    '/api/submissions/': { id: await addVideo(site.ctx, { title: 'Edited', uploader_id: admin.id }) },
    '/api/creators/': { username: 'ann' },
    '/api/admin/webhooks/': {
      id: await make('/api/admin/webhooks', { url: 'https://hooks.example.org/lll' }),
    },
  });
  const warn = vi.spyOn(site.ctx.log, 'warn');
  return {
    site,
    admin,
    call({ endpoint, sample }, { params, query, body = sample?.body }, init) {
      const own = targets.find(([start]) => endpoint.path.startsWith(start))?.[1];
      // some calls for everybody end the session that makes them
      const fetch = endpoint.access === 'public' && endpoint.method !== 'GET' ? site.fetch : admin.fetch;
      const given = {
        params: { ...sample?.params, ...own, ...params },
        query: { ...sample?.query, ...query },
        ...(endpoint.body && !init?.body && { body }),
      };
      return send(fetch, endpoint, given, init);
    },
    refusedByDatabase() {
      const lines = warn.mock.calls.filter(([message]) => message.startsWith('The database rejected'));
      warn.mockClear();
      return lines;
    },
  };
}
