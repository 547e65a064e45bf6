const PROBE_MS = 1500;
const PICTURE_MS = 6000;
/** There is no fallback for a cover that the uploader chose, so slow devices get longer to extract it. */
const CHOSEN_MS = 30_000;
/** For a frame to reach the page once its seek has ended: a moment, and never in a page that isn't looked at. */
const FRAME_MS = 500;
/** How far a frame's own time may be from the requested one: ten frames a second. */
const FRAME_SECONDS = 0.1;
const WIDTH = 1280;
const HEIGHT = 720;
const QUALITY = 0.85;
const STILL_SIZE = 240;

export interface Look {
  /** Seconds; 0 when the browser couldn't determine it in time. */
  durationSec: number;
  /** A JPEG that fits 1280×720; null where this browser can't show the video. The server then takes its own. */
  thumbnail: Blob | null;
  /** Where in the video it is from, in seconds. */
  thumbnailAt: number;
}

/**
 * What the browser can read from a video before it is sent: its length, and the frame at `coverAt` seconds, by default
 * min(2 s, 10 %). `recorded`: length in seconds of a recording, whose file has no duration.
 */
export async function lookAt(
  file: Blob,
  recorded: number | null,
  coverAt: number | null = null,
): Promise<Look> {
  return withVideo(file, recorded, async (video, { durationSec, shows }) => {
    const thumbnailAt = coverAt ?? coverTimes(durationSec)[0];
    const none = { durationSec, thumbnail: null, thumbnailAt };
    if (!shows) return none;
    if (coverAt === null) await seek(video, thumbnailAt);
    else if (!(await seek(video, coverAt, CHOSEN_MS))) return none;
    return { ...none, thumbnail: await drawFrame(video, WIDTH, HEIGHT) };
  });
}

export interface Still {
  atSec: number;
  picture: Blob;
}

/** The seconds offered as covers of a video of this length; the first is the default. */
export const coverTimes = (durationSec: number): [number, ...number[]] => [
  Math.min(2, durationSec * 0.1),
  ...[0.3, 0.5, 0.7, 0.9].map((share) => durationSec * share),
];

export interface Stills {
  /** The video's own size in pixels. */
  width: number;
  height: number;
  stills: Still[];
}

/** Small pictures of a video at its `coverTimes`; fewer or none where this browser can't show it. */
export async function stillsOf(file: Blob, recorded: number | null, signal: AbortSignal): Promise<Stills> {
  return withVideo(file, recorded, async (video, { durationSec, shows }) => {
    const stills: Still[] = [];
    const found = { width: video.videoWidth, height: video.videoHeight, stills };
    if (!shows || !durationSec) return found;
    for (const atSec of coverTimes(durationSec)) {
      if (signal.aborted) break;
      if (!(await seek(video, atSec))) break;
      const picture = await drawFrame(video, STILL_SIZE, STILL_SIZE);
      if (picture) stills.push({ atSec, picture });
    }
    return found;
  });
}

interface Opened {
  /** Seconds; 0 when neither the file nor the recorder knows. */
  durationSec: number;
  /** Whether this browser can show it. */
  shows: boolean;
}

async function withVideo<T>(
  file: Blob,
  recorded: number | null,
  act: (video: HTMLVideoElement, opened: Opened) => Promise<T>,
): Promise<T> {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  try {
    const known = happens(video, 'loadedmetadata', PROBE_MS);
    video.src = url;
    const loaded = await known;
    const duration = loaded && Number.isFinite(video.duration) ? video.duration : 0;
    // a file that this browser can't show at all is not waited for
    const shows = loaded || (!video.error && (await happens(video, 'loadedmetadata', PICTURE_MS)));
    return await act(video, { durationSec: duration || recorded || 0, shows });
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
}

/** Whether the video shows its frame at `atSec` in time. */
async function seek(video: HTMLVideoElement, atSec: number, milliseconds = PICTURE_MS): Promise<boolean> {
  const sought = happens(video, 'seeked', milliseconds);
  const presented = presents(video, atSec);
  video.currentTime = atSec;
  if (!(await sought)) return false;
  const loaded =
    video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ||
    (await happens(video, 'loadeddata', PICTURE_MS));
  if (loaded) await Promise.race([presented, new Promise((resolve) => setTimeout(resolve, FRAME_MS))]);
  return loaded;
}

/**
 * Resolves when the frame at `atSec` can be drawn. `seeked` may come a moment before, and the frame from before would
 * be drawn.
 */
function presents(video: HTMLVideoElement, atSec: number): Promise<void> {
  return new Promise((resolve) => {
    if (!('requestVideoFrameCallback' in video)) return resolve();
    const look = (_now: number, { mediaTime }: VideoFrameCallbackMetadata): void => {
      if (Math.abs(mediaTime - atSec) <= FRAME_SECONDS) resolve();
      else video.requestVideoFrameCallback(look);
    };
    video.requestVideoFrameCallback(look);
  });
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

function drawFrame(video: HTMLVideoElement, width: number, height: number): Promise<Blob | null> {
  const { videoWidth, videoHeight } = video;
  if (!videoWidth || !videoHeight || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA)
    return Promise.resolve(null);
  const scale = Math.min(1, width / videoWidth, height / videoHeight);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', QUALITY);
  });
}
