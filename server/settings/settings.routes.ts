import { settings, type BrandState } from '#contract/settings.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { changeSection, describeSection, listChanges, undoVersion } from './settings.actions.ts';

export const settingsRoutes: Routes = (route) => {
  route(settings.readBrand, async ({ ctx }) => (await describeSection(ctx, 'brand')) as BrandState);
  route(
    settings.changeBrand,
    async ({ ctx, user, body }) => (await changeSection(ctx, user, 'brand', body)) as BrandState,
  );
  route(settings.versions, async ({ ctx, params }) => listChanges(ctx, params.section));
  route(settings.undo, async ({ ctx, user, params, body }) => undoVersion(ctx, user, params.section, body));
};
