import type { FastifyRequest } from 'fastify';
import type { Identity } from '#server/adapters/identity/identity.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { languageOf } from '#server/app/i18n/request-language.ts';
import { identityJoinedEmail } from '../accounts.emails.ts';
import { arriveByIdentity, findByIdentity } from './identities.store.ts';
import { openSessionOrTicket } from './login.actions.ts';
import { addressee } from '../links.rules.ts';

/** Who is only to show that they are still the same gets no account made or joined. */
const OTHER_ACCOUNT = { outcome: 'other_account' } as const;

/**
 * Signs in the user identified by the provider, joining or creating an account if there is none yet.
 * `confirm`: only their current account. Returns the outcome that the app gets in its redirect URL.
 */
export async function signInByIdentity(
  ctx: Context,
  request: FastifyRequest,
  identity: Identity,
  { name, issuer, confirm }: { name: string; issuer: string; confirm: boolean },
): Promise<Record<string, string>> {
  const digits = String(ctx.random.bytes(6).readUIntBE(0, 6)).padStart(15, '7');
  const arrived = await transact(ctx.db, async (trx) => {
    const arrival =
      (await findByIdentity(trx, issuer, identity)) ??
      (confirm
        ? OTHER_ACCOUNT
        : await arriveByIdentity(trx, issuer, identity, {
            digits,
            language: languageOf(request, ctx.settings.owner.languages),
            mayJoinSite: ctx.settings.owner.community.signUp === 'everybody',
          }));
    if (!('userId' in arrival)) return { error: arrival.outcome };
    if (arrival.outcome === 'joined' && arrival.email)
      await ctx.outbox.sendTemplate(
        trx,
        arrival.email,
        identityJoinedEmail(addressee(ctx, arrival.username), name),
      );
    return openSessionOrTicket(ctx, trx, request, { ...arrival, method: 'provider' });
  });
  if ('error' in arrived) return arrived;
  if ('ticket' in arrived) return { error: 'second_step_needed', ticket: arrived.ticket };
  ctx.cache.refresh(...arrived.changed);
  return { token: arrived.token, success: 'true' };
}
