import { t } from '@lingui/core/macro';
import { useConfig } from '#web/app/config.ts';
import { formatMoney } from '#web/app/i18n/money.ts';
import { OwnerWords } from '#web/app/i18n/OwnerWords.tsx';

/** What shipping costs, in a line. */
export function ShippingTerms() {
  const { shipping, freeShippingWords } = useConfig();
  if (!shipping?.price)
    return freeShippingWords === null ? (
      t`Free shipping on all orders`
    ) : (
      <OwnerWords of="freeShippingWords" />
    );
  const price = formatMoney(shipping.price);
  if (shipping.freeFrom === null) return t`Shipping ${price}`;
  const from = formatMoney(shipping.freeFrom);
  return t`Shipping ${price}, free from ${from}`;
}
