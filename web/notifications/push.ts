import { notifications } from '#contract/notifications/notifications.ts';
import { site } from '#contract/site/site.ts';
import { call } from '#web/app/client/call.ts';
import { getToken } from '#web/app/session/session.ts';
import { localStore } from '#web/ui/storage.ts';

export type PushState = 'unsupported' | 'denied' | 'off' | 'on';

const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const findSubscription = async (): Promise<PushSubscription | null> =>
  (await (await navigator.serviceWorker.getRegistration('/'))?.pushManager.getSubscription()) ?? null;

/** Of which session pushes come to this browser: on the server they end with it. */
const SESSION = 'push-session';
const sessionNow = (): string => (getToken() ?? '').slice(-8);

/** Whether this browser gets pushes. Asks for nothing. */
export async function readPushState(): Promise<PushState> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return localStore.get(SESSION) === sessionNow() && (await findSubscription()) ? 'on' : 'off';
}

/** After a press: requests the permission, and registers this browser's subscription with the server. */
export async function switchPushOn(): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return readPushState();
  const { vapidPublicKey } = await call(site.config);
  await navigator.serviceWorker.register('/sw.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: vapidPublicKey,
  });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  await call(notifications.subscribe, { body: { endpoint, keys: { p256dh, auth } } });
  localStore.set(SESSION, sessionNow());
  return 'on';
}

export async function switchPushOff(): Promise<PushState> {
  const subscription = await findSubscription();
  if (subscription) {
    await call(notifications.unsubscribePush, { body: { endpoint: subscription.endpoint } });
    await subscription.unsubscribe();
  }
  return 'off';
}
