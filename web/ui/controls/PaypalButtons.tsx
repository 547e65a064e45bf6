import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { PayPalButtons, PayPalScriptProvider, usePayPalScriptReducer } from '@paypal/react-paypal-js';
import { useState } from 'react';
import { Button } from './Button.tsx';
import { Spinner } from '../lists/Spinner.tsx';

/** The payer, as far as the provider's script returns it. */
export interface Payer {
  id: string | null;
  email: string | null;
}

const PAYER_WAIT_MS = 3000;

/** The email takes a separate call of the script, which must never block the order. */
async function readPayer(
  { payerID }: { payerID?: string | null },
  { order }: { order?: { get(): Promise<{ payer?: { email_address?: string } }> } | undefined },
): Promise<Payer> {
  const late = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), PAYER_WAIT_MS);
  });
  const details = await Promise.race([order?.get().catch(() => null) ?? null, late]);
  return { id: payerID ?? null, email: details?.payer?.email_address ?? null };
}

/** The provider's windows follow the page's language, such as `de_DE`; in English they are the provider's to choose. */
function inLanguage(tag: string): { locale?: string } {
  const { language, region } = new Intl.Locale(tag).maximize();
  return tag === 'en' ? {} : { locale: `${language}_${region}` };
}

interface Handlers {
  /** Gives the provider's id of the payment to approve. */
  createOrder: () => Promise<string>;
  /** `restart` opens the provider's window again, e.g. after a decline. */
  onApprove: (payer: Payer) => Promise<void>;
  onCancel: () => void;
  onError: (error: unknown) => void;
}

/** PayPal's own buttons, vertical, blue, rect, from the script at `sdkUrl`. Loaded only at checkout. */
export function PaypalButtons({
  clientId,
  sdkUrl,
  currency,
  ...handlers
}: Handlers & { clientId: string; sdkUrl: string; currency: string }) {
  const [attempt, setAttempt] = useState(1);
  return (
    <PayPalScriptProvider
      key={attempt}
      options={{ clientId, currency, intent: 'capture', sdkBaseUrl: sdkUrl, ...inLanguage(i18n.locale) }}
    >
      <Loaded {...handlers} onRetry={() => setAttempt(attempt + 1)} />
    </PayPalScriptProvider>
  );
}

function Loaded({ createOrder, onApprove, onCancel, onError, onRetry }: Handlers & { onRetry: () => void }) {
  const [{ isPending, isRejected }] = usePayPalScriptReducer();
  if (isRejected) {
    return (
      <div role="alert" className="flex flex-col items-start gap-3">
        <p className="font-semibold text-bad">{t`Failed to load the PayPal JS SDK script.`}</p>
        <Button onClick={onRetry}>{t`Try Again`}</Button>
      </div>
    );
  }
  return (
    <>
      {isPending && (
        <p role="status" className="flex items-center gap-2 text-ink-soft">
          <Spinner /> {t`Loading payment options...`}
        </p>
      )}
      <PayPalButtons
        style={{ layout: 'vertical', color: 'blue', shape: 'rect' }}
        createOrder={createOrder}
        onApprove={async (data, actions) => onApprove(await readPayer(data, actions))}
        onCancel={onCancel}
        onError={onError}
      />
    </>
  );
}
