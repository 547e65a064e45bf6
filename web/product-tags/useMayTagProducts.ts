import { canAdminister } from '#web/app/capabilities.ts';
import { useConfig } from '#web/app/config.ts';
import { useMe } from '#web/app/session/me.ts';

/** Whether who is signed in says which products their videos show. */
export function useMayTagProducts(): boolean {
  const { shopOffered, creatorsMayTagProducts } = useConfig();
  const { me } = useMe();
  return shopOffered && (creatorsMayTagProducts === true || canAdminister(me));
}
