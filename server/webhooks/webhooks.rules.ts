import { storedMessages, type StoredMessage } from '#contract/text/message.ts';
import { createHmac } from 'node:crypto';
import { InnerAddress } from '#server/adapters/outbound.ts';

/** The header X-Signature: HMAC-SHA-256 of `t.body` in hex, `t` in seconds. */
export function sign(secret: string, body: string, now: number): string {
  const t = Math.floor(now / 1000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
}

/** Why a webhook got no success. */
export const DELIVERIES = storedMessages('webhooks', {
  OFF: 'The webhook is turned off.',
  LOCKED: 'Its secret was encrypted with a different key. Please add the webhook again.',
  ANSWERED: 'The receiver responded with status {0}.',
  INNER_ADDRESS: 'This address points to a private network. Only public addresses are allowed.',
  LATE: 'The request timed out.',
  NOT_FOUND: "Couldn't find this address's host name.",
  NOBODY_LISTENS: 'Nothing is listening at this address.',
  NOT_VERIFIED: "Couldn't verify its certificate ({0}).",
  FAILED: 'The connection failed.',
  FAILED_WITH: 'The connection failed ({0}).',
});

/** Why no answer came. */
export function explainFailure(error: unknown): StoredMessage {
  if (error instanceof InnerAddress) return DELIVERIES.INNER_ADDRESS();
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof Error && /^(AbortError|TimeoutError)$/.test(error.name)) return DELIVERIES.LATE();
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return DELIVERIES.NOT_FOUND();
  if (code === 'ECONNREFUSED') return DELIVERIES.NOBODY_LISTENS();
  if (/CERT|SELF_SIGNED|ALTNAME|UNABLE_TO/.test(code)) return DELIVERIES.NOT_VERIFIED(code);
  return code ? DELIVERIES.FAILED_WITH(code) : DELIVERIES.FAILED();
}
