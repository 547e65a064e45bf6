import { msg } from '#contract/text/said.ts';
import { createECDH } from 'node:crypto';
import { lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import webPush from 'web-push';
import { isPublicAddress } from '../private-networks.ts';
import { PushRejected, type Push } from './push.ts';

const TIMEOUT_MS = 10_000;
const DAY_SECONDS = 24 * 3600;

/**
 * Web Push by the push services of the browsers' makers. Anybody can name an endpoint, so only https on public addresses
 * is asked, by the address that was looked at, and no redirect is followed. `secret` (32 bytes) is the site's private
 * key; its address tells a push service whose it is. In tests a program on this machine is one, without TLS.
 */
export function openPush(
  secret: Buffer,
  { PUBLIC_URL: contact, NODE_ENV }: { PUBLIC_URL: string; NODE_ENV: string },
): Push {
  const loopback = NODE_ENV === 'test';
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(secret);
  const publicKey = curve.getPublicKey('base64url');
  const vapidDetails = { subject: subjectOf(contact), publicKey, privateKey: secret.toString('base64url') };
  const isOwn = (url: URL): boolean => loopback && url.protocol === 'http:' && url.hostname === '127.0.0.1';

  const objectTo = (endpoint: string): string | null => {
    const url = URL.parse(endpoint);
    if (url && isOwn(url)) return null;
    if (url?.protocol !== 'https:' || url.username || url.password)
      return msg('Pushes go to https addresses alone, as a browser names them.');
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const isPublic = isIP(host) ? isPublicAddress(host) : isPublicName(host);
    return isPublic ? null : msg('Pushes go to public addresses alone.');
  };

  return {
    publicKey,
    objectTo,
    async send({ endpoint, p256dh, auth }, message, { topic }) {
      const objection = objectTo(endpoint);
      if (objection) throw new PushRejected(objection);
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        message,
        { vapidDetails, TTL: DAY_SECONDS, topic, contentEncoding: 'aes128gcm' },
      );
      const status = await post(new URL(endpoint), headers, body, isOwn(new URL(endpoint)));
      if (status === 404 || status === 410) return 'gone';
      if (status >= 200 && status < 300) return 'sent';
      const said = `The push service answered ${status}.`;
      // 429 and 5xx pass; anything else is said of this very message
      throw status === 429 || status >= 500 ? new Error(said) : new PushRejected(said);
    },
  };
}

/** A push service wants to reach somebody; it takes no http address. */
function subjectOf(contact: string): string {
  const { protocol, hostname } = new URL(contact);
  return protocol === 'https:' ? contact : `mailto:no-reply@${hostname}`;
}

/** Names of inner networks have one part only, or an ending that the internet knows nothing of. */
const isPublicName = (host: string): boolean =>
  host.includes('.') &&
  !/\.(localhost|local|internal|intranet|lan|home|corp|home\.arpa|test|invalid|onion)\.?$/i.test(host);

/** Looks a name up, and connects to it only where all its addresses are public. */
const lookupPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, [], 0);
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return done(new PushRejected('Pushes go to public addresses alone.'), [], 0);
    const [first] = addresses;
    if (options.all) return done(null, addresses);
    return done(null, first?.address ?? '', first?.family);
  });
};

/** Gives the status; the answer itself says nothing that is needed. */
function post(url: URL, headers: Record<string, unknown>, body: Buffer, plain: boolean): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = (plain ? http : https).request(
      url,
      {
        method: 'POST',
        headers: headers as http.OutgoingHttpHeaders,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(plain ? {} : { lookup: lookupPublic }),
      },
      (response) => {
        response.destroy();
        resolve(response.statusCode ?? 500);
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}
