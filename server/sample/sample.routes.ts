import { admin } from '#contract/admin/admin.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { removeSample } from './remove.actions.ts';

export const sampleRoutes: Routes = (route) => {
  route(admin.removeSample, async ({ ctx, user }) => removeSample(ctx, user));
};
