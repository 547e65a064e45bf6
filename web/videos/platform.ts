import type { Video } from '#contract/videos/videos.ts';

const NAMES = { YOUTUBE: 'YouTube', TWITCH: 'Twitch', OTHER: null } as const;

/** Where an external video lives, for a person; null for own ones. */
export function platformName(video: Video): string | null {
  return video.source === 'OTHER' ? null : (video.externalPlatformName ?? NAMES[video.source]);
}
