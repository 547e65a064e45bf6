import { security } from '#contract/accounts/security.ts';
import { notFound } from '#server/app/http/errors.ts';
import { guardOwn } from '#server/app/http/guards.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { languageOf } from '#server/app/i18n/request-language.ts';
import { addressGroup } from '#server/app/http/callers/rate-limits.ts';
import {
  beginPasskey,
  beginPasskeySignIn,
  currentRpId,
  deletePasskey,
  finishPasskey,
  requirePasskeySlot,
  signInByPasskey,
  siteHost,
} from './passkeys.actions.ts';
import { listPasskeys, renamePasskey } from './passkeys.store.ts';
import { withLocation } from '../countries.ts';
import {
  startTwoFactor,
  confirmTwoFactor,
  verifyTwoFactor,
  renewRecoveryCodes,
  requireTwoFactor,
  disableTwoFactor,
} from './two-factor.actions.ts';
import { readTwoFactor, readTwoFactorRoles } from './two-factor.store.ts';
import { listSecurityEvents } from '../security-events.store.ts';

/** Passkeys, two-factor and the account's security log. */
export const securityRoutes: Routes = (route) => {
  route(security.beginPasskeySignIn, async ({ ctx, caller }) => {
    ctx.rateLimits.require('passkey-begin', addressGroup(caller.address));
    return beginPasskeySignIn(ctx);
  });
  route(security.finishPasskeySignIn, async ({ ctx, body, caller, request }) => {
    await ctx.rateLimits.require('passkey', addressGroup(caller.address));
    return signInByPasskey(ctx, request, body.credential);
  });
  route(security.passSecondStep, async ({ ctx, body, caller, request }) => {
    await ctx.rateLimits.require('second-step-address', addressGroup(caller.address));
    return verifyTwoFactor(ctx, request, body);
  });

  route(security.passkeys, async ({ ctx, user }) => listPasskeys(ctx.db, user.id, siteHost(ctx)));
  route(security.beginPasskey, async ({ ctx, user }) => {
    await requirePasskeySlot(ctx, user.id);
    return beginPasskey(ctx, user);
  });
  route(security.finishPasskey, async ({ ctx, user, body, request }) => {
    await requirePasskeySlot(ctx, user.id);
    return finishPasskey(ctx, user, request, body);
  });
  route(
    security.renamePasskey,
    async ({ ctx, user, params, body }) =>
      renamePasskey(ctx.db, { userId: user.id, id: params.id, name: body.name, host: siteHost(ctx) }),
    guardOwn('passkeys', notFound),
  );
  route(security.deletePasskey, async ({ ctx, user, params, request }) =>
    deletePasskey(ctx, user, request, params.id),
  );

  route(security.secondStep, async ({ ctx, user }) => {
    const step = await readTwoFactor(ctx.db, user.id);
    return step && { ...step, passkeyDomain: await currentRpId(ctx) };
  });
  route(security.beginSecondStep, async ({ ctx, user }) => startTwoFactor(ctx, user));
  route(security.confirmSecondStep, async ({ ctx, user, body, request }) =>
    confirmTwoFactor(ctx, user, request, body.code),
  );
  route(security.deleteSecondStep, async ({ ctx, user, request }) => disableTwoFactor(ctx, user, request));
  route(security.makeRecoveryCodes, async ({ ctx, user, request }) => renewRecoveryCodes(ctx, user, request));

  route(security.events, async ({ ctx, user, query, request }) => {
    const language = languageOf(request, ctx.settings.owner.languages);
    const events = await listSecurityEvents(ctx.db, user.id, query.cursor);
    return events.map((event) => withLocation(event, language));
  });

  route(security.stepRoles, async ({ ctx }) => ({ roles: await readTwoFactorRoles(ctx.db) }));
  route(security.setStepRoles, async ({ ctx, user, body }) =>
    requireTwoFactor(ctx, user, body.roles, await readTwoFactorRoles(ctx.db)),
  );
};
