import type { Slice } from '#server/app/slice.ts';
import { backupJob } from './backups.jobs.ts';
import { backupsRoutes } from './backups.routes.ts';

export const backupsSlice: Slice = { routes: [backupsRoutes], jobs: [backupJob] };
