import type { Slice } from '#server/app/slice.ts';
import { eventsRoutes } from './events.routes.ts';
import { sweepOrphans } from './orphans.jobs.ts';
import { dropUploadsOf } from './receive.actions.ts';
import { resumableRoutes } from './resumable.routes.ts';
import { removeFiles } from './files.jobs.ts';
import { checkVideo, encodeLadder, encodeVideo, remakeThumbnails } from './submissions.jobs.ts';
import { playOriginal } from './edit/original.jobs.ts';
import { planReencode, reencodeVideo } from './reencode/reencode.jobs.ts';
import { publishScheduled } from './scheduled.jobs.ts';
import { sweepFiles } from './submissions.sweep.ts';
import { submissionsRoutes } from './submissions.routes.ts';
import { uploadRoutes } from './upload.routes.ts';

export const submissionsSlice: Slice = {
  routes: [submissionsRoutes, uploadRoutes, resumableRoutes, eventsRoutes],
  leaveAccount: dropUploadsOf,
  jobs: [
    checkVideo,
    encodeVideo,
    encodeLadder,
    planReencode,
    playOriginal,
    publishScheduled,
    reencodeVideo,
    remakeThumbnails,
    removeFiles,
    sweepFiles,
    sweepOrphans,
  ],
};
