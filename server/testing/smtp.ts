import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { CERTIFICATE_KEY } from './certificates.ts';

export interface Received {
  from: string;
  to: string[];
  raw: Buffer;
}

export interface TestSmtp {
  /** For SMTP_URL. */
  url: string;
  port: number;
  received: Received[];
  stop(): Promise<void>;
}

/** A real SMTP server that accepts every mail unless `refuse` rejects it. */
export async function startSmtp({
  port = 0,
  refuse = () => null,
  certificate,
}: {
  port?: number;
  refuse?: (address: string) => Error | null;
  /** Offers STARTTLS with it. */
  certificate?: string;
} = {}): Promise<TestSmtp> {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    ...(certificate === undefined
      ? { disabledCommands: ['STARTTLS'] }
      : { cert: certificate, key: CERTIFICATE_KEY }),
    // the site's connections are persistent
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, callback) => callback(refuse(address)),
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks),
        });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const taken = (server.server.address() as AddressInfo).port;
  return {
    url: `smtp://127.0.0.1:${taken}`,
    port: taken,
    received,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

/** The mails to this person, once there are `count`; waits up to 20 s for them. */
export async function waitForReceived({ received }: TestSmtp, to: string, count = 1): Promise<Email[]> {
  for (let tries = 0; tries < 400; tries += 1) {
    const found = received.filter((mail) => mail.to.includes(to));
    if (found.length >= count) return Promise.all(found.map(({ raw }) => PostalMime.parse(raw)));
    await wait(50);
  }
  throw new Error(`Fewer than ${count} mails came to ${to} within 20 s.`);
}
