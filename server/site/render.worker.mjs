import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

// Plain JavaScript: for TypeScript the thread would load a compiler of its own, and keep it (8 MiB).

/** @typedef {import('./render.ts').RenderTask} RenderTask */
/** @typedef {import('./render.ts').Told} Told */
/** @typedef {import('./render.ts').Answered} Answered */

/** @param {Told} message */
const tell = (message) => parentPort?.postMessage(message);

/** What the server was asked and has not answered yet. @type {Map<number, (answered: Answered) => void>} */
const open = new Map();
let questions = 0;

const loaded = import(pathToFileURL(workerData.bundle).href);
// one page after the other, also where the server gave up on one
let turn = loaded.then(() => tell('ready'));

parentPort?.on('message', (/** @type {RenderTask | Answered} */ message) => {
  if ('question' in message) {
    open.get(message.question)?.(message);
    open.delete(message.question);
  } else turn = turn.then(() => write(message));
});

/** @param {RenderTask} task */
async function write({ id, ...task }) {
  /**
   * @param {string} path
   * @param {string} address
   */
  const ask = async (path, address) => {
    const question = ++questions;
    /** @type {Promise<Answered>} */
    const answered = new Promise((resolve) => open.set(question, resolve));
    tell({ id, question, path, address });
    return (await answered).answer;
  };
  try {
    const { writePage } = await loaded;
    const html = await writePage(
      task,
      ask,
      /** @param {import('#contract/pages.ts').PageHead} head */ (head) => tell({ id, head }),
    );
    tell({ id, html });
  } catch (error) {
    tell({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}
