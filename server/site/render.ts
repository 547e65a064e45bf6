import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Log } from '#server/app/observe/log.ts';
import type { Answer } from './html.ts';
import type { PublicSettings } from './public-settings.ts';

/** What a page is written from: nothing but what a guest was answered. */
export interface RenderData {
  config: PublicSettings;
  answers: Record<string, Answer>;
  writtenAt: number;
  origin: string;
}

/** To and from `render.worker.mjs`. */
export interface RenderTask {
  id: number;
  address: string;
  data: RenderData;
}

export interface RenderResult {
  id: number;
  html?: string;
  error?: string;
}

/** Writes pages from the components that the browser runs too (web/entry-server.tsx), beside the server's own thread. */
export interface Renderer {
  /** The content of #root; null where it can't be had, or not soon: the page goes out as its shell then. */
  render(address: string, data: RenderData): Promise<string | null>;
  close(): Promise<void>;
}

interface Limits {
  /** One page, from its turn on. */
  maxMs?: number;
  maxLength?: number;
  /** Pages waiting for their turn; past it a shell is the quicker answer. */
  maxWaiting?: number;
  /** The thread ends when nobody has asked for so long. */
  idleMs?: number;
}

interface Waiting {
  task: RenderTask;
  done: (html: string | null) => void;
}

export function createRenderer(bundle: string, log: Log, limits: Limits = {}): Renderer {
  return new RenderThread(bundle, log, limits);
}

class RenderThread implements Renderer {
  readonly #bundle: string;
  readonly #log: Log;
  readonly #limits: Required<Limits>;
  /** The first has its turn. */
  readonly #waiting: Waiting[] = [];
  #worker: Worker | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isBusy = false;
  #isReady = false;
  #isClosed = false;
  #ids = 0;

  constructor(bundle: string, log: Log, limits: Limits) {
    this.#bundle = bundle;
    this.#log = log;
    this.#limits = { maxMs: 2_000, maxLength: 3_000_000, maxWaiting: 40, idleMs: 10 * 60_000, ...limits };
  }

  render(address: string, data: RenderData): Promise<string | null> {
    const isCrowded = this.#waiting.length >= this.#limits.maxWaiting;
    if (this.#isClosed || isCrowded || !existsSync(this.#bundle)) return Promise.resolve(null);
    return new Promise((done) => {
      this.#waiting.push({ task: { id: ++this.#ids, address, data }, done });
      if (!this.#isBusy) this.#next();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const { done } of this.#waiting.splice(0)) done(null);
    await this.#stop();
  }

  #next(): void {
    const [first] = this.#waiting;
    if (!first) return;
    this.#isBusy = true;
    this.#worker ??= this.#start();
    this.#after(this.#limits.maxMs, () => this.#runOut());
    this.#worker.postMessage(first.task);
  }

  #start(): Worker {
    this.#isReady = false;
    const started = new Worker(new URL('./render.worker.mjs', import.meta.url), {
      workerData: { bundle: this.#bundle },
      // it needs none of the settings
      env: { NODE_ENV: 'production' },
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 },
    });
    started.on('message', (message: RenderResult | 'ready') => this.#receive(message));
    started.on('error', (error) => this.#end(started, error.stack ?? error.message));
    started.on('exit', (code) => this.#end(started, `The thread ended with ${code}.`));
    started.unref();
    return started;
  }

  #receive(message: RenderResult | 'ready'): void {
    if (message === 'ready') {
      this.#isReady = true;
      if (this.#isBusy) this.#after(this.#limits.maxMs, () => this.#runOut());
      return;
    }
    const { id, html, error } = message;
    const { maxLength } = this.#limits;
    if (this.#waiting[0]?.task.id !== id) return;
    if (html === undefined) this.#finish(null, error ?? 'It has no content.');
    else if (html.length > maxLength)
      this.#finish(null, `It has ${html.length} characters of at most ${maxLength}.`);
    else this.#finish(html);
  }

  /** A thread that has only just begun goes on: who asks next finds it ready. */
  #runOut(): void {
    if (!this.#isReady) this.#finish(null);
    else if (this.#worker) this.#end(this.#worker, `It took longer than ${this.#limits.maxMs} ms.`);
  }

  #end(worker: Worker, problem: string): void {
    if (worker !== this.#worker) return;
    void this.#stop();
    if (this.#isBusy) this.#finish(null, problem);
  }

  #finish(html: string | null, problem?: string): void {
    const current = this.#waiting.shift();
    this.#isBusy = false;
    if (problem)
      this.#log.error('A page could not be written and goes out as its shell.', {
        page: current?.task.address,
        error: problem,
      });
    current?.done(html);
    if (this.#waiting.length > 0) this.#next();
    else this.#after(this.#limits.idleMs, () => void this.#stop());
  }

  async #stop(): Promise<void> {
    const stopped = this.#worker;
    this.#worker = null;
    await stopped?.terminate();
  }

  #after(milliseconds: number, run: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(run, milliseconds).unref();
  }
}
