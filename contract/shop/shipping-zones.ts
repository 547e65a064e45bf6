import { rule } from '#contract/text/message.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, longList } from '../values.ts';
import { COUNTRIES } from './regions.ts';

const MAX_ZONES = 250;
const MAX_DAYS = 365;

const DAYS_RULE = rule`Please enter ${0} to ${MAX_DAYS} days.`;
const days = z
  .number(DAYS_RULE)
  .int(DAYS_RULE)
  .min(0, DAYS_RULE)
  .max(MAX_DAYS, DAYS_RULE)
  .nullable()
  .default(null);

export const ShippingZone = z
  .object({
    /** ISO 3166-1 alpha-2; null: everywhere else. */
    countries: z
      .array(
        z
          .string()
          .refine((code) => COUNTRIES.includes(code), 'Please use two-letter country codes, such as US.'),
      )
      .min(1, 'Please add a country.')
      .max(COUNTRIES.length, 'Please list each country only once.')
      .nullable(),
    /** For each order, in the shop's currency; 0: free. */
    price: amount(10_000),
    /** Orders whose items cost this much ship free; null: none do. */
    freeFrom: amount(1_000_000).nullable().default(null),
    /** How long delivery takes; null: not stated. */
    daysMin: days,
    daysMax: days,
  })
  .refine(({ daysMin, daysMax }) => daysMin === null || daysMax === null || daysMax >= daysMin, {
    path: ['daysMax'],
    error: 'The longest delivery time can’t be below the shortest.',
  });
export type ShippingZone = z.output<typeof ShippingZone>;

const Zones = z.array(ShippingZone);

export const shippingZones = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/shipping-zones',
    access: 'admin',
    response: Zones,
    summary: 'Shipping prices by country. Empty: the shop settings apply',
  }),
  replace: endpoint({
    method: 'PUT',
    path: '/api/admin/shipping-zones',
    access: 'admin',
    body: longList(Zones.max(MAX_ZONES, rule`At most ${MAX_ZONES} zones.`), MAX_ZONES),
    response: Zones,
    errorStatuses: [422],
    summary:
      'Replace all shipping zones. 422 if a country is in two zones or two zones cover everywhere else. Without a zone for everywhere else, nothing ships to other countries',
  }),
};
