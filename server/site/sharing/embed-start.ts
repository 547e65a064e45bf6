/**
 * What stands in the page of an embedded player before its script is there: a press plays at once, while the browser still
 * takes it for the visitor's, and fetches the script (web/embed) that brings the controls. Messages of the page around it
 * are kept for that. Where there is no script at all the browser's own controls stay.
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
  // who comes near may press: the beginning of the film is on its way then
  for (const near of ['pointerenter', 'focusin', 'touchstart'])
    stage.addEventListener(near, () => (video.preload = 'metadata'), { once: true, passive: true });
  stage.querySelector('.start').addEventListener('click', () => {
    const from = parseFloat(query.get('start'));
    // WebKitGTK stands still where it is told so before it knows what there is
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
