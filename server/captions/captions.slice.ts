import type { Slice } from '#server/app/slice.ts';
import { ownRoutes } from './own.routes.ts';
import { publicRoutes } from './public.routes.ts';
import { reviewRoutes } from './review.routes.ts';
import { transcribeVideo } from './transcription.jobs.ts';
import { drawWaveform } from './waveform.jobs.ts';

export const captionsSlice: Slice = {
  routes: [publicRoutes, ownRoutes, reviewRoutes],
  jobs: [drawWaveform, transcribeVideo],
};
