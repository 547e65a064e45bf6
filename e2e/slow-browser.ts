import { test as base, type Browser } from '@playwright/test';
import { once } from 'node:events';
import { z } from 'zod';
import { freePort } from '#server/testing/process.ts';
import { bodyOf } from '#server/testing/client.ts';

/** Lighthouse's slow 4G, in milliseconds and bytes a second. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 };
const PROCESSOR_SLOWED = 4;
/**
 * In each page: a fixed connection type. Chromium's estimate depends on the machine's load, and on '3g' pages leave out
 * what tests check; tests of slower connections set their own on `navigator`.
 */
const NAMED_4G = `Object.defineProperty(Navigator.prototype, 'connection', {
  configurable: true,
  get: () => Object.assign(new EventTarget(), { effectiveType: '4g', saveData: false }),
});`;

interface Answer {
  id?: number;
  error?: { message: string };
  method?: string;
  params?: { sessionId: string; targetInfo: { type: string } };
}

/**
 * Slows whatever the browser opens, before its first request: a connection beside Playwright's, as Playwright can't stop
 * a popup before it has begun to load.
 */
async function slowDown(port: number): Promise<WebSocket> {
  const version = await fetch(`http://127.0.0.1:${port}/json/version`);
  const { webSocketDebuggerUrl } = await bodyOf(version, z.object({ webSocketDebuggerUrl: z.string() }));
  const socket = new WebSocket(webSocketDebuggerUrl);
  await once(socket, 'open');
  let messages = 0;
  const send = (method: string, params: object, sessionId?: string) =>
    socket.send(JSON.stringify({ id: ++messages, method, params, sessionId }));
  const attach = (sessionId?: string) =>
    send(
      'Target.setAutoAttach',
      { autoAttach: true, waitForDebuggerOnStart: true, flatten: true },
      sessionId,
    );
  socket.addEventListener('message', ({ data }) => {
    const { method, params } = JSON.parse(String(data)) as Answer;
    if (method !== 'Target.attachedToTarget' || !params) return;
    const { sessionId, targetInfo } = params;
    if (targetInfo.type === 'page') {
      send('Page.enable', {}, sessionId);
      send('Page.addScriptToEvaluateOnNewDocument', { source: NAMED_4G }, sessionId);
    }
    send('Network.enable', {}, sessionId);
    // a worker of a page answers that it can't: its requests are the page's
    send('Network.emulateNetworkConditions', SLOW_4G, sessionId);
    send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWED }, sessionId);
    attach(sessionId);
    send('Runtime.runIfWaitingForDebugger', {}, sessionId);
  });
  attach();
  return socket;
}

/** Playwright's test, with a browser that slows all of its pages. */
export const slowTest = base.extend<object, { browser: Browser }>({
  browser: [
    async ({ playwright, launchOptions }, use) => {
      const port = await freePort();
      const browser = await playwright.chromium.launch({
        ...launchOptions,
        args: [...(launchOptions.args ?? []), `--remote-debugging-port=${port}`],
      });
      const socket = await slowDown(port);
      await use(browser);
      socket.close();
      await browser.close();
    },
    { scope: 'worker', timeout: 0 },
  ],
});
