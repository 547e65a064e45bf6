import { join } from 'node:path';
import { createPaypal, type Paypal } from '#standins/paypal/paypal.ts';
import type { Payments } from './payments.ts';
import { openPaypal } from './paypal.ts';

/** PAYMENTS=test: the same client, the same protocol, the provider inside this process. Its orders outlive restarts. */
export function openTestPayments({
  dataDir,
  port,
  ...client
}: {
  apiUrl: string;
  clientId: string;
  clientSecret: string;
  webhookId: string;
  dataDir: string;
  port: () => number;
}): { payments: Payments; provider: Paypal } {
  const { apiUrl } = client;
  const provider = createPaypal({
    ...client,
    baseUrl: () => apiUrl,
    webhookUrl: () => `http://127.0.0.1:${port()}/api/payments/paypal/webhook`,
    journal: join(dataDir, 'test-payments.jsonl'),
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
  return { provider, payments: openPaypal({ ...client, send }) };
}
