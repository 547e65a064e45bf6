import { registerRoute } from 'workbox-routing';
import { SHARE_TARGET, SHARED_CACHE, SHARED_VIDEO } from '#contract/site/offline-names.ts';

/**
 * Receives a video shared from another app and stores it for the upload dialog: the visitor may have to sign in first.
 */
export function receiveSharedVideos(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === SHARE_TARGET,
    async ({ request }) => {
      const form = await request.formData();
      const file = form.get('film');
      if (!(file instanceof File)) return Response.redirect('/', 303);
      const texts = [form.get('title'), form.get('text')].map((text) =>
        typeof text === 'string' ? text : '',
      );
      const cache = await caches.open(SHARED_CACHE);
      await cache.put(
        SHARED_VIDEO,
        new Response(file, {
          headers: {
            'content-type': file.type,
            'x-name': encodeURIComponent(file.name),
            'x-title': encodeURIComponent(texts.find(Boolean) ?? ''),
            'x-kept-at': String(Date.now()),
          },
        }),
      );
      return Response.redirect('/?shared=film', 303);
    },
    'POST',
  );
}
