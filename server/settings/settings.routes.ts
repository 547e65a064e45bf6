import { categories } from '#contract/settings/categories.ts';
import { languages } from '#contract/settings/languages.ts';
import { translations } from '#contract/settings/translations.ts';
import type { SectionStates } from '#contract/settings/section-states.ts';
import { MAX_LOGO, settings, type SectionName } from '#contract/settings/settings.ts';
import { shippingZones } from '#contract/shop/shipping-zones.ts';
import { videoSettings } from '#contract/settings/video-settings.ts';
import { signUp, SignUpPolicyState } from '#contract/accounts/sign-up.ts';
import { renderMarkdown } from '#server/adapters/markdown/markdown.ts';
import type { Context } from '#server/app/context.ts';
import { requireReauthentication, type Routes } from '#server/app/http/handle.ts';
import { readImage } from '#server/app/http/files/image-upload.ts';
import { languageOf } from '#server/app/i18n/request-language.ts';
import { listZones } from '#server/shop/shipping-zones.store.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { changeCategories } from './categories.actions.ts';
import { changeCommunity } from './community.actions.ts';
import { changeConnections } from './backup-location.actions.ts';
import { testConnection } from './connections.actions.ts';
import { storeLogo } from './logo.actions.ts';
import { findEmail } from './settings.store.ts';
import { saveZones } from './shipping-zones.actions.ts';
import { changeSection, describeSection } from './settings.actions.ts';

/** The sign-up policy also has endpoints of its own. */
const policyOf = (community: SectionStates['community']): SignUpPolicyState =>
  SignUpPolicyState.parse(community);

// a section's response is validated against the contract outside of production (server/app/http/handle.ts)
const read = async <S extends SectionName>(ctx: Context, section: S) =>
  (await describeSection(ctx, section)) as object as SectionStates[S];
const change = async <S extends SectionName>(
  ctx: Context,
  user: User,
  section: S,
  body: Parameters<typeof changeSection>[3],
) => (await changeSection(ctx, user, section, body)) as object as SectionStates[S];

export const settingsRoutes: Routes = (route) => {
  route(settings.readBrand, async ({ ctx }) => read(ctx, 'brand'));
  route(settings.changeBrand, async ({ ctx, user, body }) => {
    // the links of password resets lead there
    if (body.publicUrl !== undefined && body.publicUrl !== (await read(ctx, 'brand')).publicUrl)
      requireReauthentication(ctx, user);
    return change(ctx, user, 'brand', body);
  });

  route(settings.uploadLogo, async ({ ctx, request }) => ({
    logo: await storeLogo(ctx, await readImage(request, MAX_LOGO)),
  }));

  route(settings.readTexts, async ({ ctx }) => read(ctx, 'texts'));
  route(settings.changeTexts, async ({ ctx, user, body }) => change(ctx, user, 'texts', body));
  route(settings.previewText, async ({ body }) => ({ html: renderMarkdown(body.markdown) }));

  route(categories.read, async ({ ctx }) => read(ctx, 'categories'));
  route(
    categories.change,
    async ({ ctx, user, body }) =>
      (await changeCategories(ctx, user, body)) as object as SectionStates['categories'],
  );

  route(settings.readCommunity, async ({ ctx }) => read(ctx, 'community'));
  route(
    settings.changeCommunity,
    async ({ ctx, user, body }) =>
      (await changeCommunity(ctx, user, body)) as object as SectionStates['community'],
  );

  route(videoSettings.read, async ({ ctx }) => read(ctx, 'videos'));
  route(
    videoSettings.change,
    async ({ ctx, user, body }) =>
      (await changeSection(ctx, user, 'videos', body, (trx) =>
        ctx.cache.dropIn(trx, 'videos'),
      )) as object as SectionStates['videos'],
  );

  route(signUp.policy, async ({ ctx }) => policyOf(await read(ctx, 'community')));
  route(signUp.changePolicy, async ({ ctx, user, body }) =>
    policyOf(await change(ctx, user, 'community', body)),
  );

  route(settings.readShop, async ({ ctx }) => read(ctx, 'shop'));
  route(settings.changeShop, async ({ ctx, user, body }) => {
    const limit = body.confirmRefundsAbove;
    // raising the limit without a confirmation would defeat it
    if (limit !== undefined && limit !== ctx.settings.owner.shop.confirmRefundsAbove)
      requireReauthentication(ctx, user);
    return change(ctx, user, 'shop', body);
  });

  route(languages.read, async ({ ctx }) => read(ctx, 'languages'));
  route(languages.change, async ({ ctx, user, body }) => change(ctx, user, 'languages', body));

  route(translations.read, async ({ ctx }) => read(ctx, 'translations'));
  route(translations.change, async ({ ctx, user, body }) => change(ctx, user, 'translations', body));

  route(shippingZones.list, async ({ ctx }) => listZones(ctx.db));
  route(shippingZones.replace, async ({ ctx, user, body }) => saveZones(ctx, user, body));

  route(settings.readConnections, async ({ ctx }) => read(ctx, 'connections'));
  route(
    settings.changeConnections,
    async ({ ctx, user, body }) =>
      (await changeConnections(ctx, user, body)) as object as SectionStates['connections'],
  );
  route(settings.testConnection, async ({ ctx, user, body, request }) => {
    const own = await findEmail(ctx.db, user.id);
    if (body.connection === 'mail') {
      if (body.to && body.to !== own) requireReauthentication(ctx, user);
      await ctx.rateLimits.require('test-mail', String(user.id));
    }
    return testConnection(ctx, user, body.connection, {
      to: body.to ?? own,
      language: languageOf(request, ctx.settings.owner.languages),
    });
  });
};
