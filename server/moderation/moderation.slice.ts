import type { Slice } from '#server/app/slice.ts';
import { moderationRoutes } from './moderation.routes.ts';
import type { ModeratedSubjects } from './subjects.store.ts';

/** The kinds of things that can be moderated are named by server/slices.ts: this slice knows none of their owners. */
export const moderationSlice = (subjects: ModeratedSubjects): Slice => ({
  routes: [moderationRoutes(subjects)],
});
