import type { Slice } from '#server/app/slice.ts';
import { planUpdateCheck, updateCheck } from './updates.jobs.ts';

export const updatesSlice: Slice = { jobs: [planUpdateCheck, updateCheck] };
