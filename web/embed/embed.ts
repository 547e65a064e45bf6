import { addControls, handlePresses, switchCaptions, type Texts } from './controls.ts';
import { talkToParent } from './messages.ts';
import { readOptions, type EmbedOptions } from './options.ts';
import { renew } from './renewal.ts';
import { followProgress } from '#web/ui/player/follow-progress.ts';

/**
 * The player on pages of other sites; loaded by the first press, message or autoplay (server/site/embed). It stores
 * nothing in the browser and sends no cookie. `heard`: messages received before it.
 */
export function start(stage: HTMLElement, queued: unknown[]): void {
  const video = stage.querySelector('video');
  if (!video) return;
  const options = readOptions(location.search);
  const texts = JSON.parse(document.querySelector('#words')?.textContent ?? '{}') as Texts;
  const id = Number(stage.dataset['id']);
  const isPressed = stage.dataset['state'] !== undefined;
  if (!isPressed && options.start > 0) beginAt(video, options.start);
  video.muted ||= options.muted;
  if (options.captions !== null) switchCaptions(video, options.captions);
  clamp(video, options);
  countView(id, video);
  video.addEventListener('play', () => (stage.dataset['state'] = 'playing'));
  followFailures(video, async () => {
    if (!(await renew(id, video).catch(() => false))) showError(stage, texts);
  });
  const obey = talkToParent(id, video, () => void play(video));
  handlePresses(stage, video);
  if (options.controls) addControls(stage, video, texts);
  if (options.autoplay && !isPressed) void play(video);
  for (const data of queued) obey(data);
}

/** Once the metadata is loaded: seeking earlier makes WebKitGTK hang. */
function beginAt(video: HTMLVideoElement, seconds: number): void {
  const seek = (): void => void (video.currentTime = seconds);
  if (video.readyState >= HTMLMediaElement.HAVE_METADATA) seek();
  else video.addEventListener('loadedmetadata', seek, { once: true });
}

/** Without a user gesture: starts muted if the browser blocks sound. */
async function play(video: HTMLVideoElement): Promise<void> {
  try {
    await video.play();
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'NotAllowedError' || video.muted) return;
    video.muted = true;
    await video.play().catch(() => undefined);
  }
}

/** Of several sources each fails for itself, maybe before this script was there. */
function followFailures(video: HTMLVideoElement, act: () => Promise<void>): void {
  let isActing = false;
  const look = async (): Promise<void> => {
    if (isActing || !(video.error || video.networkState === HTMLMediaElement.NETWORK_NO_SOURCE)) return;
    isActing = true;
    await act();
    isActing = false;
  };
  video.addEventListener('error', () => void look(), true);
  void look();
}

/** Plays from `start` to `end` only, and again where it is to loop. */
function clamp(video: HTMLVideoElement, { start, end, loop }: EmbedOptions): void {
  if (start === 0 && end === null) {
    video.loop = loop;
    return;
  }
  const again = (): void => {
    video.currentTime = start;
    void video.play().catch(() => undefined);
  };
  if (end !== null) {
    video.addEventListener('play', () => {
      if (video.currentTime >= end) video.currentTime = start;
    });
    video.addEventListener('timeupdate', () => {
      if (video.currentTime < end || video.paused) return;
      if (loop) again();
      else video.pause();
    });
  }
  if (loop) video.addEventListener('ended', again);
}

/** Once, when it begins to play, and how far it is watched; the server counts by the published rule. */
function countView(id: number, video: HTMLVideoElement): void {
  const report = (what: 'view' | 'progress', facts: object): void =>
    void fetch(`/api/videos/${id}/${what}`, {
      method: 'POST',
      credentials: 'omit',
      keepalive: true,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ source: 'embed', ...facts }),
    }).catch(() => undefined);
  const view = (): void => report('view', { referrer: document.referrer });
  // the press began it, and it was quicker than this script
  if (!video.paused && video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) view();
  else video.addEventListener('playing', view, { once: true });
  followProgress(video, -1, (after, reached) => report('progress', { after, reached }));
}

function showError(stage: HTMLElement, { error, page, site }: Texts): void {
  const card = document.createElement('div');
  card.className = 'kind';
  card.setAttribute('role', 'alert');
  const text = document.createElement('p');
  text.textContent = error;
  const link = Object.assign(document.createElement('a'), {
    className: 'go',
    href: page,
    target: '_blank',
    rel: 'noopener',
    textContent: site,
  });
  card.append(text, link);
  stage.replaceChildren(card);
}
