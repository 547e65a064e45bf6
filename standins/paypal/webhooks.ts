import { createSign, createVerify, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { makeCertificate } from './certificate.ts';
import type { Switches } from './switches.ts';

export interface Signed {
  headers: Record<string, string>;
  body: string;
}
export interface WebhookOptions {
  baseUrl: () => string;
  webhookId: string;
  webhookUrl: () => string | null;
  switches: Switches;
}

let identity: ReturnType<typeof makeCertificate> | null = null;

/** The provider's key, made when it first signs: that takes longer than everything else of a start. */
function identify(): ReturnType<typeof makeCertificate> {
  return (identity ??= makeCertificate('messageverificationcerts.paypal.com'));
}

/** Signs events, sends them, and remembers how they were answered. */
export class Webhooks {
  /** Everything sent so far, with the answers' statuses. */
  readonly sent: { event: string; status: number | null }[] = [];
  private readonly options: WebhookOptions;
  private queue: { event: string; signed: Signed }[] = [];
  private running = Promise.resolve();

  constructor(options: WebhookOptions) {
    this.options = options;
  }

  get certificate(): string {
    return identify().certificate;
  }

  /** Puts an event on its way. */
  send(event: string, resourceType: string, resource: unknown): void {
    if (this.options.switches.muteWebhooks || !this.options.webhookUrl()) return;
    this.queue.push({ event, signed: this.sign(event, resourceType, resource) });
    // a moment later, so that the answer to the call that caused it is out, and a batch can be turned round
    this.running = this.running.then(() => delay(20)).then(() => this.deliver());
  }

  /** A signed event that is not sent: for tests that post it themselves. */
  sign(event: string, resourceType: string, resource: unknown): Signed {
    const { baseUrl, webhookId } = this.options;
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
          .sign(identify().privateKey, 'base64'),
      },
    };
  }

  /** The postback call's check. */
  verify(claim: unknown): boolean {
    const {
      transmission_id: id,
      transmission_time: time,
      transmission_sig: signature,
      webhook_id: webhookId,
      webhook_event: event,
    } = (claim ?? {}) as Record<string, unknown>;
    if (webhookId !== this.options.webhookId || typeof signature !== 'string') return false;
    return createVerify('sha256')
      .update(`${String(id)}|${String(time)}|${webhookId}|${crc32(JSON.stringify(event))}`)
      .verify(this.certificate, signature, 'base64');
  }

  /** Once all that is on its way has arrived. */
  async settled(): Promise<void> {
    await this.running;
  }

  private async deliver(): Promise<void> {
    const { switches, webhookUrl } = this.options;
    const batch = switches.reverseWebhooks ? this.queue.toReversed() : this.queue;
    this.queue = [];
    for (const { event, signed } of batch) {
      const url = webhookUrl();
      for (let time = switches.duplicateWebhooks ? 2 : 1; url && time > 0; time--)
        this.sent.push({ event, status: await post(url, signed) });
    }
  }
}

/** The status of the answer, null when none came. */
async function post(url: string, { headers, body }: Signed): Promise<number | null> {
  const request = { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) };
  return fetch(url, request).then(
    (answer) => answer.status,
    () => null,
  );
}
