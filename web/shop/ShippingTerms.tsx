import { t } from '@lingui/core/macro';
import { useConfig } from '#web/app/config.ts';
import { formatMoney } from '#web/app/i18n/money.ts';
import { OwnerText } from '#web/app/i18n/OwnerText.tsx';

/** What shipping costs, in a line. */
export function ShippingTerms() {
  const { shipping, shippingZones, freeShippingWords: freeShippingText } = useConfig();
  if (shippingZones) return t`Shipping calculated at checkout`;
  if (!shipping?.price)
    return freeShippingText === null ? t`Free shipping on all orders` : <OwnerText of="freeShippingWords" />;
  const price = formatMoney(shipping.price);
  if (shipping.freeFrom === null) return t`Shipping ${price}`;
  const from = formatMoney(shipping.freeFrom);
  return t`Shipping ${price}, free from ${from}`;
}
