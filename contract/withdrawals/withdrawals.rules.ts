import { ORDER_STATES } from '../orders/order-states.ts';
import type { Order } from '../orders/orders.ts';
import type { WithdrawalMode } from '../settings/settings.ts';
import { countryCode } from '../shop/regions.ts';

/** The EU's members, and Iceland, Liechtenstein and Norway. */
const COUNTRIES =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' ');

/** `country`: a code of ISO 3166-1, or an English name. */
export const isInEu = (country: string): boolean => COUNTRIES.includes(countryCode(country) ?? '');

/** Whether the site offers to withdraw from this order: it is paid, not cancelled, and shipped to where that is offered. */
export const mayWithdraw = (
  mode: WithdrawalMode,
  { status, shippingCountry }: Pick<Order, 'status' | 'shippingCountry'>,
): boolean =>
  mode !== 'OFF' && ORDER_STATES[status].revenue && (mode === 'EVERYWHERE' || isInEu(shippingCountry));
