import { Trans } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import { ChevronDown, ShoppingBag } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { PlacedOrder } from '#contract/orders/orders.ts';
import { ShippingText } from '#web/app/i18n/OwnerText.tsx';
import { useConfig } from '#web/app/config.ts';
import { formatMoney } from '#web/app/i18n/money.ts';
import { paths } from '#web/app/paths.ts';
import { Checkout } from '#web/orders/Checkout.tsx';
import { saveOrderKey } from '#web/orders/order-keys.ts';
import { OrderSummary } from '#web/orders/OrderSummary.tsx';
import { NO_TERMS, useCartSums } from '#web/orders/sums.ts';
import { useCanBuy } from '#web/shop/can-buy.ts';
import { CartLines } from '#web/shop/CartLines.tsx';
import { preloadProducts } from '#web/shop/products.queries.ts';
import { useCart } from '#web/shop/shop.queries.ts';
import { ShippingTerms } from '#web/shop/ShippingTerms.tsx';
import { classes } from '#web/ui/classes.ts';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { PageHeading } from '#web/ui/lists/Card.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import type { Head, Loader } from '#web/app/page.ts';

export const loader: Loader = ({ client }) => preloadProducts(client);

export const head: Head = () => ({ title: t`Cart`, hidden: true });

export function CartPage() {
  const navigate = useNavigate();
  const cart = useCart();
  const { shipping } = useConfig();
  const canBuy = useCanBuy();
  const [search] = useSearchParams();
  const [checkingOut, setCheckingOut] = useState(search.has('checkout'));
  const [paying, setPaying] = useState(false);
  const [open, setOpen] = useState(false);
  const [terms, setTerms] = useState(NO_TERMS);
  const folded = checkingOut && !open && 'max-lg:hidden';
  const { lines } = cart;
  const sums = useCartSums(lines ?? [], terms);

  const finish = async (order: PlacedOrder): Promise<void> => {
    saveOrderKey(order.id, order.orderKey);
    void navigate(paths.orderConfirmation(order.id));
    await cart.clear();
  };
  const clearAll = async (): Promise<void> => {
    const before = lines ?? [];
    await cart.clear();
    if (before.length > 0)
      toast(t`Cart cleared`, { action: { label: t`Undo`, run: () => cart.restore(before) } });
  };
  const clear = (
    <Button variant="quiet" size="sm" disabled={paying} onClick={() => void clearAll()}>
      {t`Clear Cart`}
    </Button>
  );
  return (
    <div className="wrap pb-16">
      <PageHeading title={checkingOut ? t`Checkout` : t`Shopping Cart`} actions={clear} />
      {!lines && !cart.error && <Skeleton className="h-56 rounded-card" />}
      {!lines && cart.error && <ErrorState title={t`Couldn’t load your cart`} onRetry={cart.reload} />}
      {lines?.length === 0 && (
        <EmptyState
          icon={<ShoppingBag />}
          title={t`Your cart is empty`}
          text={t`Add some sunglasses to get started!`}
          action={
            <ButtonLink variant="primary" to={paths.shop()}>
              {t`Shop Now`}
            </ButtonLink>
          }
        />
      )}
      {lines && lines.length > 0 && (
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[5fr_3fr] lg:grid-rows-[auto_1fr]">
          {checkingOut && (
            <SummaryFold total={sums.totalAmount} open={open} onToggle={() => setOpen(!open)} />
          )}
          <div className={classes('min-w-0', folded)}>
            <CartLines lines={lines} cart={cart} locked={paying} />
          </div>
          <div className={classes('lg:sticky lg:top-20 lg:row-span-2', folded)}>
            <OrderSummary
              count={lines.reduce((sum, line) => sum + line.quantity, 0)}
              sums={sums}
              code={terms.code}
              onCode={paying ? null : (code) => setTerms((before) => ({ ...before, code }))}
            >
              {!checkingOut && (
                <Button variant="primary" size="lg" onClick={() => setCheckingOut(true)}>
                  {t`Proceed to Checkout`}
                </Button>
              )}
              <div className="text-center text-sm break-words text-ink-soft">
                {canBuy && (
                  <p>
                    <ShippingTerms />
                  </p>
                )}
                {canBuy && shipping?.words && (
                  <p className="mt-1">
                    <ShippingText />
                  </p>
                )}
              </div>
            </OrderSummary>
          </div>
          {checkingOut && (
            <Checkout
              lines={lines}
              sums={sums}
              code={terms.code}
              onDestination={(destination) => setTerms((before) => ({ ...before, ...destination }))}
              onPaying={setPaying}
              onOrdered={(order) => void finish(order)}
            />
          )}
        </div>
      )}
    </div>
  );
}

/** On a phone what is bought makes room for the form; this shows it again. */
function SummaryFold({ total, open, onToggle }: { total: number; open: boolean; onToggle: () => void }) {
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={onToggle}
      className="flex h-13 items-center gap-2 rounded-card border border-line bg-surface px-4 text-start font-semibold lg:hidden"
    >
      <Trans>
        Order summary <span aria-hidden="true">·</span>
        <span className="numbers">{formatMoney(total)}</span>
        <ChevronDown
          aria-hidden="true"
          className={classes('ms-auto size-5 transition-transform duration-150', open && 'rotate-180')}
        />
      </Trans>
    </button>
  );
}
