import { formatClock } from './clock.ts';

/** As the page brings them (server/site/embed). */
export interface Texts {
  play: string;
  pause: string;
  seek: string;
  mute: string;
  unmute: string;
  captions: string;
  full: string;
  error: string;
  /** The site's name, and the video's page on it. */
  site: string;
  page: string;
}

const ICONS = {
  play: 'M8 5.5v13l11-6.5z',
  pause: 'M7 5h4v14H7zm6 0h4v14h-4z',
  loud: 'M4 9v6h4l5 4V5L8 9zm12-.9v7.8a4.5 4.5 0 0 0 0-7.8zM16 4v2.1a7 7 0 0 1 0 11.8V20a9 9 0 0 0 0-16z',
  silent:
    'M4 9v6h4l5 4V5L8 9zm17 1.4L19.6 9 17.5 11.1 15.4 9 14 10.4l2.1 2.1L14 14.6l1.4 1.4 2.1-2.1 2.1 2.1 1.4-1.4-2.1-2.1z',
  captions: 'M3 5h18v14H3zm4 9h4v-1.5H8.5v-2H11V9H7zm6 0h4v-1.5h-2.500v-2H17V9h-4z',
  full: 'M5 5h5v2H7v3H5zm9 0h5v5h-2V7h-3zM5 14h2v3h3v2H5zm12 0h2v5h-5v-2h3z',
};

const iconOf = (name: keyof typeof ICONS): string =>
  `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;

const STEP = 5;

const show = (element: HTMLElement, icon: keyof typeof ICONS, label: string): void => {
  if (element.ariaLabel === label) return;
  element.innerHTML = iconOf(icon);
  element.ariaLabel = label;
  element.title = label;
};

const toggle = (video: HTMLVideoElement): void =>
  void (video.paused ? video.play().catch(() => undefined) : video.pause());

/** Play, position, sound, captions, full screen and the link back, below the video. */
export function addControls(stage: HTMLElement, video: HTMLVideoElement, texts: Texts): void {
  const bar = document.createElement('div');
  bar.className = 'bar';
  const add = <E extends HTMLElement>(element: E, className: string): E => {
    element.className = className;
    bar.append(element);
    return element;
  };
  const button = (name: string, press: () => void): HTMLButtonElement => {
    const button = add(document.createElement('button'), name);
    button.type = 'button';
    button.addEventListener('click', press);
    return button;
  };
  const play = button('toggle', () => toggle(video));
  const seek = add(document.createElement('input'), 'seek');
  Object.assign(seek, { type: 'range', min: '0', step: '0.1', value: '0', ariaLabel: texts.seek });
  const time = add(document.createElement('span'), 'time');
  const mute = button('mute', () => (video.muted = !video.muted));
  const captions = button('captions', () => switchCaptions(video));
  show(captions, 'captions', texts.captions);
  captions.hidden = video.textTracks.length === 0;
  show(
    button('full', () => void switchFull(stage, video)),
    'full',
    texts.full,
  );
  add(linkBack(stage, texts), 'back');

  const update = (): void => {
    const length = Number.isFinite(video.duration) ? video.duration : 0;
    show(play, video.paused ? 'play' : 'pause', video.paused ? texts.play : texts.pause);
    show(mute, video.muted ? 'silent' : 'loud', video.muted ? texts.unmute : texts.mute);
    captions.ariaPressed = String([...video.textTracks].some(({ mode }) => mode === 'showing'));
    seek.max = String(length);
    seek.value = String(video.currentTime);
    const clock = `${formatClock(video.currentTime)} / ${formatClock(length)}`;
    seek.setAttribute('aria-valuetext', clock);
    time.textContent = clock;
  };
  seek.addEventListener('input', () => (video.currentTime = Number(seek.value)));
  for (const type of ['play', 'pause', 'timeupdate', 'durationchange', 'volumechange', 'seeked'])
    video.addEventListener(type, update);
  video.textTracks.addEventListener('change', update);
  stage.append(bar);
  hideWhenIdle(stage, video);
  update();
  // the pressed button is gone; without a press the focus is elsewhere on the embedding page
  if (stage.dataset['state'] !== undefined) play.focus({ preventScroll: true });
}

function linkBack(stage: HTMLElement, { page, site }: Texts): HTMLAnchorElement {
  const link = document.createElement('a');
  Object.assign(link, { href: page, target: '_blank', rel: 'noopener', ariaLabel: site, title: site });
  const logo = stage.querySelector('.logo')?.cloneNode(true);
  if (logo) link.append(logo);
  return link;
}

/** A press on the picture, and keys; without the bar, too. */
export function handlePresses(stage: HTMLElement, video: HTMLVideoElement): void {
  video.addEventListener('click', () => toggle(video));
  document.addEventListener('keydown', (event) => {
    if (handleKey(event, stage, video)) event.preventDefault();
  });
}

function handleKey(
  { key, target, ctrlKey, metaKey, altKey }: KeyboardEvent,
  stage: HTMLElement,
  video: HTMLVideoElement,
): boolean {
  const element = target as HTMLElement;
  if (ctrlKey || metaKey || altKey) return false;
  // a focused control handles its own keys
  if (key === ' ' && element.closest('button, a')) return false;
  if (key.startsWith('Arrow') && element.matches('input')) return false;
  const actions: Record<string, () => void> = {
    ' ': () => toggle(video),
    k: () => toggle(video),
    m: () => (video.muted = !video.muted),
    f: () => void switchFull(stage, video),
    c: () => switchCaptions(video),
    ArrowLeft: () => (video.currentTime -= STEP),
    ArrowRight: () => (video.currentTime += STEP),
  };
  const action = actions[key];
  action?.();
  return action !== undefined;
}

export function switchCaptions(video: HTMLVideoElement, language = ''): void {
  const tracks = [...video.textTracks];
  const shown = tracks.find(({ mode }) => mode === 'showing');
  if (shown) shown.mode = 'disabled';
  const wanted = tracks.find((track) => track.language.startsWith(language)) ?? tracks[0];
  if (!shown && wanted) wanted.mode = 'showing';
}

/** A phone of Apple's makes full what is a video alone. */
async function switchFull(stage: HTMLElement, video: HTMLVideoElement): Promise<void> {
  const phone = video as HTMLVideoElement & { webkitEnterFullscreen?: () => void };
  if (document.fullscreenElement) await document.exitFullscreen();
  else if ('requestFullscreen' in stage) await stage.requestFullscreen().catch(() => undefined);
  else phone.webkitEnterFullscreen?.();
}

const IDLE_MS = 2_500;

function hideWhenIdle(stage: HTMLElement, video: HTMLVideoElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wake = (): void => {
    clearTimeout(timer);
    delete stage.dataset['idle'];
    if (!video.paused) timer = setTimeout(() => (stage.dataset['idle'] = ''), IDLE_MS);
  };
  for (const type of ['pointermove', 'pointerdown', 'keydown', 'focusin']) stage.addEventListener(type, wake);
  for (const type of ['play', 'pause']) video.addEventListener(type, wake);
  wake();
}
