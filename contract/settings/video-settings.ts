import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { change, SavedSection } from './settings.ts';

export const VideoSettings = z.object({
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
    summary: 'Whether videos can be downloaded',
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
