import { accounts } from '#contract/accounts/accounts.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { addressGroup } from '#server/app/http/callers/rate-limits.ts';
import { deadLink } from '../accounts.errors.ts';
import { consumeVerifyToken } from '../links.store.ts';
import { languageOf } from '#server/app/i18n/request-language.ts';
import { translate } from '#server/app/i18n/translate.ts';
import { revertEmail } from './revert-email.actions.ts';

/** What the links of mails about an address do. */
export const emailRoutes: Routes = (route) => {
  route(accounts.verifyEmail, async ({ ctx, body, caller }) => {
    ctx.rateLimits.require('link', addressGroup(caller.address));
    const verified = await consumeVerifyToken(ctx.db, body.token, ctx.clock.now());
    if (!verified) throw deadLink();
    ctx.sessions.forget(verified.userId);
    return { email: verified.email };
  });

  route(accounts.takeBackEmail, async ({ ctx, body, caller, request }) => {
    ctx.rateLimits.require('link', addressGroup(caller.address));
    const { removed, ...rest } = await revertEmail(ctx, request, body.token);
    const language = languageOf(request, ctx.settings.owner.languages);
    return { ...rest, removed: removed.map((method) => translate(language, method)) };
  });
};
