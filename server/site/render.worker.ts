import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { Answer } from './html.ts';
import type { PublicSettings } from './public-settings.ts';

/** What a page is written from: nothing but what a guest was answered. */
export interface PageData {
  config: PublicSettings;
  answers: Record<string, Answer>;
  writtenAt: number;
  origin: string;
}

export interface RenderTask {
  id: number;
  address: string;
  data: PageData;
}

export interface RenderResult {
  id: number;
  html?: string;
  error?: string;
}

interface Bundle {
  renderPage(address: string, data: PageData): Promise<string>;
}

const { bundle } = workerData as { bundle: string };
const loaded = import(pathToFileURL(bundle).href) as Promise<Bundle>;
void loaded.then(() => parentPort?.postMessage('ready'));

parentPort?.on(
  'message',
  (task: RenderTask) => void render(task).then((result) => parentPort?.postMessage(result)),
);

async function render({ id, address, data }: RenderTask): Promise<RenderResult> {
  try {
    return { id, html: await (await loaded).renderPage(address, data) };
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
