import { createSign, createVerify, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { makeCertificate } from './certificate.ts';
import type { Switches } from './switches.ts';

export interface Signed {
  headers: Record<string, string>;
  body: string;
}
export interface Webhooks {
  certificate: string;
  /** Puts an event on its way. */
  send(event: string, resourceType: string, resource: unknown): void;
  /** A signed event that is not sent: for tests that post it themselves. */
  sign(event: string, resourceType: string, resource: unknown): Signed;
  /** The postback call's check. */
  verify(claim: unknown): boolean;
  /** Everything sent so far, with the answers' statuses. */
  sent: { event: string; status: number | null }[];
  /** Once all that is on its way has arrived. */
  settled(): Promise<void>;
}

export function createWebhooks({
  baseUrl,
  webhookId,
  webhookUrl,
  switches,
}: {
  baseUrl: () => string;
  webhookId: string;
  webhookUrl: () => string | null;
  switches: Switches;
}): Webhooks {
  const { privateKey, certificate } = makeCertificate('messageverificationcerts.paypal.com');
  const sent: Webhooks['sent'] = [];
  let queue: { event: string; signed: Signed }[] = [];
  let running = Promise.resolve();

  const sign: Webhooks['sign'] = (event, resourceType, resource) => {
    const body = JSON.stringify({
      id: `WH-${randomUUID()}`,
      event_version: '1.0',
      create_time: new Date().toISOString(),
      resource_type: resourceType,
      resource_version: '2.0',
      event_type: event,
      summary: event,
      resource,
      links: [],
    });
    const id = randomUUID();
    const time = new Date().toISOString();
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'paypal-transmission-id': id,
        'paypal-transmission-time': time,
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-cert-url': `${baseUrl()}/v1/notifications/certs/CERT-TEST`,
        'paypal-transmission-sig': createSign('sha256')
          .update(`${id}|${time}|${webhookId}|${crc32(body)}`)
          .sign(privateKey, 'base64'),
      },
    };
  };
  const deliver = async () => {
    const batch = switches.reverseWebhooks ? queue.reverse() : queue;
    queue = [];
    for (const { event, signed } of batch) {
      const url = webhookUrl();
      for (let time = switches.duplicateWebhooks ? 2 : 1; url && time > 0; time--) {
        const status = await fetch(url, {
          method: 'POST',
          headers: signed.headers,
          body: signed.body,
          signal: AbortSignal.timeout(10_000),
        }).then(
          (answer) => answer.status,
          () => null,
        );
        sent.push({ event, status });
      }
    }
  };

  return {
    certificate,
    sent,
    sign,
    send(event, resourceType, resource) {
      if (switches.muteWebhooks || !webhookUrl()) return;
      queue.push({ event, signed: sign(event, resourceType, resource) });
      // a moment later, so that the answer to the call that caused it is out, and a batch can be turned round
      running = running
        .then(
          () =>
            new Promise((done) => {
              setTimeout(done, 20);
            }),
        )
        .then(deliver);
    },
    verify(claim) {
      const {
        transmission_id: id,
        transmission_time: time,
        transmission_sig: signature,
        webhook_id: hook,
        webhook_event: event,
      } = (claim ?? {}) as Record<string, unknown>;
      if (hook !== webhookId || typeof signature !== 'string') return false;
      return createVerify('sha256')
        .update(`${String(id)}|${String(time)}|${webhookId}|${crc32(JSON.stringify(event))}`)
        .verify(certificate, signature, 'base64');
    },
    async settled() {
      await running;
    },
  };
}
