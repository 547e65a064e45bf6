import { isIP } from 'node:net';
import { createTransport } from 'nodemailer';
import { type Mail, MailRejected, rejectInjection } from './mail.ts';

const SECOND = 1000;
/** Whoever asks for the site's health must not be able to make it knock at the mail server at will. */
const CHECK_KEPT_MS = 30 * SECOND;

/**
 * Mail by an SMTP server: `smtps://user:password@host:port`, or `smtp://` with STARTTLS, without which nothing is sent:
 * neither the password nor a reset link goes over a line that others read. `?encryption=none` gives that up, and needs
 * saying; a server on this very machine needs neither.
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
  let checked: { at: number; result: Promise<true> } | null = null;
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
      return `SMTP at ${new URL(url).host}`;
    },
    close: () => transport.close(),
  };
}

function connection(url: string) {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  const secure = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    requireTLS: !secure && searchParams.get('encryption') !== 'none' && !isLoopback(host),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
  };
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
