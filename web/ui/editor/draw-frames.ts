/** Draws evenly spaced frames of a video; none if the browser can't play it. The canvases can't be read back: the file may be cross-origin. */
export async function drawFrames(
  src: string,
  durationSec: number,
  canvases: readonly HTMLCanvasElement[],
  signal: AbortSignal,
): Promise<void> {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  const loaded = happens(video, 'loadeddata', signal);
  video.src = src;
  await loaded;
  for (const [at, canvas] of canvases.entries()) {
    if (signal.aborted || video.error) break;
    const sought = happens(video, 'seeked', signal);
    video.currentTime = ((at + 0.5) / canvases.length) * durationSec;
    await sought;
    if (!signal.aborted) drawMiddle(video, canvas);
  }
  video.removeAttribute('src');
  video.load();
}

const happens = (video: HTMLVideoElement, name: string, signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => {
    for (const [target, event] of [
      [video, name],
      [video, 'error'],
      [signal, 'abort'],
    ] as const)
      target.addEventListener(event, resolve, { once: true });
  });

/** The largest square of the frame. */
function drawMiddle(video: HTMLVideoElement, canvas: HTMLCanvasElement): void {
  const { videoWidth: width, videoHeight: height } = video;
  const side = Math.min(width, height);
  const [x, y] = [(width - side) / 2, (height - side) / 2];
  canvas.getContext('2d')?.drawImage(video, x, y, side, side, 0, 0, canvas.width, canvas.height);
}
