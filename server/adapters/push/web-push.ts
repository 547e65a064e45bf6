import { createECDH } from 'node:crypto';
import webPush from 'web-push';
import { RefusedAddress, type Outbound } from '../outbound.ts';
import { PushRejected, type Push } from './push.ts';

const TIMEOUT_MS = 10_000;
const DAY_SECONDS = 24 * 3600;

/**
 * Web Push through the browser vendors' push services. Clients can register any endpoint, so each request
 * goes through `outbound`. `secret` (32 bytes) is the site's private key; `contact`, its address, identifies
 * the site to a push service.
 */
export function openPush(
  secret: Buffer,
  { contact, outbound }: { contact: string; outbound: Pick<Outbound, 'post'> },
): Push {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(secret);
  const publicKey = curve.getPublicKey('base64url');
  const vapidDetails = { subject: subjectOf(contact), publicKey, privateKey: secret.toString('base64url') };
  return {
    publicKey,
    async send({ endpoint, p256dh, auth }, message, { topic }) {
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        message,
        { vapidDetails, TTL: DAY_SECONDS, topic, contentEncoding: 'aes128gcm' },
      );
      const { status } = await outbound
        .post(endpoint, {
          headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
          body,
          signal: AbortSignal.timeout(TIMEOUT_MS),
          usualPort: true,
        })
        .catch((error: unknown) => {
          throw error instanceof RefusedAddress ? new PushRejected(error.message) : error;
        });
      if (status === 404 || status === 410) return 'gone';
      if (status >= 200 && status < 300) return 'sent';
      const detail = `The push service answered ${status}.`;
      // 429 and 5xx are temporary; any other status rejects this very message
      throw status === 429 || status >= 500 ? new Error(detail) : new PushRejected(detail);
    },
  };
}

/** Push services require a contact, and accept no http address. */
function subjectOf(contact: string): string {
  const { protocol, hostname } = new URL(contact);
  return protocol === 'https:' ? contact : `mailto:no-reply@${hostname}`;
}
