import { accounts, MAX_PROFILE_IMAGE } from '#contract/accounts/accounts.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { readImage } from '#server/app/http/image-upload.ts';
import { displayNameTaken } from '../accounts.errors.ts';
import { readMe, updateProfile } from '../accounts.store.ts';
import { isForeignName } from '../names.store.ts';
import { removeProfileImage, setProfileImage, showChanges } from './profile.actions.ts';

const IMAGES = { max: 30, seconds: 3600 };

/** The caller's own profile. */
export const profileRoutes: Routes = (route) => {
  route(accounts.me, async ({ ctx, user }) => readMe(ctx.db, user.id));

  route(accounts.update, async ({ ctx, user, body }) => {
    if (body.displayName && (await isForeignName(ctx.db, body.displayName, user))) throw displayNameTaken();
    await updateProfile(ctx.db, user.id, body);
    showChanges(ctx, user.id);
    return readMe(ctx.db, user.id);
  });

  route(accounts.setProfileImage, async ({ ctx, user, request }) => {
    ctx.rateLimits.take('profile-image', String(user.id), IMAGES);
    return {
      profileImageUrl: await setProfileImage(ctx, user.id, await readImage(request, MAX_PROFILE_IMAGE)),
    };
  });

  route(accounts.removeProfileImage, async ({ ctx, user }) => removeProfileImage(ctx, user.id));
};
