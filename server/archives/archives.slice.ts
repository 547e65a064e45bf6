import type { Slice } from '#server/app/slice.ts';
import { leaveArchives } from './archives.actions.ts';
import { readArchiveJob, sendChosen, sweepArchives } from './archives.jobs.ts';
import { archivesRoutes } from './archives.routes.ts';

/** What creators bring in from elsewhere. */
export const archivesSlice: Slice = {
  routes: [archivesRoutes],
  jobs: [readArchiveJob, sendChosen, sweepArchives],
  leaveAccount: leaveArchives,
};
