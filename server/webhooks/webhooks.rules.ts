import { keep, msg, withValues } from '#contract/text/said.ts';
import { createHmac } from 'node:crypto';
import { InnerAddress } from '#server/adapters/outbound.ts';

/** The header X-Signature: HMAC-SHA-256 of `t.body` in hex, `t` in seconds. */
export function sign(secret: string, body: string, now: number): string {
  const t = Math.floor(now / 1000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
}

const NOT_VERIFIED = keep('Its certificate could not be verified ({0}).');
const FAILED_WITH = keep('The connection failed ({0}).');

/** Why no answer came, in a sentence for the owner. */
export function explainFailure(error: unknown): string {
  if (error instanceof InnerAddress)
    return msg('This address leads inside a network. Only public addresses are called.');
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof Error && /^(AbortError|TimeoutError)$/.test(error.name))
    return msg('No answer came in time.');
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return msg('The name of the address could not be found.');
  if (code === 'ECONNREFUSED') return msg('Nobody listens at this address.');
  if (/CERT|SELF_SIGNED|ALTNAME|UNABLE_TO/.test(code)) return withValues(NOT_VERIFIED, code);
  return code ? withValues(FAILED_WITH, code) : msg('The connection failed.');
}
