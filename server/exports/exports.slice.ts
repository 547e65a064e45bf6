import type { Slice } from '#server/app/slice.ts';
import { leaveExports } from './exports.actions.ts';
import { makeExport, sweepExports } from './exports.jobs.ts';
import { importArchive } from './imports.jobs.ts';
import { exportsRoutes } from './exports.routes.ts';

export const exportsSlice: Slice = {
  routes: [exportsRoutes],
  jobs: [makeExport, importArchive, sweepExports],
  leaveAccount: leaveExports,
};
