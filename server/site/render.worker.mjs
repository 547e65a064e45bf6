import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

// Plain JavaScript: for TypeScript the thread would load a compiler of its own, and keep it (8 MiB).

/** @typedef {import('./render.ts').RenderTask} RenderTask */
/** @typedef {import('./render.ts').RenderResult} RenderResult */

const loaded = import(pathToFileURL(workerData.bundle).href);
void loaded.then(() => parentPort?.postMessage('ready'));

parentPort?.on('message', (task) => void render(task).then((result) => parentPort?.postMessage(result)));

/**
 * @param {RenderTask} task
 * @returns {Promise<RenderResult>}
 */
async function render({ id, address, data }) {
  try {
    return { id, html: await (await loaded).renderPage(address, data) };
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
