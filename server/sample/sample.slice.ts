import type { Slice } from '#server/app/slice.ts';
import { sampleRoutes } from './sample.routes.ts';
import { loadSample, wantSample } from './sample.jobs.ts';

export const sampleSlice: Slice = { routes: [sampleRoutes], jobs: [loadSample], onReady: wantSample };
