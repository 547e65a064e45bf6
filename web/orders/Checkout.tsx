import { t } from '@lingui/core/macro';
import { formatter } from '#web/ui/intl.ts';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PlacedOrder, Quote } from '#contract/orders/orders.ts';
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
import { BuyerFields, type CheckoutFields } from './BuyerFields.tsx';
import { emptyShipping, missingIn, ShippingForm } from './ShippingForm.tsx';
import { listSums, SumRows } from './SumRows.tsx';
import { toItems, type CartSums, type CartTerms } from './sums.ts';

const PaypalButtons = lazy(async () => ({
  default: (await import('#web/ui/controls/PaypalButtons.tsx')).PaypalButtons,
}));

/** The shipping form, then the pay button, then the provider's own buttons. */
export function Checkout({
  lines,
  sums,
  code,
  onDestination,
  onPaying,
  onOrdered,
}: {
  lines: CartLine[];
  /** What the page shows. */
  sums: CartSums;
  code: string | null;
  onDestination: (destination: Pick<CartTerms, 'shippingCountry' | 'shippingState'>) => void;
  onPaying: (paying: boolean) => void;
  onOrdered: (order: PlacedOrder) => void;
}) {
  const { shipsTo } = useConfig();
  const shipping = useFields({ ...emptyShipping(shipsTo), email: '', vatNumber: '' });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [started, setStarted] = useState<Promise<StartedCheckout> | null>(null);
  const form = useRef<HTMLElement>(null);
  const { shippingCountry, shippingState } = shipping.values;
  const reportDestination = useEffectEvent(onDestination);
  useEffect(
    () => reportDestination({ shippingCountry, shippingState: shippingState.trim() || null }),
    [shippingCountry, shippingState],
  );
  useEffect(() => {
    form.current?.querySelector('input')?.focus({ preventScroll: true });
    // newer browsers answer with a promise, which is no clean-up
    void form.current?.scrollIntoView({ behavior: 'smooth', block: 'nearest' });
    // who pays is led nowhere else
    document.documentElement.toggleAttribute('data-checkout', true);
    return () => void document.documentElement.toggleAttribute('data-checkout', false);
  }, []);
  const pay = (): void => {
    const { email, vatNumber, ...address } = shipping.values;
    const items = toItems(lines);
    setStarted(startCheckout({ ...address, email, vatNumber, code, items }, lines));
    onPaying(true);
  };
  const close = (): void => {
    setStarted(null);
    onPaying(false);
  };
  const set: Fields<CheckoutFields>['set'] = (name, value) => {
    shipping.set(name, value);
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([each]) => each !== name)));
    // what was started goes to the former address
    if (started) close();
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
      <BuyerFields fields={{ values: shipping.values, set }} errors={errors} />
      <div className="mt-5 flex min-h-13 flex-col justify-center gap-3">
        {started ? (
          <Payment
            count={lines.reduce((sum, line) => sum + line.quantity, 0)}
            shown={sums}
            checkout={started}
            onOrdered={onOrdered}
            onClose={close}
            onInvalid={(fields) => {
              setErrors(fields);
              const names = Object.keys(fields).map((name) => `[name="${name}"]`);
              if (names.length > 0) form.current?.querySelector<HTMLElement>(names.join())?.focus();
            }}
          />
        ) : (
          <PayArea total={sums.totalAmount} missing={missingIn(shipping.values)} onPay={pay} />
        )}
      </div>
    </section>
  );
}

/** Always there: the button, or one sentence about why there is none. */
function PayArea({ total, missing, onPay }: { total: number; missing: string[]; onPay: () => void }) {
  const { payments, shopOpen } = useConfig();
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
          {...drawn(formatMoney(total))}
        />
      </div>
    </>
  );
}

interface PaymentProps {
  count: number;
  /** What the page showed before. */
  shown: CartSums;
  checkout: Promise<StartedCheckout>;
  onOrdered: (order: PlacedOrder) => void;
  onClose: () => void;
  onInvalid: (fields: Record<string, string>) => void;
}

/** The provider's buttons, under what they charge. */
function Payment({ count, shown, checkout, onOrdered, onClose, onInvalid }: PaymentProps) {
  const { payments, paypalClientId, paypalSdkUrl, currency } = useConfig();
  const [saving, setSaving] = useState(false);
  const [started, setStarted] = useState<StartedCheckout | null>(null);
  const approve = async (payer: Payer): Promise<void> => {
    const paid = await checkout;
    const { paypalOrderId } = paid;
    setSaving(true);
    try {
      onOrdered(await persist(paid, payer));
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
    if (error instanceof ApiError) onInvalid(error.fields);
    abandon(t`Payment failed. Please try again.`, error instanceof ApiError ? error.message : undefined);
  };
  const onFailed = useEffectEvent((error: unknown) => fail(error));
  useEffect(() => {
    let isCurrent = true;
    checkout.then(
      (each) => isCurrent && setStarted(each),
      (error: unknown) => isCurrent && onFailed(error),
    );
    return () => void (isCurrent = false);
  }, [checkout]);

  if (!paypalClientId || !paypalSdkUrl) return null;
  return (
    <div aria-busy={saving} className="relative">
      {payments === 'test' && <p className="sr-only">{t`Test payments`}</p>}
      {started && <Charged count={count} shown={shown} charged={started.quote} />}
      <Suspense fallback={<Spinner />}>
        <PaypalButtons
          clientId={paypalClientId}
          currency={currency}
          sdkUrl={new URL(backend(paypalSdkUrl), location.href).href}
          createOrder={async () => (await checkout).paypalOrderId}
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

/** What is charged; what differs from the page is pointed out. */
function Charged({ count, shown, charged }: { count: number; shown: CartSums; charged: Quote }) {
  const changed = charged.totalAmount !== shown.totalAmount;
  return (
    <div className="mb-4 flex flex-col gap-3">
      {changed && (
        <p role="status" className="rounded-control bg-warn/14 px-3 py-2 text-sm font-semibold text-warn">
          {t`The total has changed since you opened this page. Please check it before you pay.`}
        </p>
      )}
      {charged.codeMessage && <p className="text-sm font-semibold text-warn">{charged.codeMessage}</p>}
      <SumRows rows={listSums(charged, count)} />
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
