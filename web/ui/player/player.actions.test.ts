import { expect, test } from 'vitest';
import { pressKey, seekTo } from './player.actions.ts';

test.each([
  ['within the video', 8, 5, 5],
  ['not before its start', 8, -5, 0],
  ['not past its end', 8, 13, 8],
  ['unclamped while the duration is unknown', Number.NaN, 5, 5],
  ['nowhere, if the time is not a number', Number.NaN, Number.NaN, 3],
  ['nowhere, if both are infinite', Infinity, Infinity, 3],
])('seeks %s', (_case, duration, seconds, reached) => {
  const video = { duration, currentTime: 3 } as HTMLVideoElement;
  seekTo(video, seconds);
  expect(video.currentTime).toBe(reached);
});

test('a digit pressed while another source loads seeks once its length is known', () => {
  const video = Object.assign(new EventTarget(), { duration: Number.NaN, currentTime: 3 });
  pressKey({ key: '5', repeat: false }, { video, skip: () => undefined } as never);
  expect(video.currentTime).toBe(3);
  video.duration = 8;
  video.dispatchEvent(new Event('loadedmetadata'));
  expect(video.currentTime).toBe(4);
});
