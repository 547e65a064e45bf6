import { ShoppingBag } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from '#web/ui/router.tsx';
import type { PlacedOrder } from '#contract/orders.ts';
import { useConfig } from '#web/app/config.ts';
import { paths } from '#web/app/paths.ts';
import { useTitle } from '#web/app/title.ts';
import { Checkout } from '#web/orders/Checkout.tsx';
import { keepOrderKey } from '#web/orders/order-keys.ts';
import { CartLines, OrderSummary } from '#web/shop/CartLines.tsx';
import { useCart } from '#web/shop/shop.queries.ts';
import { shippingTerms } from '#web/shop/shipping-terms.ts';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { PageHeading } from '#web/ui/lists/Card.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/lists/States.tsx';

export function CartPage() {
  useTitle('Cart');
  const navigate = useNavigate();
  const cart = useCart();
  const { shipping } = useConfig();
  const [search] = useSearchParams();
  const [checkingOut, setCheckingOut] = useState(search.has('checkout'));
  const [paying, setPaying] = useState(false);
  const { lines } = cart;

  const finish = async (order: PlacedOrder): Promise<void> => {
    keepOrderKey(order.id, order.orderKey);
    navigate(paths.orderConfirmation(order.id));
    await cart.clear();
  };
  const clear = (
    <Button variant="quiet" size="sm" disabled={paying} onClick={() => void cart.clear()}>
      Clear Cart
    </Button>
  );
  return (
    <div className="wrap pb-16">
      <PageHeading title="Shopping Cart" actions={clear} />
      {!lines && !cart.error && <Skeleton className="h-56 rounded-card" />}
      {!lines && cart.error && <ErrorState title="Your cart could not be loaded" onRetry={cart.reload} />}
      {lines?.length === 0 && (
        <EmptyState
          icon={<ShoppingBag />}
          title="Your cart is empty"
          text="Add some sunglasses to get started!"
          action={
            <ButtonLink variant="primary" to={paths.shop()}>
              Shop Now
            </ButtonLink>
          }
        />
      )}
      {lines && lines.length > 0 && (
        <div className="grid items-start grid-cols-1 gap-6 lg:grid-cols-[5fr_3fr]">
          <div className="flex min-w-0 flex-col gap-6">
            <CartLines lines={lines} cart={cart} locked={paying} />
            {checkingOut && (
              <Checkout lines={lines} onPaying={setPaying} onOrdered={(order) => void finish(order)} />
            )}
          </div>
          <div className="lg:sticky lg:top-20">
            <OrderSummary lines={lines}>
              {!checkingOut && (
                <Button variant="primary" size="lg" onClick={() => setCheckingOut(true)}>
                  Proceed to Checkout
                </Button>
              )}
              <div className="text-center text-sm break-words text-ink-soft">
                <p>{shippingTerms(shipping)}</p>
                {shipping?.words && <p className="mt-1">{shipping.words}</p>}
              </div>
            </OrderSummary>
          </div>
        </div>
      )}
    </div>
  );
}
