import type { Paypal } from '#standins/paypal/paypal.ts';
import type { Payments } from './payments.ts';
import { openPaypal } from './paypal.ts';

export interface OpenPayments {
  /** Null: payments are not set up. */
  service: Payments | null;
  /** The built-in provider of PAYMENTS=test, to be mounted under TEST_PAYMENTS_PATH. */
  testProvider: Paypal | null;
}

/** The payments of this site by PAYMENTS. `port` is where this server listens: the built-in provider's webhooks go there. */
export async function openPayments(
  settings: {
    PAYMENTS: 'paypal' | 'test' | 'off';
    PAYPAL_API_URL: string;
    PAYPAL_CLIENT_ID?: string | undefined;
    PAYPAL_CLIENT_SECRET?: string | undefined;
    PAYPAL_WEBHOOK_ID?: string | undefined;
    DATA_DIR: string;
    PUBLIC_URL: string;
  },
  port: () => number,
): Promise<OpenPayments> {
  if (settings.PAYMENTS === 'paypal') {
    return {
      testProvider: null,
      service: openPaypal({
        apiUrl: settings.PAYPAL_API_URL,
        clientId: settings.PAYPAL_CLIENT_ID ?? '',
        clientSecret: settings.PAYPAL_CLIENT_SECRET ?? '',
        webhookId: settings.PAYPAL_WEBHOOK_ID ?? null,
      }),
    };
  }
  if (settings.PAYMENTS === 'off') return { service: null, testProvider: null };
  // loaded only where it is used: a production server never holds it
  const { openTestPayments } = await import('./test-payments.ts');
  const { payments, provider } = openTestPayments({
    dataDir: settings.DATA_DIR,
    publicUrl: settings.PUBLIC_URL,
    port,
  });
  return { service: payments, testProvider: provider };
}
