import type { Slice } from '#server/app/slice.ts';
import { ownRoutes } from './own.routes.ts';
import { drawWaveform } from './waveform.jobs.ts';
import { publicRoutes } from './public.routes.ts';

export const captionsSlice: Slice = { routes: [publicRoutes, ownRoutes], jobs: [drawWaveform] };
