import type { Slice } from '#server/app/slice.ts';
import { beginDailyEmails, dailyEmailTo, emailNotification } from './email.jobs.ts';
import { notificationsRoutes } from './notifications.routes.ts';
import { pushNotification } from './push.jobs.ts';
import { sweepNotificationsJob } from './sweep.jobs.ts';
import { tellFailedJobs, tellLikes, tellPeople, tellPublished } from './tell.jobs.ts';
import { waysRoutes } from './ways.routes.ts';

export const notificationsSlice: Slice = {
  routes: [notificationsRoutes, waysRoutes],
  jobs: [
    tellPeople,
    tellLikes,
    tellPublished,
    tellFailedJobs,
    emailNotification,
    beginDailyEmails,
    dailyEmailTo,
    pushNotification,
    sweepNotificationsJob,
  ],
};
