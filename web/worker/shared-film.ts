import { registerRoute } from 'workbox-routing';
import { SHARE_TARGET, SHARED_CACHE, SHARED_FILM } from '#contract/site/offline-names.ts';

/** Takes the film that another app shares, and keeps it until the upload dialog has it: the visitor may have to sign in first. */
export function takeSharedFilms(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === SHARE_TARGET,
    async ({ request }) => {
      const form = await request.formData();
      const film = form.get('film');
      if (!(film instanceof File)) return Response.redirect('/', 303);
      const words = [form.get('title'), form.get('text')].map((word) =>
        typeof word === 'string' ? word : '',
      );
      const cache = await caches.open(SHARED_CACHE);
      await cache.put(
        SHARED_FILM,
        new Response(film, {
          headers: {
            'content-type': film.type,
            'x-name': encodeURIComponent(film.name),
            'x-title': encodeURIComponent(words.find(Boolean) ?? ''),
            'x-kept-at': String(Date.now()),
          },
        }),
      );
      return Response.redirect('/?shared=film', 303);
    },
    'POST',
  );
}
