import type { Paypal } from '#standins/paypal/paypal.ts';
import type { Payments } from './payments.ts';
import { openPaypal } from './paypal.ts';
import { TEST_PAYMENTS_PATH } from './test-path.ts';

export interface OpenPayments {
  /** Null: payments are not set up. */
  readonly service: Payments | null;
  /** The built-in provider of PAYMENTS=test, to be mounted under TEST_PAYMENTS_PATH; null in a process without the web role. */
  readonly testProvider: Paypal | null;
}

export interface PaymentSettings {
  PAYMENTS: 'paypal' | 'test' | 'off';
  PAYPAL_API_URL: string;
  PAYPAL_CLIENT_ID?: string | undefined;
  PAYPAL_CLIENT_SECRET?: string | undefined;
  PAYPAL_WEBHOOK_ID?: string | undefined;
  DATA_DIR: string;
  PUBLIC_URL: string;
  ROLES: string[];
}

/**
 * The site's payments as set by PAYMENTS; a change of the settings applies to the next payment. `port` is
 * this server's: the built-in provider sends its webhooks there. `testSecret` is that provider's client
 * secret, the same in every process of the site.
 */
export async function openPayments(
  settings: PaymentSettings,
  { port, testSecret }: { port: () => number; testSecret: () => Promise<string> },
): Promise<OpenPayments> {
  const test = settings.PAYMENTS === 'test' ? await openTest(settings, port, await testSecret()) : null;
  let paypal: { key: string; service: Payments } | null = null;
  const openOnce = (): Payments => {
    const client = {
      apiUrl: settings.PAYPAL_API_URL,
      clientId: settings.PAYPAL_CLIENT_ID ?? '',
      clientSecret: settings.PAYPAL_CLIENT_SECRET ?? '',
      webhookId: settings.PAYPAL_WEBHOOK_ID ?? null,
    };
    const key = JSON.stringify(client);
    if (paypal?.key !== key) paypal = { key, service: openPaypal(client) };
    return paypal.service;
  };
  return {
    testProvider: test?.testProvider ?? null,
    get service() {
      if (settings.PAYMENTS === 'paypal') return openOnce();
      return settings.PAYMENTS === 'test' ? (test?.service ?? null) : null;
    },
  };
}

async function openTest(
  settings: PaymentSettings,
  port: () => number,
  clientSecret: string,
): Promise<OpenPayments> {
  const client = {
    apiUrl: `${settings.PUBLIC_URL}${TEST_PAYMENTS_PATH}`,
    clientId: 'test',
    clientSecret,
    webhookId: 'TEST-WEBHOOK',
  };
  // the provider is a single instance in the web process, beside its buttons: workers call it there
  if (!settings.ROLES.includes('web')) return { service: openPaypal(client), testProvider: null };
  // loaded only where it is used: never on a production server
  const { openTestPayments } = await import('./test-payments.ts');
  const { payments, provider } = openTestPayments({ ...client, dataDir: settings.DATA_DIR, port });
  return { service: payments, testProvider: provider };
}
