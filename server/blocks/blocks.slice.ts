import type { Slice } from '#server/app/slice.ts';
import { peopleRoutes } from './blocks.routes.ts';

/** Blocks and mutes. app/database/may-see.ts applies them. */
export const blocksSlice: Slice = { routes: [peopleRoutes] };
