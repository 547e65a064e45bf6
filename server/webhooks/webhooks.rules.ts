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
  OFF: 'The webhook is switched off.',
  LOCKED: 'Its secret was locked with another key. Please add the webhook anew.',
  ANSWERED: 'The receiver answered with status {0}.',
  INNER_ADDRESS: 'This address leads inside a network. Only public addresses are called.',
  LATE: 'No answer came in time.',
  NOT_FOUND: 'The name of the address could not be found.',
  NOBODY_LISTENS: 'Nobody listens at this address.',
  NOT_VERIFIED: 'Its certificate could not be verified ({0}).',
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
