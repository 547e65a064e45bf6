import type { Slice } from '#server/app/slice.ts';
import { moderationRoutes } from './moderation.routes.ts';
import type { ModeratedSubjects } from './subjects.store.ts';

/** server/slices.ts lists the kinds of items that can be moderated: this slice knows none of their owners. */
export const moderationSlice = (subjects: ModeratedSubjects): Slice => ({
  routes: [moderationRoutes(subjects)],
});
