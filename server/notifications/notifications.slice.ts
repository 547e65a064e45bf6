import type { Slice } from '#server/app/slice.ts';
import { beginDailyEmails, dailyEmailTo, emailNotification } from './email.jobs.ts';
import { notificationsRoutes } from './notifications.routes.ts';
import { pushNotification } from './push.jobs.ts';
import { sweepNotificationsJob } from './sweep.jobs.ts';
import { notifyFailedJobs, notifyLikes, notifyPeople, notifyPublishedVideos } from './notify.jobs.ts';
import { preferencesRoutes } from './preferences.routes.ts';

export const notificationsSlice: Slice = {
  routes: [notificationsRoutes, preferencesRoutes],
  jobs: [
    notifyPeople,
    notifyLikes,
    notifyPublishedVideos,
    notifyFailedJobs,
    emailNotification,
    beginDailyEmails,
    dailyEmailTo,
    pushNotification,
    sweepNotificationsJob,
  ],
};
