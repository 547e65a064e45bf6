import { useConfig } from '#web/app/config.ts';

/** Whether the shop takes orders at all; a pair may still be sold out. */
export function useCanBuy(): boolean {
  const { payments, shopOffered, shopOpen } = useConfig();
  return payments !== 'off' && shopOffered && shopOpen;
}
