import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Language } from '#contract/languages.ts';
import type { PageHead } from '#contract/pages.ts';
import type { Log } from '#server/app/observe/log.ts';
import type { Answer } from './html.ts';
import type { PublicSettings } from './public-settings.ts';

/** What a page is written from, beside the answers to its questions. */
export interface RenderData {
  language: Language;
  config: PublicSettings;
  writtenAt: number;
  origin: string;
}

export interface WantedPage {
  address: string;
  data: RenderData;
  /** To be written although there is no such thing. */
  isMissing?: boolean;
}

/** Answers a public GET as a guest gets it; `path` is the endpoint's. What failed comes as its status. */
export type Ask = (path: string, address: string) => Promise<Answer | { status: number }>;

export interface Rendered {
  /** Null where the page couldn't even say what it is. */
  head: PageHead | null;
  /** The content of #root; null where the page goes out as its shell. */
  html: string | null;
  /** It should have been written, and is the next time perhaps. */
  isBroken: boolean;
}

/** To and from `render.worker.mjs`. */
export type RenderTask = WantedPage & { id: number };
export interface Answered {
  question: number;
  answer: Awaited<ReturnType<Ask>>;
}
export type Told =
  | 'ready'
  | { id: number; question: number; path: string; address: string }
  | { id: number; head: PageHead }
  | { id: number; html: string | null }
  | { id: number; error: string };

/** Writes pages from the components that the browser runs too (web/entry-server.tsx), beside the server's own thread. */
export interface Renderer {
  render(page: WantedPage, ask: Ask): Promise<Rendered>;
  close(): Promise<void>;
}

interface Limits {
  /** One page, from its turn on, without what its questions take. */
  maxMs?: number;
  /** A question. */
  maxAskMs?: number;
  /** Until the thread has begun: a machine that has much to do takes its time. */
  maxStartMs?: number;
  maxLength?: number;
  /** Pages waiting for their turn; past it a shell is the quicker answer. */
  maxWaiting?: number;
  /** The thread ends when nobody has asked for so long. */
  idleMs?: number;
}

interface Waiting {
  task: RenderTask;
  ask: Ask;
  head: PageHead | null;
  /** Questions without an answer. */
  open: number;
  done: (rendered: Rendered) => void;
}

const NOTHING: Rendered = { head: null, html: null, isBroken: true };

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
  /** When the bundle was made that was found first, as the pages were. */
  #madeAt: number | undefined;
  #isClosed = false;
  #ids = 0;

  constructor(bundle: string, log: Log, limits: Limits) {
    this.#bundle = bundle;
    this.#log = log;
    this.#limits = {
      maxMs: 2_000,
      maxAskMs: 5_000,
      maxStartMs: 10_000,
      maxLength: 3_000_000,
      maxWaiting: 40,
      idleMs: 10 * 60_000,
      ...limits,
    };
  }

  render(page: WantedPage, ask: Ask): Promise<Rendered> {
    const isCrowded = this.#waiting.length >= this.#limits.maxWaiting;
    if (this.#isClosed || isCrowded || !(this.#worker ?? this.#isOurs())) return Promise.resolve(NOTHING);
    return new Promise((done) => {
      this.#waiting.push({ task: { ...page, id: ++this.#ids }, ask, head: null, open: 0, done });
      if (!this.#isBusy) this.#next();
    });
  }

  /** Whether the bundle is there, and made with the scripts of the pages: a newer one writes for others. */
  #isOurs(): boolean {
    const madeAt = statSync(this.#bundle, { throwIfNoEntry: false })?.mtimeMs;
    this.#madeAt ??= madeAt;
    return madeAt !== undefined && madeAt === this.#madeAt;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const { done } of this.#waiting.splice(0)) done(NOTHING);
    await this.#stop();
  }

  #next(): void {
    const [first] = this.#waiting;
    if (!first) return;
    this.#isBusy = true;
    this.#worker ??= this.#start();
    this.#watch();
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
    started.on('message', (message: Told) => this.#receive(message));
    started.on('error', (error) => this.#end(started, error.stack ?? error.message));
    started.on('exit', (code) => this.#end(started, `The thread ended with ${code}.`));
    started.unref();
    return started;
  }

  #receive(message: Told): void {
    if (message === 'ready') {
      this.#isReady = true;
      if (this.#isBusy) this.#watch();
      return;
    }
    const [current] = this.#waiting;
    const isCurrent = current?.task.id === message.id;
    if ('question' in message) void this.#answer(message, isCurrent ? current : null);
    else if (!isCurrent) return;
    else if ('head' in message) current.head = message.head;
    else if ('error' in message) this.#finish(null, message.error);
    else this.#check(message.html);
  }

  #check(html: string | null): void {
    const { maxLength } = this.#limits;
    if (html !== null && html.length > maxLength)
      this.#finish(null, `It has ${html.length} characters of at most ${maxLength}.`);
    else this.#finish(html);
  }

  /** The page's time stands still meanwhile. Null: nobody waits for that page any more. */
  async #answer(
    { question, path, address }: Extract<Told, { question: number }>,
    page: Waiting | null,
  ): Promise<void> {
    const worker = this.#worker;
    if (page) page.open++;
    this.#watch();
    const answer = page ? await this.#askInTime(page, path, address) : { status: 503 };
    if (page) page.open--;
    if (worker !== this.#worker) return;
    if (page === this.#waiting[0]) this.#watch();
    worker?.postMessage({ question, answer } satisfies Answered);
  }

  async #askInTime({ ask }: Waiting, path: string, address: string): Promise<Answered['answer']> {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<{ status: number }>((resolve) => {
      timer = setTimeout(() => resolve({ status: 504 }), this.#limits.maxAskMs).unref();
    });
    try {
      return await Promise.race([ask(path, address), tooLate]);
    } catch (error) {
      this.#log.error('A question of a page failed.', { address, error });
      return { status: 500 };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Of the page whose turn it is. */
  #watch(): void {
    const { maxMs, maxStartMs } = this.#limits;
    if (!this.#isBusy) return;
    clearTimeout(this.#timer);
    if (this.#waiting[0]?.open) return;
    // a thread that has only just begun goes on: who asks next finds it ready
    if (!this.#isReady)
      this.#after(maxStartMs, () => this.#finish(null, `It had not begun after ${maxStartMs} ms.`));
    else
      this.#after(maxMs, () => {
        if (this.#worker) this.#end(this.#worker, `It took longer than ${maxMs} ms.`);
      });
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
    current?.done({ head: current.head, html, isBroken: problem !== undefined });
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
