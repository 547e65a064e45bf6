import type { Slice } from '#server/app/slice.ts';
import { publishLater } from '#server/videos/publish.actions.ts';
import { ARCHIVED } from './archive.messages.ts';
import { archiveVideosOf } from './archive.store.ts';
import { refreshExternal, rotation } from './curation.jobs.ts';
import { curationRoutes } from './curation.routes.ts';
import { fetchPicture } from './pictures.jobs.ts';
import { removeFiles } from './removals.jobs.ts';

const AFTER_START_SECONDS = 5;

export const curationSlice: Slice = {
  routes: [curationRoutes],
  jobs: [rotation, refreshExternal, removeFiles, fetchPicture],
  leaveAccount: async (ctx, trx, userId) =>
    publishLater(ctx, trx, await archiveVideosOf(trx, userId, ARCHIVED.ACCOUNT_DELETED())),
  async onReady(ctx) {
    await ctx.jobs.send(rotation, {}, { singletonKey: 'rotation', after: AFTER_START_SECONDS });
  },
};
