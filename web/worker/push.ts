/** What of a service worker's global scope is used here: its types and those of pages can't be loaded together. */
interface Waiting {
  waitUntil(work: Promise<unknown>): void;
}
interface Page {
  url: string;
  focus(): Promise<Page>;
  navigate(url: string): Promise<Page | null>;
}
interface PushScope {
  location: Location;
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<Page[]>;
    openWindow(url: string): Promise<Page | null>;
  };
  addEventListener(
    type: 'push',
    listener: (event: Waiting & Event & { data: { json(): unknown } | null }) => void,
  ): void;
  addEventListener(
    type: 'notificationclick',
    listener: (event: Waiting & Event & { notification: Notification }) => void,
  ): void;
}

/** As server/notifications/push.jobs.ts sends it. */
interface Message {
  title: string;
  body: string;
  href: string;
  tag: string;
}

/** Shows the site's push notifications and opens their targets. Stores nothing. */
export function takePushes(): void {
  const scope = globalThis as unknown as PushScope;
  scope.addEventListener('push', (event) => {
    const { title, body, href, tag } = (event.data?.json() ?? {}) as Partial<Message>;
    if (title)
      event.waitUntil(
        scope.registration.showNotification(title, {
          body,
          tag,
          icon: '/icon-192.png',
          dir: 'auto',
          data: { href },
        }),
      );
  });
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const { href = '/notifications' } = (event.notification.data ?? {}) as { href?: string };
    event.waitUntil(open(scope, new URL(href, scope.location.origin)));
  });
}

/** In a window of the site that is there, else in a new one; nowhere but on this site. */
async function open({ clients, location }: PushScope, url: URL): Promise<void> {
  if (url.origin !== location.origin) return;
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find((page) => page.url === url.href);
  if (there) await there.focus();
  else await clients.openWindow(url.href);
}
