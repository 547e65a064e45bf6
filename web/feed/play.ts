import { start } from './sound.ts';

export function togglePlay(video: HTMLVideoElement): void {
  if (video.paused) void start(video);
  else video.pause();
}

export function setRate(video: HTMLVideoElement | null, rate: number): void {
  if (video) video.playbackRate = rate;
}

export function setTime(video: HTMLVideoElement | null, seconds: number): void {
  if (video) video.currentTime = seconds;
}
