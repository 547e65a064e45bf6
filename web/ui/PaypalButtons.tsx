import { PayPalButtons, PayPalScriptProvider, usePayPalScriptReducer } from '@paypal/react-paypal-js';
import { useState } from 'react';
import { Button } from './Button.tsx';
import { Spinner } from './Spinner.tsx';

interface Handlers {
  /** Gives the provider's id of the payment to approve. */
  createOrder: () => Promise<string>;
  /** `restart` opens the provider's window again, e.g. after a decline. */
  onApprove: (paymentId: string) => Promise<void>;
  onCancel: () => void;
  onError: (error: unknown) => void;
}

/** PayPal's own buttons, vertical, blue, rect, from the script at `sdkUrl`. Fetched only where somebody is about to pay. */
export function PaypalButtons({
  clientId,
  sdkUrl,
  ...handlers
}: Handlers & { clientId: string; sdkUrl: string }) {
  const [attempt, setAttempt] = useState(1);
  return (
    <PayPalScriptProvider
      key={attempt}
      options={{ clientId, currency: 'USD', intent: 'capture', sdkBaseUrl: sdkUrl }}
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
        <p className="font-semibold text-bad">Failed to load the PayPal JS SDK script.</p>
        <Button onClick={onRetry}>Try Again</Button>
      </div>
    );
  }
  return (
    <>
      {isPending && (
        <p role="status" className="flex items-center gap-2 text-ink-soft">
          <Spinner /> Loading payment options...
        </p>
      )}
      <PayPalButtons
        style={{ layout: 'vertical', color: 'blue', shape: 'rect' }}
        createOrder={createOrder}
        onApprove={({ orderID }) => onApprove(orderID)}
        onCancel={onCancel}
        onError={onError}
      />
    </>
  );
}
