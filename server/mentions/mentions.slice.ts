import type { Slice } from '#server/app/slice.ts';
import { mentionsRoutes } from './mentions.routes.ts';

export const mentionsSlice: Slice = { routes: [mentionsRoutes] };
