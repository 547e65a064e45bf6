import { t } from '@lingui/core/macro';
import { formatter } from '#web/ui/intl.ts';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { PlacedOrder } from '#contract/orders/orders.ts';
import { sumCart } from '#contract/shop/shipping.ts';
import type { CartLine } from '#contract/shop/shop.ts';
import { ApiError } from '#web/app/client/call.ts';
import { useConfig } from '#web/app/config.ts';
import { useFields } from '#web/app/forms/form.ts';
import type { Fields } from '#web/app/forms/form.ts';
import { backend } from '#web/app/client/backend.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { DRAWN, drawn } from '#web/ui/drawn.ts';
import { formatMoney } from '#web/app/i18n/money.ts';
import type { Payer } from '#web/ui/controls/PaypalButtons.tsx';
import { Spinner } from '#web/ui/lists/Spinner.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { placeOrder, startCheckout } from './orders.queries.ts';
import type { StartedCheckout } from './orders.queries.ts';
import { emptyShipping, missingIn, ShippingForm } from './ShippingForm.tsx';
import type { Shipping } from './ShippingForm.tsx';

const PaypalButtons = lazy(async () => ({
  default: (await import('#web/ui/controls/PaypalButtons.tsx')).PaypalButtons,
}));

/** The shipping form, then the pay button, then the provider's own buttons. */
export function Checkout({
  lines,
  onPaying,
  onOrdered,
}: {
  lines: CartLine[];
  onPaying: (paying: boolean) => void;
  onOrdered: (order: PlacedOrder) => void;
}) {
  const { shipsTo, shipping: shippingPrice } = useConfig();
  const shipping = useFields(emptyShipping(shipsTo));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [paying, setPaying] = useState(false);
  const form = useRef<HTMLElement>(null);
  useEffect(() => {
    form.current?.querySelector('input')?.focus({ preventScroll: true });
    // newer browsers answer with a promise, which is no clean-up
    void form.current?.scrollIntoView({ behavior: 'smooth', block: 'nearest' });
    // who pays is led nowhere else
    document.documentElement.toggleAttribute('data-checkout', true);
    return () => void document.documentElement.toggleAttribute('data-checkout', false);
  }, []);
  const show = (now: boolean): void => {
    setPaying(now);
    onPaying(now);
  };
  const missing = missingIn(shipping.values);
  const complete = missing.length === 0;
  const set: Fields<Shipping>['set'] = (name, value) => {
    shipping.set(name, value);
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([each]) => each !== name)));
    if (missingIn({ ...shipping.values, [name]: value }).length > 0) show(false);
  };
  return (
    <section
      ref={form}
      aria-labelledby="shipping"
      className="scroll-mt-20 rounded-card border border-line bg-surface p-5"
    >
      <h2 id="shipping" className="mb-4 text-lg">
        {t`Shipping Information`}
      </h2>
      <ShippingForm fields={{ values: shipping.values, set }} errors={errors} />
      <div className="mt-5 flex min-h-13 flex-col justify-center gap-3">
        {!paying && <PayArea lines={lines} missing={missing} onPay={() => show(true)} />}
        {complete && paying && (
          <Payment
            shown={sumCart(lines, shippingPrice).total / 100}
            start={() =>
              startCheckout(
                {
                  ...shipping.values,
                  items: lines.map(({ productId, quantity }) => ({ productId, quantity })),
                },
                lines,
              )
            }
            onOrdered={onOrdered}
            onClose={() => show(false)}
            onInvalid={(fields) => {
              setErrors(fields);
              const names = Object.keys(fields).map((name) => `[name="${name}"]`);
              if (names.length > 0) form.current?.querySelector<HTMLElement>(names.join())?.focus();
            }}
          />
        )}
      </div>
    </section>
  );
}

/** Always there: the button, or one sentence about why there is none. */
function PayArea({ lines, missing, onPay }: { lines: CartLine[]; missing: string[]; onPay: () => void }) {
  const { payments, shopOpen, shipping } = useConfig();
  const { total } = sumCart(lines, shipping);
  if (!shopOpen)
    return (
      <p role="status" className="font-semibold text-warn">
        {t`The shop is currently closed.`}
      </p>
    );
  if (payments === 'off')
    return (
      <p role="status" className="font-semibold text-warn">
        {t`Payments aren’t set up on this site yet.`}
      </p>
    );
  if (missing.length > 0) {
    const fields = formatter(Intl.ListFormat, { type: 'conjunction' }).format(missing);
    return <p className="text-center text-ink-soft">{t`Fill in ${fields} to pay.`}</p>;
  }
  return (
    <>
      {payments === 'test' && (
        <p className="rounded-control bg-warn/14 px-3 py-2 text-sm font-semibold text-warn">
          {t`Test payments: you won’t be charged.`}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button variant="primary" size="lg" className="grow" onClick={onPay}>
          {t`Pay with PayPal`}
        </Button>
        {/* the summary announces it to screen readers */}
        <span
          aria-hidden="true"
          className={`numbers text-xl font-bold ${DRAWN}`}
          {...drawn(formatMoney(total / 100))}
        />
      </div>
    </>
  );
}

interface PaymentProps {
  /** The total that the page shows. */
  shown: number;
  start: () => Promise<StartedCheckout>;
  onOrdered: (order: PlacedOrder) => void;
  onClose: () => void;
  onInvalid: (fields: Record<string, string>) => void;
}

function Payment({ shown, start, onOrdered, onClose, onInvalid }: PaymentProps) {
  const { payments, paypalClientId, paypalSdkUrl, currency } = useConfig();
  const [saving, setSaving] = useState(false);
  const started = useRef<StartedCheckout | null>(null);
  const failed = useRef<unknown>(null);

  const create = async (): Promise<string> => {
    try {
      failed.current = null;
      started.current = await start();
      const { totalAmount } = started.current;
      if (totalAmount !== shown)
        toast(t`The total is now ${formatMoney(totalAmount)}`, {
          text: t`A price has changed since you opened this page.`,
        });
      return started.current.paypalOrderId;
    } catch (error) {
      failed.current = error;
      throw error;
    }
  };
  const approve = async (payer: Payer): Promise<void> => {
    if (!started.current) return;
    const { paypalOrderId } = started.current;
    setSaving(true);
    try {
      onOrdered(await persist(started.current, payer));
    } catch (error) {
      setSaving(false);
      if (error instanceof ApiError && error.status < 500)
        abandon(t`Payment failed. Please try again.`, error.message);
      else
        abandon(
          t`Payment successful but failed to save order. Please contact support with your PayPal transaction ID.`,
          t`Transaction ID: ${paypalOrderId}`,
        );
    }
  };
  const abandon = (title: string, text?: string): void => {
    toast(title, { kind: 'bad', text });
    onClose();
  };
  const fail = (error: unknown): void => {
    const reason = failed.current ?? error;
    if (reason instanceof ApiError) onInvalid(reason.fields);
    abandon(t`Payment failed. Please try again.`, reason instanceof ApiError ? reason.message : undefined);
  };

  if (!paypalClientId || !paypalSdkUrl) return null;
  return (
    <div aria-busy={saving} className="relative">
      {payments === 'test' && <p className="sr-only">{t`Test payments`}</p>}
      <Suspense fallback={<Spinner />}>
        <PaypalButtons
          clientId={paypalClientId}
          currency={currency}
          sdkUrl={new URL(backend(paypalSdkUrl), location.href).href}
          createOrder={create}
          onApprove={approve}
          onCancel={onClose}
          onError={fail}
        />
      </Suspense>
      {saving && (
        <p role="status" className="mt-3 flex items-center gap-2 font-semibold">
          <Spinner /> {t`Confirming your payment...`}
        </p>
      )}
    </div>
  );
}

const TRIES = 4;
const WAIT_MS = 500;

/** Approved money must not be lost to a hiccup of the network: the same call again gives the same order. */
async function persist(checkout: StartedCheckout, payer: Payer): Promise<PlacedOrder> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await placeOrder(checkout, payer);
    } catch (error) {
      if (attempt >= TRIES || (error instanceof ApiError && error.status < 500)) throw error;
      await new Promise((done) => {
        setTimeout(done, WAIT_MS * attempt);
      });
    }
  }
}
