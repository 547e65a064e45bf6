const PROBE_MS = 1500;
const PICTURE_MS = 6000;
const WIDTH = 1280;
const HEIGHT = 720;
const QUALITY = 0.85;

export interface Look {
  /** Seconds; 0 when the browser couldn't tell in time. */
  durationSec: number;
  /** A JPEG that fits 1280×720; null where this browser can't show the video. The server then takes its own. */
  thumbnail: Blob | null;
}

/**
 * What the browser can tell of a video before it is sent: how long it is, and a frame at min(2 s, 10 %). `recorded`:
 * the seconds of a recording, whose file doesn't say.
 */
export async function lookAt(file: Blob, recorded: number | null): Promise<Look> {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  try {
    const known = happens(video, 'loadedmetadata', PROBE_MS);
    video.src = url;
    const loaded = await known;
    const told = loaded && Number.isFinite(video.duration) ? video.duration : 0;
    const durationSec = told || recorded || 0;
    // a file that this browser can't show at all is not waited for
    if (!loaded && (video.error || !(await happens(video, 'loadedmetadata', PICTURE_MS))))
      return { durationSec, thumbnail: null };
    const shown = happens(video, 'seeked', PICTURE_MS);
    video.currentTime = Math.min(2, durationSec * 0.1);
    await shown;
    if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) await happens(video, 'loadeddata', PICTURE_MS);
    return { durationSec, thumbnail: await drawFrame(video) };
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
}

function happens(video: HTMLVideoElement, name: string, milliseconds: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), milliseconds);
    const done = (yes: boolean) => (): void => {
      clearTimeout(timer);
      resolve(yes);
    };
    video.addEventListener(name, done(true), { once: true });
    video.addEventListener('error', done(false), { once: true });
  });
}

function drawFrame(video: HTMLVideoElement): Promise<Blob | null> {
  const { videoWidth, videoHeight } = video;
  if (!videoWidth || !videoHeight) return Promise.resolve(null);
  const scale = Math.min(1, WIDTH / videoWidth, HEIGHT / videoHeight);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', QUALITY);
  });
}
