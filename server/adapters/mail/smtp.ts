import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import { keep, withValues } from '#contract/text/said.ts';
import { isPrivateAddress } from '../private-networks.ts';
import { lookUpService } from '../resolver.ts';
import { type Mail, MailRejected, rejectInjection } from './mail.ts';

const SMTP = keep('SMTP at {0}');
const SECOND = 1000;
const CONNECT_MS = 10 * SECOND;
/** Whoever asks for the site's health must not be able to make it knock at the mail server at will. */
const CHECK_KEPT_MS = 30 * SECOND;

/**
 * Mail by an SMTP server: `smtps://user:password@host:port`, or `smtp://` with STARTTLS, without which nothing is sent:
 * neither the password nor a reset link goes over a line that others read. `?encryption=none` gives that up, and needs
 * saying, as does `?certificate=self-signed`, which holds in a private network only; a server on this very machine needs
 * neither.
 */
export function openSmtp({
  url,
  from,
  lookup = lookUpService,
}: {
  url: string;
  from: string;
  lookup?: LookupFunction;
}): Mail {
  const { host: bareHost, port, ...options } = connection(url);
  const { host, searchParams } = new URL(url);
  const onlyPrivate = searchParams.get('certificate') === 'self-signed';
  const transport = createTransport({
    ...options,
    host: bareHost,
    port,
    // its own way to look up names ends with getaddrinfo
    getSocket: (_options: unknown, done: (error: Error | null, given: object) => void) =>
      void connectTo({ host: bareHost, port, lookup, onlyPrivate }).then(
        (socket) => done(null, { connection: socket }),
        (error: Error) => done(error, {}),
      ),
    pool: true,
    maxConnections: 2,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 30 * SECOND,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  let checked: { at: number; result: Promise<unknown> } | null = null;
  return {
    async send(message) {
      rejectInjection(message);
      try {
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
      if (!checked || Date.now() - checked.at > CHECK_KEPT_MS)
        checked = { at: Date.now(), result: transport.verify() };
      await checked.result;
      return withValues(SMTP, host);
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
    // nobody is on the way to a server on this machine, and Debian's make their certificates themselves
    ...(anyCertificate && { tls: { rejectUnauthorized: false } }),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
  };
}

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

/** `onlyPrivate`: throws where a certificate that nobody vouches for would be accepted from somewhere on the internet. */
async function connectTo(to: {
  host: string;
  port: number;
  lookup: LookupFunction;
  onlyPrivate: boolean;
}): Promise<Socket> {
  const { host, port, onlyPrivate } = to;
  const isRejected = (addresses: string[]) => onlyPrivate && !addresses.every(isPrivateAddress);
  const notPrivate = () =>
    Object.assign(new Error('The mail server is in no private network.'), { code: 'EPUBLIC' });
  if (isIP(host) && isRejected([host])) throw notPrivate();
  const lookup: LookupFunction = (name, options, done) =>
    to.lookup(name, options, (error, found, family) => {
      const addresses = typeof found === 'string' ? [found] : found.map(({ address }) => address);
      done(error ?? (isRejected(addresses) ? notPrivate() : null), found, family);
    });
  return await new Promise((resolve, reject) => {
    const socket = connect({ host, port, lookup });
    socket.setTimeout(CONNECT_MS, () =>
      socket.destroy(Object.assign(new Error('The mail server does not answer.'), { code: 'ETIMEDOUT' })),
    );
    socket.on('error', reject).once('connect', () => resolve(socket.setTimeout(0)));
  });
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
