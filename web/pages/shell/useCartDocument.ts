import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { matchPath, useLocation } from 'react-router';
import { PAGES } from '#contract/site/pages.ts';
import { useConfig } from '#web/app/config.ts';
import { hasInitialData } from '#web/app/client/initial-data.ts';
import { reloadWithMemory } from '#web/ui/storage.ts';

/** The content policy of this document is the one of the page it was loaded as. */
const loadedAt = typeof location === 'undefined' ? '' : location.pathname;

const isAt = (pattern: string, pathname: string): boolean =>
  matchPath({ path: pattern, caseSensitive: true }, pathname) !== null;

/**
 * Only the cart's content policy allows PayPal, so the page is reloaded on the way to and from the cart, once no call
 * is in progress. True while that happens. The confirmation belongs to the cart: the order has just been paid there.
 */
export function useCartDocument(): boolean {
  const { pathname } = useLocation();
  const { payments } = useConfig();
  const client = useQueryClient();
  // without what the server writes into its pages the policy is that of another host, the same for all pages
  const isOwnPolicy = payments === 'paypal' && hasInitialData;
  const isLeaving =
    isOwnPolicy &&
    isAt(PAGES.cart, pathname) !== isAt(PAGES.cart, loadedAt) &&
    !isAt(PAGES.orderConfirmation, pathname);
  useEffect(() => {
    if (!isLeaving) return undefined;
    const reload = (): void => {
      if (client.isMutating() === 0) reloadWithMemory();
    };
    reload();
    return client.getMutationCache().subscribe(reload);
  }, [isLeaving, client]);
  return isLeaving;
}
