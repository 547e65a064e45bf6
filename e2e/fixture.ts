import {
  test as ordinary,
  expect,
  type APIRequestContext,
  type BrowserContext,
  type Page,
} from '@playwright/test';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { SiteMessage, SiteRequests } from './site.ts';
import { slowTest } from './slow-browser.ts';
import { IS_SLOW } from './slow.ts';

export { expect, type Page };

type Role = 'LOGIN_USER' | 'CONTENT_CREATOR' | 'GLOBAL_ADMIN';
type Input<Name extends keyof SiteRequests> = Parameters<SiteRequests[Name]>[0];
type Output<Name extends keyof SiteRequests> = Awaited<ReturnType<SiteRequests[Name]>>;

export interface Person {
  id: number;
  username: string;
  token: string;
}

/** The running site of these journeys. */
export interface Site {
  url: string;
  signUp(role?: Role, username?: string): Promise<Person>;
  addVideo(video?: Input<'addVideo'>): Promise<Output<'addVideo'>>;
  startSession(userId: number): Promise<string>;
  addComments(comments: Input<'addComments'>): Promise<void>;
  /** Takes the videos of earlier journeys out of all lists. */
  archiveAll(): Promise<void>;
  /** The text of a mail, once it was sent. */
  mailTo(to: string, subject: string): Promise<string>;
  /** All mails, waiting and sent. */
  mails(): Promise<Output<'mails'>>;
  /** Backdates the sign-in of all sessions by this many minutes. */
  ageSessions(minutes: number): Promise<void>;
  /** Whether this machine has a speech recogniser (Debian's pocketsphinx). */
  recogniseSpeech(on: boolean): Promise<void>;
  /** Simulates this much free disk space in bytes; null: the real value. */
  setFreeBytes(bytes: number | null): Promise<void>;
  /** Overrides the server's texts in a language, by their English, on all sites of this worker; null: no overrides. */
  speak(input: Input<'speak'>): Promise<void>;
}

interface WorkerFixtures {
  persisted: Persisted;
}

interface TestFixtures {
  /**
   * Journeys of one key and the same settings share a server: `test.use({ server: 'review' })` for a file that begins
   * with an empty site. Shared or not, no journey may need what another left.
   */
  server: string;
  /** Settings of the server: `test.use({ settings: { PAYMENTS: 'off' } })`. */
  settings: Record<string, string>;
  site: Site;
  /**
   * Messages of the console that the journey expects: everything else that is an error fails it. One pattern, or
   * `[[…], { scope: 'test' }]`: two alone are taken for a value and its options by Playwright.
   */
  allowedErrors: RegExp[];
  /** Listens to every page of the browser, also to those of contexts that a journey opens itself. */
  consoleErrors: void;
  /** Signs a new person of this role in, in this page's browser; to be called before the first `goto`. */
  signIn(role?: Role, username?: string): Promise<Person>;
}

let people = 0;
const SITE = 'site ';
/** A journey that is repeated (`--repeat-each`) finds no names of its own taken. */
const siteKey = (server: string, settings: Record<string, string>, round: number) =>
  SITE + JSON.stringify([server, settings, round]);

/** Where the sites of a worker run (e2e/site.ts). */
interface SiteHost extends Closable {
  start(settings: Record<string, string>): Promise<{ site: Site } & Closable>;
}

type Unnumbered<Message> = Message extends unknown ? Omit<Message, 'id'> : never;

async function startSiteHost(): Promise<SiteHost> {
  const child = fork(resolve('e2e/site.ts'), {
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  });
  const waiting = new Map<number, (message: { output?: unknown; error?: string }) => void>();
  let exitReason: string | null = null;
  child.once('exit', (code) => {
    exitReason = `The process of the sites ended with ${code}.`;
    for (const answer of waiting.values()) answer({ error: exitReason });
  });
  child.on('message', (message: { id: number; output?: unknown; error?: string }) => {
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  let messages = 0;
  const send = (message: Unnumbered<SiteMessage>) =>
    new Promise<unknown>((found, failed) => {
      if (exitReason !== null) return failed(new Error(exitReason));
      const id = ++messages;
      waiting.set(id, ({ output, error }) =>
        error === undefined ? found(output) : failed(new Error(error)),
      );
      child.send({ id, ...message });
    });
  return {
    async start(settings) {
      const { site, url } = (await send({ start: settings })) as { site: number; url: string };
      const request: Request = (name, input) => send({ site, name, input }) as Promise<never>;
      return { site: siteAt(url, request), close: () => send({ site, stop: true }) };
    },
    async close() {
      if (exitReason !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

type Request = <Name extends keyof SiteRequests>(name: Name, input: Input<Name>) => Promise<Output<Name>>;

const siteAt = (url: string, send: Request): Site => ({
  url,
  signUp: (role = 'LOGIN_USER', username = `person${process.pid}-${++people}`) =>
    send('signUp', { role, username }),
  addVideo: (video) => send('addVideo', video),
  startSession: (userId) => send('startSession', { userId }),
  addComments: (comments) => send('addComments', comments),
  archiveAll: () => send('archiveAll', undefined),
  mailTo: (to, subject) => send('mailTo', { to, subject }),
  mails: () => send('mails', { to: null }),
  ageSessions: (minutes) => send('ageSessions', { minutes }),
  recogniseSpeech: (on) => send('recogniseSpeech', { on }),
  setFreeBytes: (bytes) => send('setFreeBytes', { bytes }),
  speak: (input) => send('speak', input),
});

interface Closable {
  close(): unknown;
}

/**
 * What a worker starts once, for all of its files: servers, and what they talk to. Not fixtures of workers, as another
 * setting would then start another worker, and with it another browser.
 */
class Persisted {
  private readonly resources = new Map<string, Promise<Closable>>();

  async once<Resource extends Closable>(key: string, start: () => Promise<Resource>): Promise<Resource> {
    const starting = this.resources.get(key) ?? start();
    this.resources.set(key, starting);
    return (await starting) as Resource;
  }

  /** The last first: a server before what it talks to. */
  async close(which: (key: string) => boolean = () => true): Promise<void> {
    for (const [key, starting] of [...this.resources].toReversed()) {
      if (!which(key)) continue;
      this.resources.delete(key);
      await (await starting.catch(() => null))?.close();
    }
  }

  /** A site with these settings; of those that few journeys share the last one alone stays. */
  async site(server: string, settings: Record<string, string>, round: number): Promise<Site> {
    const wanted = siteKey(server, settings, round);
    // what a journey gets that asks for nothing else
    const shared = siteKey('', {}, round);
    await this.close((key) => key.startsWith(SITE) && key !== wanted && key !== shared);
    const host = await this.once('host of sites', startSiteHost);
    const { site } = await this.once(wanted, () => host.start(settings));
    return site;
  }
}

/**
 * Makes `page.route` effective once it returns: the browser confirms the interception before its page applies it, so an
 * immediate request would still bypass the first route.
 */
function interceptAtOnce(page: Page): void {
  const route = page.route.bind(page);
  let isSure = false;
  page.route = async (...what) => {
    const added = await route(...what);
    if (isSure || page.url() === 'about:blank') return added;
    let seen = false;
    await route('**/api/health?intercepted', (probe) => {
      seen = true;
      return probe.fulfill({ body: '' });
    });
    while (!seen) await page.evaluate(() => fetch('/api/health?intercepted'));
    isSure = true;
    return added;
  };
}

/** Retries when a keep-alive connection was closed meanwhile, as browsers do. */
function outliveClosing(request: APIRequestContext): APIRequestContext {
  const methods = ['get', 'post', 'put', 'delete', 'fetch'] as const;
  const patient = methods.map((method) => {
    const send = request[method].bind(request);
    return [method, (address: string, options?: object) => send(address, { maxRetries: 3, ...options })];
  });
  Object.assign(request, Object.fromEntries(patient));
  return request;
}

export const test = (IS_SLOW ? slowTest : ordinary).extend<TestFixtures, WorkerFixtures>({
  persisted: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const persisted = new Persisted();
      await use(persisted);
      await persisted.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  server: ['', { option: true }],
  settings: [{}, { option: true }],
  site: [
    async ({ persisted, server, settings }, use, { repeatEachIndex }) =>
      use(await persisted.site(server, settings, repeatEachIndex)),
    { timeout: 120_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  allowedErrors: [[], { option: true }],
  request: async ({ request }, use) => use(outliveClosing(request)),
  consoleErrors: [
    async ({ browser, allowedErrors }, use) => {
      const errors: string[] = [];
      const recordError = (text: string) => {
        if (!allowedErrors.some((allowed) => allowed.test(text))) errors.push(text);
      };
      const watch = (context: BrowserContext) => {
        context.on('console', (message) => {
          if (message.type() === 'error') recordError(`${message.text()} (${message.location().url})`);
        });
        context.on('weberror', (error) => recordError(String(error.error())));
      };
      browser.on('context', watch);
      await use();
      browser.off('context', watch);
      expect(errors, 'errors in the console').toEqual([]);
    },
    { auto: true },
  ],
  page: async ({ page }, use) => {
    interceptAtOnce(page);
    outliveClosing(page.request);
    await use(page);
  },
  signIn: async ({ page, site }, use) => {
    await use(async (role, username) => {
      const person = await site.signUp(role, username);
      await page.addInitScript((token) => {
        // once per browser: signing out later must hold
        if (sessionStorage.getItem('signed-in-by-test')) return;
        sessionStorage.setItem('signed-in-by-test', 'yes');
        localStorage.setItem('vh_token', token);
      }, person.token);
      return person;
    });
  },
});

/** What journeys on one site share, made by the first. */
export function onceOn<Created>(resources: Map<Site, Created>, site: Site, make: () => Created): Created {
  const resource = resources.get(site) ?? make();
  resources.set(site, resource);
  return resource;
}

/** Blocks the scripts that hydrate a page; returns a function that unblocks them. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise: mayCome, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/index-.*\.js$/, async (route) => {
    await mayCome;
    await route.continue();
  });
  return release;
}
