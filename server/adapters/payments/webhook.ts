import { createVerify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import type { PaymentEvent, WebhookHeaders } from './payments.ts';

/** The five headers that sign a webhook; null when one is missing or not PayPal's. */
export interface Signature {
  id: string;
  time: string;
  signature: string;
  certUrl: string;
  algorithm: string;
}

export function readSignature(headers: WebhookHeaders): Signature | null {
  const read = (name: string) => {
    const value = headers[`paypal-${name}`];
    return typeof value === 'string' && value.length > 0 && value.length < 2000 ? value : null;
  };
  const [id, time, signature, certUrl, algorithm] = [
    read('transmission-id'),
    read('transmission-time'),
    read('transmission-sig'),
    read('cert-url'),
    read('auth-algo'),
  ];
  return id && time && signature && certUrl && algorithm ? { id, time, signature, certUrl, algorithm } : null;
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Certificates are fetched only from PayPal's hosts over HTTPS, or from the API's own origin (a stand-in).
 */
export function isTrustedCertUrl(certUrl: string, apiUrl: string): boolean {
  if (!URL.canParse(certUrl)) return false;
  const url = new URL(certUrl);
  if (url.username || url.password) return false;
  const api = new URL(apiUrl);
  if (url.origin === api.origin) return true;
  // this machine has several names
  if (LOOPBACK.test(url.hostname) && LOOPBACK.test(api.hostname) && url.port === api.port) return true;
  return url.protocol === 'https:' && url.port === '' && /(^|\.)paypal\.com$/.test(url.hostname);
}

/** RSA-SHA256 over `id|time|webhookId|crc32(body)`; the body is the raw bytes as they came. */
export function isSignedBy(
  certificate: X509Certificate,
  { id, time, signature }: Signature,
  webhookId: string,
  body: Buffer,
): boolean {
  try {
    return createVerify('sha256')
      .update(`${id}|${time}|${webhookId}|${crc32(body)}`)
      .verify(certificate.publicKey, signature, 'base64');
  } catch {
    return false;
  }
}

/** The first certificate of a PEM text, if it is valid now; else null. */
export function readCertificate(pem: string, now: number): X509Certificate | null {
  try {
    const certificate = new X509Certificate(pem);
    return Date.parse(certificate.validFrom) <= now && now <= Date.parse(certificate.validTo)
      ? certificate
      : null;
  } catch {
    return null;
  }
}

/** Webhooks v1, as far as we read it: https://developer.paypal.com/api/rest/webhooks/event-names/ */
const PaypalEvent = z.object({
  id: z.string(),
  event_type: z.string(),
  resource_type: z.string().optional(),
  resource: z.object({
    id: z.string().optional(),
    links: z.array(z.object({ rel: z.string(), href: z.string() })).optional(),
    supplementary_data: z
      .object({
        related_ids: z
          .object({ order_id: z.string().optional(), capture_id: z.string().optional() })
          .optional(),
      })
      .optional(),
  }),
});

/** What an event is about; null where that can't be read. */
export function readEvent(body: Buffer): PaymentEvent | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString());
  } catch {
    return null;
  }
  const read = PaypalEvent.safeParse(parsed);
  if (!read.success) return null;
  const { id, event_type: type, resource } = read.data;
  const related = resource.supplementary_data?.related_ids;
  // a refund may name its capture, and a capture its order, by this link alone
  const up = resource.links?.find(({ rel }) => rel === 'up')?.href ?? '';
  const above = (kind: string) => new RegExp(`/${kind}/([\\w-]{1,64})$`).exec(up)?.[1] ?? null;
  return {
    id,
    type,
    paymentId: type.startsWith('CHECKOUT.ORDER.')
      ? (resource.id ?? null)
      : (related?.order_id ?? above('orders')),
    captureId:
      type.startsWith('PAYMENT.CAPTURE.') && !/REFUNDED|REVERSED/.test(type)
        ? (resource.id ?? null)
        : (related?.capture_id ?? above('captures')),
  };
}
