import { canAdminister } from '#web/app/capabilities.ts';
import { useConfig } from '#web/app/config.ts';
import { useMe } from '#web/app/session/me.ts';

/** Whether the signed-in user may tag products in their videos. */
export function useMayTagProducts(): boolean {
  const { shopOffered, creatorsMayTagProducts } = useConfig();
  const { me } = useMe();
  return shopOffered && (creatorsMayTagProducts === true || canAdminister(me));
}
