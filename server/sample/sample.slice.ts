import type { Slice } from '#server/app/slice.ts';
import { loadSample, wantSample } from './sample.jobs.ts';

export const sampleSlice: Slice = { jobs: [loadSample], onReady: wantSample };
