import type { Slice } from '#server/app/slice.ts';
import { nightlyBackup } from './backups.jobs.ts';

export const backupsSlice: Slice = { jobs: [nightlyBackup] };
