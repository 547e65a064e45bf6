import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { notFound } from './errors.ts';
import {
  approve,
  capture,
  makeOrder,
  refund,
  settleRefund,
  showCapture,
  showOrder,
  type Order,
  type Payer,
  type Refund,
} from './orders.ts';
import type { Switches } from './switches.ts';
import { Webhooks } from './webhooks.ts';

export interface ProviderOptions {
  webhookId: string;
  /** Where this is reached, without a slash at the end: goes into the certificate's address. */
  baseUrl: () => string;
  /** Where webhooks go; null sends none. */
  webhookUrl: () => string | null;
  /** A file that persists the orders across restarts. */
  journal?: string;
}

/** The provider's state: its orders, and the webhooks about them. */
export class Provider {
  readonly orders: Map<string, Order>;
  readonly webhooks: Webhooks;
  readonly switches: Switches = {
    outcome: null,
    refund: null,
    slowMs: 0,
    status: null,
    drop: null,
    duplicateWebhooks: false,
    reverseWebhooks: false,
    muteWebhooks: false,
    onCall: null,
  };
  private readonly options: ProviderOptions;

  constructor(options: ProviderOptions) {
    this.options = options;
    this.orders = readJournal(options.journal);
    this.webhooks = new Webhooks({ ...options, switches: this.switches });
  }

  /** Throws PaypalError 404. */
  find(id: string | undefined): Order {
    const order = this.orders.get(id ?? '');
    if (!order) throw notFound();
    return order;
  }

  /** Throws PaypalError 404. */
  findByCapture(id: string): Order {
    const order = [...this.orders.values()].find((each) => each.capture?.id === id);
    if (!order) throw notFound();
    return order;
  }

  create(body: unknown): Order {
    const order = makeOrder(body, now());
    this.orders.set(order.id, order);
    this.record(order);
    return order;
  }

  /** The buyer's yes. */
  approve(id: string, choice: { outcome?: Order['outcome']; payer?: Partial<Payer> } = {}): void {
    const order = this.find(id);
    approve(order, choice);
    this.record(order);
    this.webhooks.send('CHECKOUT.ORDER.APPROVED', 'checkout-order', showOrder(order, { full: true }));
  }

  capture(id: string | undefined): Order {
    const order = this.find(id);
    try {
      capture(order, now(), this.switches.outcome ?? order.outcome);
    } finally {
      this.record(order);
    }
    const event =
      order.capture?.status === 'PENDING' ? 'PAYMENT.CAPTURE.PENDING' : 'PAYMENT.CAPTURE.COMPLETED';
    this.webhooks.send('CHECKOUT.ORDER.COMPLETED', 'checkout-order', showOrder(order, { full: true }));
    this.webhooks.send(event, 'capture', showCapture(order));
    return order;
  }

  refund(order: Order, body: unknown): Refund {
    return this.sendRefundEvent(order, refund(order, body, this.switches.refund ?? 'COMPLETED'));
  }

  settleRefund(order: Order, status: Refund['status']): void {
    this.sendRefundEvent(order, settleRefund(order, status));
  }

  private sendRefundEvent(order: Order, refund: Refund): Refund {
    this.record(order);
    const self = `${this.options.baseUrl()}/v2/payments`;
    // as the real ones: only a link names the capture
    const event =
      refund.status === 'COMPLETED' ? 'PAYMENT.CAPTURE.REFUNDED' : `PAYMENT.REFUND.${refund.status}`;
    this.webhooks.send(event, 'refund', {
      ...refund,
      custom_id: order.custom_id,
      links: [
        { href: `${self}/refunds/${refund.id}`, rel: 'self', method: 'GET' },
        { href: `${self}/captures/${order.capture?.id}`, rel: 'up', method: 'GET' },
      ],
    });
    return refund;
  }

  private record(order: Order): void {
    if (this.options.journal) appendFileSync(this.options.journal, `${JSON.stringify(order)}\n`);
  }
}

const now = () => new Date().toISOString();

/** The orders of an earlier process. */
function readJournal(journal: string | undefined): Map<string, Order> {
  const orders = new Map<string, Order>();
  if (!journal) return orders;
  if (existsSync(journal)) {
    for (const line of readFileSync(journal, 'utf8').split('\n')) {
      // a process that died while writing leaves half a line
      if (!line.endsWith('}')) continue;
      const order = JSON.parse(line) as Order;
      orders.set(order.id, order);
    }
  }
  mkdirSync(dirname(journal), { recursive: true });
  return orders;
}
