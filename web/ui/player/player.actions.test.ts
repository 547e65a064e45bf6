import { expect, test } from 'vitest';
import { seekTo } from './player.actions.ts';

test.each([
  ['within the film', 8, 5, 5],
  ['not before its start', 8, -5, 0],
  ['not past its end', 8, 13, 8],
  ['while another source of it loads, on trust', Number.NaN, 5, 5],
  ['nowhere, where no moment is meant', Number.NaN, Number.NaN, 3],
])('goes %s', (_case, duration, seconds, reached) => {
  const video = { duration, currentTime: 3 } as HTMLVideoElement;
  seekTo(video, seconds);
  expect(video.currentTime).toBe(reached);
});
