import {
  MAX_MARK,
  settings,
  type BrandState,
  type CommunityState,
  type ConnectionsState,
  type ShopState,
  type TextsState,
} from '#contract/settings.ts';
import { signUp, SignUpPolicyState } from '#contract/sign-up.ts';
import { renderMarkdown } from '#server/adapters/markdown/markdown.ts';
import { needFresh, type Routes } from '#server/app/http/handle.ts';
import { readImage } from '#server/app/http/image-upload.ts';
import { testConnection } from './connections.actions.ts';
import { storeMark } from './mark.actions.ts';
import { findEmail } from './settings.store.ts';
import { changeSection, describeSection, listChanges, undoVersion } from './settings.actions.ts';

/** Who may sign up is told, and changed, by itself, too. */
const policyOf = (community: CommunityState): SignUpPolicyState => SignUpPolicyState.parse(community);

// what a section's answer holds is checked against the contract outside of production (server/app/http/handle.ts)
export const settingsRoutes: Routes = (route) => {
  route(settings.readBrand, async ({ ctx }) => (await describeSection(ctx, 'brand')) as BrandState);
  route(
    settings.changeBrand,
    async ({ ctx, user, body }) => (await changeSection(ctx, user, 'brand', body)) as BrandState,
  );

  route(settings.uploadMark, async ({ ctx, request }) => ({
    mark: await storeMark(ctx, await readImage(request, MAX_MARK)),
  }));

  route(settings.readTexts, async ({ ctx }) => (await describeSection(ctx, 'texts')) as TextsState);
  route(
    settings.changeTexts,
    async ({ ctx, user, body }) => (await changeSection(ctx, user, 'texts', body)) as TextsState,
  );
  route(settings.previewText, async ({ body }) => ({ html: renderMarkdown(body.markdown) }));

  route(
    settings.readCommunity,
    async ({ ctx }) => (await describeSection(ctx, 'community')) as CommunityState,
  );
  route(
    settings.changeCommunity,
    async ({ ctx, user, body }) => (await changeSection(ctx, user, 'community', body)) as CommunityState,
  );

  route(signUp.policy, async ({ ctx }) =>
    policyOf((await describeSection(ctx, 'community')) as CommunityState),
  );
  route(signUp.changePolicy, async ({ ctx, user, body }) =>
    policyOf((await changeSection(ctx, user, 'community', body)) as CommunityState),
  );

  route(settings.readShop, async ({ ctx }) => (await describeSection(ctx, 'shop')) as ShopState);
  route(
    settings.changeShop,
    async ({ ctx, user, body }) => (await changeSection(ctx, user, 'shop', body)) as ShopState,
  );

  route(
    settings.readConnections,
    async ({ ctx }) => (await describeSection(ctx, 'connections')) as ConnectionsState,
  );
  route(
    settings.changeConnections,
    async ({ ctx, user, body }) => (await changeSection(ctx, user, 'connections', body)) as ConnectionsState,
  );
  route(settings.testConnection, async ({ ctx, user, body }) =>
    testConnection(ctx, body.connection, body.to ?? (await findEmail(ctx.db, user.id))),
  );

  route(settings.versions, async ({ ctx, params }) => listChanges(ctx, params.section));
  route(settings.undo, async ({ ctx, user, params, body }) => {
    if (params.section === 'connections') needFresh(ctx, user);
    await undoVersion(ctx, user, params.section, body);
  });
};
