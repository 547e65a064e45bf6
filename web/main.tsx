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

/** The first paint, and the picture that most of the page is: nothing is fetched beside it. */
async function seen(): Promise<void> {
  await painted();
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority=high]');
  if (!picture || picture.complete) return;
  await new Promise((done) => {
    picture.addEventListener('load', done, { once: true });
    picture.addEventListener('error', done, { once: true });
    setTimeout(done, MAX_MS);
  });
  await painted();
}

const painted = (): Promise<void> => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

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
