import './ui/theme.css';

/** Asks for nothing before the page that the server wrote has been seen. */
async function main(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root.');
  if (root.firstElementChild) await seen();
  const rest = Promise.all([fetchRest(), fetchData()]);
  // read in a task of its own: presses and scrolling come through
  await import('react-dom/client');
  await rest;
  const { start } = await import('./start.tsx');
  await start(root);
}

const MAX_MS = 1500;

/** The first paint, and the pictures that are in view then: nothing is fetched beside them. */
async function seen(): Promise<void> {
  await atMost(MAX_MS, firstPaint);
  const pictures = awaitedPictures();
  if (pictures.length === 0) return;
  await atMost(MAX_MS, (done) => {
    let left = pictures.length;
    const count = () => {
      left -= 1;
      if (left === 0) done();
    };
    for (const picture of pictures) picture.onload = picture.onerror = count;
  });
  // the first frame is on the screen when the second begins
  await atMost(MAX_MS, (done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}

const atMost = (milliseconds: number, start: (done: () => void) => unknown): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, milliseconds);
    start(done);
  });

/** On the screen: a frame of an empty page comes before it. */
const firstPaint = (done: () => void): void =>
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) done();
  }).observe({ type: 'paint', buffered: true });

/** Those in view. Further down nobody asks where one stands: what is skipped there (VideoGrid.tsx) would be laid out. */
function awaitedPictures(): HTMLImageElement[] {
  const awaited: HTMLImageElement[] = [];
  for (const picture of document.images) {
    const { top, bottom } = picture.getBoundingClientRect();
    if (top > innerHeight) break;
    if (bottom > 0 && !picture.complete) awaited.push(picture);
  }
  return awaited;
}

/** What the server named for later: scripts, and the styles that what comes next may use, which must be there before. */
async function fetchRest(): Promise<void> {
  const sheets: Promise<unknown>[] = [];
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-rest]')) {
    link.rel = link.dataset['rest'] ?? '';
    if (link.rel === 'stylesheet')
      sheets.push(
        new Promise((done) => {
          link.onload = link.onerror = done;
        }),
      );
  }
  await Promise.all(sheets);
}

const RETRY_MS = [500, 2000, 5000, 10_000];

/** The answers that the page was written from, where they don't stand in it. */
async function fetchData(): Promise<void> {
  const place = document.getElementById('initial-data');
  const address = place?.dataset['src'];
  for (let tries = 0; address; tries += 1) {
    const answer = await fetch(address).catch(() => null);
    if (answer?.ok) {
      place.textContent = await answer.text();
      return;
    }
    const wait = RETRY_MS[tries];
    // what stands here can be read, and its links lead on
    if (wait === undefined) throw new Error(`No answer came from ${address}.`);
    await new Promise((done) => setTimeout(done, wait));
  }
}

void main();
