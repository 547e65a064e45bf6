import type { Context } from '#server/app/context.ts';
import { requireReauthentication } from '#server/app/http/handle.ts';
import type { User } from '#server/app/http/callers/sessions.ts';

/** Large refunds need an admin who signed in recently: 403 else. */
export function requireReauthenticationForRefund(ctx: Context, admin: User, cents: number): void {
  if (cents > Math.round(ctx.settings.owner.shop.confirmRefundsAbove * 100))
    requireReauthentication(ctx, admin);
}
