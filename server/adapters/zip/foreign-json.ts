import { Worker } from 'node:worker_threads';

/** Deeper than anything we write. */
const MAX_DEPTH = 32;
const MEMORY_MB = 64;
/** Takes half of that memory at most. What needs far more at once ends the whole process, whatever a thread may take. */
const MAX_LENGTH = 2 << 20;
const SECONDS = 20;

const PROGRAM = `const { parentPort, workerData } = require('node:worker_threads');
parentPort.postMessage(JSON.parse(workerData));`;

/**
 * JSON that somebody brought, read in a thread with memory and time of its own: what it takes ends that thread and not the
 * server. Rejects with SyntaxError, or with what the thread ran into.
 */
export async function readForeignJson(text: string): Promise<unknown> {
  if (text.length > MAX_LENGTH) throw new SyntaxError('This is too long.');
  if (isDeep(text)) throw new SyntaxError('This is nested too deeply.');
  const worker = new Worker(PROGRAM, {
    eval: true,
    workerData: text,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 8 },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`It took longer than ${SECONDS} s.`)), SECONDS * 1000);
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('The thread ended without an answer.')));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/** In one pass: brackets within strings count for nothing. */
function isDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (inString) {
      if (letter === '\\') at += 1;
      else if (letter === '"') inString = false;
    } else if (letter === '"') inString = true;
    else if (letter === '[' || letter === '{') depth += 1;
    else if (letter === ']' || letter === '}') depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}
