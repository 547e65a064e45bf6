import http from 'node:http';
import https from 'node:https';
import type { TLSSocket } from 'node:tls';
import { RESUMABLE_PATH } from '#contract/submissions/resumable.ts';
import { MAX_UPLOAD } from '#contract/submissions/submissions.ts';
import { msg } from '#contract/text/message.ts';
import { knowsPublicUrl, type Settings } from '#server/app/start/settings.ts';
import { failed, off, ok, warning, type Check } from './check.ts';

const MIN_CERTIFICATE_DAYS = 14;
const PROXY = msg('Set TRUST_PROXY to the number of proxies in front, or their addresses.');
/** Uploads come in pieces of this size where the browser can (web/submissions/upload.ts). */
const PIECE = 8 << 20;
const REACH = msg(
  "No action needed if this machine can't reach its own public address. Otherwise, check PUBLIC_URL.",
);

export const reachChecks: Check[] = [
  {
    name: msg('Public address'),
    advice: REACH,
    async run({ settings }) {
      const { production, PUBLIC_URL } = settings;
      return production && !knowsPublicUrl(settings)
        ? failed(
            msg`PUBLIC_URL is not set, so links in emails and on shared pages point to ${PUBLIC_URL}`,
            msg(
              'Set PUBLIC_URL to the address visitors use, or accept the suggestion in the Admin Dashboard, Overview.',
            ),
          )
        : ok(PUBLIC_URL);
    },
  },
  {
    name: msg('Your address'),
    advice: PROXY,
    async run({ request, settings }) {
      if (!request) return off(msg('The dashboard shows which address it sees for you'));
      const { address, peer, forwarded } = request;
      if (forwarded && address === peer)
        return warning(msg`${address}, a proxy's address: all its visitors share the same limits`, PROXY);
      return ok(settings.TRUST_PROXY ? msg`${address}, via a proxy` : address);
    },
  },
  {
    name: msg('Upload limit'),
    advice: REACH,
    async run({ settings }) {
      const [whole, piece] = await Promise.all([
        probeUpload(settings, MAX_UPLOAD + (1 << 20)),
        probeUpload(settings, PIECE),
      ]).catch(() => [null, null]);
      if (whole === null || piece === null)
        return warning(msg`${settings.PUBLIC_URL} isn't responding here`, REACH);
      if (piece.status === 413)
        return failed(
          msg('A proxy in front rejects 8 MiB chunks'),
          msg('Raise its limit (nginx: client_max_body_size 320m).'),
        );
      return whole.status === 413
        ? warning(
            msg('A proxy in front rejects single uploads of 300 MiB'),
            msg('Raise its limit (nginx: client_max_body_size 320m).'),
          )
        : ok(msg('Uploads of 300 MiB reach the site'));
    },
  },
  {
    name: msg('Certificate'),
    advice: REACH,
    async run({ settings, clock }) {
      if (!settings.PUBLIC_URL.startsWith('https:')) return off(msg("PUBLIC_URL doesn't use https"));
      const { certificateEnds } = await probeUpload(settings, 0);
      if (certificateEnds === null) throw new Error(msg('none'));
      const days = Math.floor((certificateEnds - clock.now()) / (24 * 3600 * 1000));
      return days < MIN_CERTIFICATE_DAYS
        ? warning(msg`Expires in ${days} days`, msg('Renew it, and check why automatic renewal failed.'))
        : ok(msg`Valid for ${days} more days`);
    },
  },
];

/** Announces a body of this size and sends none: a proxy with a lower limit refuses it at the announcement. */
function probeUpload(
  { PUBLIC_URL }: Settings,
  bytes: number,
): Promise<{ status: number; certificateEnds: number | null }> {
  const url = new URL(RESUMABLE_PATH, PUBLIC_URL);
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      headers: { 'content-length': bytes, expect: '100-continue', connection: 'close' },
      signal: AbortSignal.timeout(4_000),
    });
    const answer = (status: number) => {
      const socket = request.socket as Partial<TLSSocket> | null;
      const ends = socket?.getPeerCertificate?.().valid_to;
      resolve({ status, certificateEnds: ends ? Date.parse(ends) : null });
      request.destroy();
    };
    request.on('continue', () => answer(100));
    request.on('response', ({ statusCode = 0 }) => answer(statusCode));
    request.on('error', reject);
    request.flushHeaders();
  });
}
