import type { Slice } from '#server/app/slice.ts';
import { adminRoutes } from './admin.routes.ts';
import { indexJobs } from './jobs.actions.ts';

export const adminSlice: Slice = { routes: [adminRoutes], onReady: indexJobs };
