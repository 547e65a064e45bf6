import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { msg } from '#contract/text/message.ts';
import { createTransport } from 'nodemailer';
import { isPrivateAddress } from '../private-networks.ts';
import { type Mail, MailRejected, rejectInjection } from './mail.ts';

const SECOND = 1000;
/** Health checks are public and must not be a way to flood the mail server. */
const VERIFY_INTERVAL_MS = 30 * SECOND;

/**
 * Mail by an SMTP server: `smtps://user:password@host:port`, or `smtp://` with STARTTLS, without which nothing is sent:
 * neither the password nor a reset link goes over a line that others read. `?encryption=none` gives that up, and must
 * be explicit, as must `?certificate=self-signed`, which holds in a private network only; a server on this very
 * machine needs neither.
 */
export function openSmtp({ url, from }: { url: string; from: string }): Mail {
  const transport = createTransport({
    ...connection(url),
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 30 * SECOND,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const { hostname, host, searchParams } = new URL(url);
  const beforeSending =
    searchParams.get('certificate') === 'self-signed' ? () => requirePrivate(bare(hostname)) : async () => {};
  let checked: { at: number; result: Promise<unknown> } | null = null;
  return {
    async send(message) {
      rejectInjection(message);
      try {
        await beforeSending();
        await transport.sendMail({
          from,
          to: { name: '', address: message.to },
          subject: message.subject,
          html: message.html,
          text: message.text,
          headers: { 'Auto-Submitted': 'auto-generated', ...message.headers },
        });
      } catch (error) {
        if (isFinal(error))
          throw new MailRejected('The mail server rejected this mail for good.', { cause: error });
        throw error;
      }
    },
    async check() {
      if (!checked || Date.now() - checked.at > VERIFY_INTERVAL_MS)
        checked = { at: Date.now(), result: beforeSending().then(() => transport.verify()) };
      await checked.result;
      return msg`SMTP at ${host}`;
    },
    close: () => transport.close(),
  };
}

function connection(url: string) {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  const secure = protocol === 'smtps:';
  const host = bare(hostname);
  const anyCertificate = searchParams.get('certificate') === 'self-signed' || isLoopback(host);
  return {
    host,
    requireTLS: !secure && searchParams.get('encryption') !== 'none' && !isLoopback(host),
    // a connection within this machine can't be intercepted, and Debian's servers have self-signed certificates
    ...(anyCertificate && { tls: { rejectUnauthorized: false } }),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
  };
}

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

/** Throws if a public mail server's certificate would be accepted unverified. */
async function requirePrivate(host: string): Promise<void> {
  for (const { address } of await lookup(host, { all: true }))
    if (!isPrivateAddress(address))
      throw Object.assign(new Error('The mail server is in no private network.'), { code: 'EPUBLIC' });
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** A 5xx answer to the recipient or the content stays what it is; to a login or a greeting it is a matter of settings. */
function isFinal(error: unknown): boolean {
  return (
    error instanceof Error &&
    'responseCode' in error &&
    typeof error.responseCode === 'number' &&
    error.responseCode >= 500 &&
    'code' in error &&
    (error.code === 'EENVELOPE' || error.code === 'EMESSAGE')
  );
}
