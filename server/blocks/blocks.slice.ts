import type { Slice } from '#server/app/slice.ts';
import { peopleRoutes } from './blocks.routes.ts';

/** Whom people block and mute. What follows from it is decided in app/database/may-see.ts. */
export const blocksSlice: Slice = { routes: [peopleRoutes] };
