import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { change, SavedSection } from './settings.ts';

const VIEWS_RULE = 'Please enter a number of views, 1 or more.';

export const VideoSettings = z.object({
  /** Whether popular videos are encoded again, smaller at the same quality, while nothing else is to be done. */
  reencodeWhenIdle: z.boolean(),
  /** Views within 30 days from which a video is popular. */
  popularAfterViews: z.number(VIEWS_RULE).int(VIEWS_RULE).min(1, VIEWS_RULE).max(1_000_000_000, VIEWS_RULE),
  /** Whether the most watched of them get AV1 beside H.264, where the server's ffmpeg has it. */
  av1: z.boolean(),
  /** Whether videos can be downloaded whose creators chose nothing. */
  downloads: z.boolean(),
});
export type VideoSettings = z.output<typeof VideoSettings>;

export const VideoSettingsState = VideoSettings.extend(SavedSection.shape);
export type VideoSettingsState = z.infer<typeof VideoSettingsState>;

export const videoSettings = {
  read: endpoint({
    method: 'GET',
    path: '/api/admin/settings/videos',
    access: 'admin',
    response: VideoSettingsState,
    summary: 'How videos are encoded while the server is idle, and whether they can be downloaded',
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/admin/settings/videos',
    access: 'admin',
    body: change(VideoSettings),
    response: VideoSettingsState,
    errorStatuses: [409],
    summary: 'Update the video settings',
  }),
};
