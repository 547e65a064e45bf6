import { createVerify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { WebhookHeaders } from './payments.ts';

/** The five headers that sign a webhook; null when one is missing or is none of PayPal's. */
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

/** Certificates are taken from PayPal's hosts by https, or from the very origin the API is at (a stand-in). Nowhere else. */
export function isTrustedCertUrl(certUrl: string, apiUrl: string): boolean {
  if (!URL.canParse(certUrl)) return false;
  const url = new URL(certUrl);
  if (url.username || url.password) return false;
  const api = new URL(apiUrl);
  if (url.origin === api.origin) return true;
  // this machine goes by several names
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
