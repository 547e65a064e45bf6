import { accounts, MAX_PROFILE_IMAGE, type Me } from '#contract/accounts/accounts.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LANGUAGE_COOKIE, type Language } from '#contract/text/languages.ts';
import type { Context } from '#server/app/context.ts';
import { setLanguageCookie } from '#server/app/i18n/request-language.ts';
import type { Call, Routes } from '#server/app/http/handle.ts';
import { readImage } from '#server/app/http/files/image-upload.ts';
import { displayNameTaken } from '../accounts.errors.ts';
import { readMe } from '../accounts.store.ts';
import { isForeignName } from '../names.store.ts';
import { changeProfile, removeProfileImage, setProfileImage } from './profile.actions.ts';

/** The pages of this browser, which come without a token, are written in the language that the account has chosen. */
function followChoice(
  { settings }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  language: Language | null,
): void {
  if (language && request.cookies[LANGUAGE_COOKIE] !== language) setLanguageCookie(reply, language, settings);
}

/** The caller's own profile. */
export const profileRoutes: Routes = (route) => {
  route(accounts.me, async ({ ctx, user, request, reply }) => {
    const me = await readMe(ctx.db, user.id);
    followChoice(ctx, request, reply, user.language);
    return me;
  });

  const change = async ({
    ctx,
    user,
    body,
    request,
    reply,
  }: Call<typeof accounts.update> | Call<typeof accounts.change>): Promise<Me | null> => {
    if (body.displayName && (await isForeignName(ctx.db, body.displayName, user))) throw displayNameTaken();
    await changeProfile(ctx, user.id, body);
    followChoice(ctx, request, reply, body.language ?? null);
    return readMe(ctx.db, user.id);
  };
  route(accounts.update, change);
  route(accounts.change, change);

  route(accounts.setProfileImage, async ({ ctx, user, request }) => {
    ctx.rateLimits.require('profile-image', String(user.id));
    return {
      profileImageUrl: await setProfileImage(ctx, user.id, await readImage(request, MAX_PROFILE_IMAGE)),
    };
  });

  route(accounts.removeProfileImage, async ({ ctx, user }) => removeProfileImage(ctx, user.id));
};
