import type { ShippingZone } from '#contract/shop/shipping-zones.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { changeZones } from '#server/shop/shipping-zones.actions.ts';
import { refreshSettings } from './refresh.actions.ts';

/** Replaces them, live in every process. Throws 422. */
export async function saveZones(ctx: Context, admin: User, zones: ShippingZone[]): Promise<ShippingZone[]> {
  const saved = await transact(ctx.db, async (trx) => {
    await ctx.pubsub.publishIn(trx, 'settings', ['shop']);
    return await changeZones(trx, admin, zones);
  });
  await refreshSettings(ctx);
  return saved;
}
