import type { Slice } from '#server/app/slice.ts';
import { diagnosticsRoutes } from './diagnostics.routes.ts';

export const diagnosticsSlice: Slice = { routes: [diagnosticsRoutes] };
