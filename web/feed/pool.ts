const SIZE = 3;

/** The elements that play: the video shown, the one before and the one behind. They are used again and again. */
export interface Pool {
  take(at: number): HTMLVideoElement;
}

export function createPool(): Pool {
  const videos: (HTMLVideoElement | undefined)[] = [];
  return {
    take: (at) => (videos[at % SIZE] ??= create()),
  };
}

function create(): HTMLVideoElement {
  const video = document.createElement('video');
  video.playsInline = true;
  video.loop = true;
  video.preload = 'none';
  video.disablePictureInPicture = true;
  video.disableRemotePlayback = true;
  // the article is labelled; its keys belong to the feed
  video.tabIndex = -1;
  return video;
}

export function load(
  video: HTMLVideoElement,
  file: string,
  captions: { url: string; language: string; kind: string }[],
): void {
  for (const track of video.querySelectorAll('track')) track.remove();
  video.crossOrigin = captions.length > 0 ? 'anonymous' : null;
  for (const { url, language, kind } of captions) {
    const track = document.createElement('track');
    track.kind = kind;
    track.src = url;
    track.srclang = language;
    video.append(track);
  }
  video.src = file;
  video.playbackRate = 1;
}

/** Ends what is loading. */
export function unload(video: HTMLVideoElement): void {
  video.pause();
  for (const track of video.querySelectorAll('track')) track.remove();
  video.removeAttribute('src');
  video.load();
}
