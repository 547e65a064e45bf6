/**
 * The inline script of an embedded player's page: a press plays at once, while the browser still counts it as
 * a user gesture, and fetches the script (web/embed) with the controls. Messages of the host page are queued
 * for it. Without scripts the browser's own controls remain.
 */
export const EMBED_START = `
(() => {
  const stage = document.querySelector('main');
  const video = stage.querySelector('video');
  if (!video) return;
  video.controls = false;
  const query = new URLSearchParams(location.search);
  const isOn = (name) => query.has(name) && !/^(0|false|off|no)$/i.test(query.get(name));
  const color = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(query.get('color') ?? '');
  if (color) document.documentElement.style.setProperty('--accent', '#' + color[1]);
  const heard = [];
  let loading;
  let isThere = false;
  const load = () =>
    (loading ??= import(stage.dataset.script).then(
      ({ start }) => {
        isThere = true;
        start(stage, heard);
      },
      () => (video.controls = true),
    ));
  // a pointer nearby may press: start loading the video
  for (const near of ['pointerenter', 'focusin', 'touchstart'])
    stage.addEventListener(near, () => (video.preload = 'metadata'), { once: true, passive: true });
  stage.querySelector('.start').addEventListener('click', () => {
    const from = parseFloat(query.get('start'));
    // WebKitGTK stalls if this is set before it has metadata
    const seek = () => (video.currentTime = from);
    if (from > 0 && video.readyState > 0) seek();
    else if (from > 0) video.addEventListener('loadedmetadata', seek, { once: true });
    video.muted = isOn('muted');
    video.play().catch(() => {});
    stage.dataset.state = 'starting';
    load();
  });
  addEventListener('message', (event) => {
    if (!isThere && event.source === parent && event.data && typeof event.data.type === 'string') {
      heard.push(event.data);
      load();
    }
  });
  if (isOn('autoplay')) load();
  if (parent !== window) parent.postMessage({ type: 'ready', id: Number(stage.dataset.id) }, '*');
})();
`;
