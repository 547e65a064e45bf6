import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createPaypal, type Paypal } from '#standins/paypal/paypal.ts';
import type { Payments } from './payments.ts';
import { openPaypal } from './paypal.ts';
import { TEST_PAYMENTS_PATH } from './test-path.ts';

/** PAYMENTS=test: the same client, the same protocol, the provider inside this process. Its orders outlive restarts. */
export function openTestPayments({
  dataDir,
  publicUrl,
  port,
}: {
  dataDir: string;
  publicUrl: string;
  port: () => number;
}): { payments: Payments; provider: Paypal } {
  const credentials = {
    clientId: 'test',
    clientSecret: randomBytes(24).toString('hex'),
    webhookId: 'TEST-WEBHOOK',
  };
  const apiUrl = `${publicUrl}${TEST_PAYMENTS_PATH}`;
  const provider = createPaypal({
    ...credentials,
    baseUrl: () => apiUrl,
    webhookUrl: () => `http://127.0.0.1:${port()}/api/payments/paypal/webhook`,
    journal: join(dataDir, 'test-payments.jsonl'),
    label: 'Test payments',
  });
  const send = async (url: string, init: RequestInit): Promise<Response> => {
    const answer = await provider.handle({
      method: init.method ?? 'GET',
      path: new URL(url).pathname.slice(new URL(apiUrl).pathname.length),
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === 'string' ? init.body : '',
    });
    if (answer === 'drop') throw new TypeError('fetch failed');
    return new Response(answer.body, { status: answer.status, headers: { 'content-type': answer.type } });
  };
  return { provider, payments: openPaypal({ ...credentials, apiUrl, send }) };
}
