import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { shippingZones, type ShippingZone } from '#contract/shop/shipping-zones.ts';
import { taxRates, type TaxRate } from '#contract/shop/tax-rates.ts';
import { call } from '#web/app/client/call.ts';
import { useRefresh } from './settings.queries.ts';

const zonesQuery = queryOptions({ queryKey: ['shipping-zones'], queryFn: () => call(shippingZones.list) });
export const useShippingZones = () => useQuery(zonesQuery);

export function useSaveZones() {
  const client = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: ShippingZone[]) => call(shippingZones.replace, { body }),
    onSuccess: (zones) => {
      client.setQueryData(zonesQuery.queryKey, zones);
      return refresh();
    },
  });
}

const ratesQuery = queryOptions({ queryKey: ['tax-rates'], queryFn: () => call(taxRates.list) });
export const useTaxRates = () => useQuery(ratesQuery);

/** All rates, or a CSV file of them. */
export function useSaveRates() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (rates: TaxRate[] | File) =>
      rates instanceof File
        ? call(taxRates.importCsv, { body: new Blob([rates], { type: 'text/csv' }) })
        : call(taxRates.replace, { body: rates }),
    onSuccess: (saved) => client.setQueryData(ratesQuery.queryKey, saved),
  });
}
