import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { webkitDriverPath } from '#tools/other-browsers.ts';
import { freePort } from '#server/testing/process.ts';
import { bodyOf } from '#server/testing/client.ts';
import type { Driver, Key } from './tab.ts';

/** A script that is sent while the page navigates may never be answered. */
const ANSWER_MS = 45_000;
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
/** https://www.w3.org/TR/webdriver2/#keyboard-actions */
const KEYS: Partial<Record<Key, string>> = {
  Escape: '\uE00C',
  Tab: '\uE004',
  Enter: '\uE007',
  Space: ' ',
};

/** WebKitGTK's MiniBrowser by plain WebDriver, on a screen of its own. `language`: as LANG names it. */
export async function openWebkit(language = 'en_US.UTF-8'): Promise<Driver> {
  const home = await mkdtemp(join(tmpdir(), 'lll-browser-'));
  const screen = await startScreen();
  const port = await freePort();
  const driver = spawn(webkitDriverPath() ?? 'WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: screen.display, HOME: home, LANG: language, LANGUAGE: '' },
  });
  const end = async () => {
    await stop(driver);
    await stop(screen.child);
    await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  try {
    const send = await openSession(`http://127.0.0.1:${port}`);
    return driverOf(send, end);
  } catch (error) {
    await end();
    throw error;
  }
}

type Send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;

function driverOf(send: Send, end: () => Promise<void>): Driver {
  const execute = (expression: string) =>
    send('POST', '/execute/sync', { script: `return (${expression})`, args: [] });
  const elementOf = async (expression: string) =>
    `/element/${((await execute(expression)) as Record<string, string>)[ELEMENT]}`;
  const type = async (expression: string, text: string) =>
    await send('POST', `${await elementOf(expression)}/value`, { text });
  return {
    // not reported by this driver
    errors: [],
    goto: async (url) => {
      await send('POST', '/url', { url });
    },
    back: async () => {
      await send('POST', '/back', {});
    },
    run: execute,
    click: async (expression) => {
      // the driver's own scrolling leaves it under what floats over the page
      await execute(`${expression}.scrollIntoView({ block: 'center', behavior: 'instant' })`);
      await send('POST', `${await elementOf(expression)}/click`, {});
    },
    fill: async (expression, text) => {
      await execute(`${expression}.select?.()`);
      await type(expression, text);
    },
    chooseFile: async (expression, path) => {
      await type(expression, path);
    },
    press: async (key) => {
      const actions = ['keyDown', 'keyUp'].map((kind) => ({ type: kind, value: KEYS[key] ?? key }));
      await send('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    screenshot: async () => Buffer.from(String(await send('GET', '/screenshot')), 'base64'),
    close: async () => {
      await send('DELETE', '').catch(() => {});
      await end();
    },
  };
}

async function openSession(driver: string): Promise<Send> {
  const request = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(driver + path, {
      method,
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const { value } = await bodyOf(answer, z.object({ value: z.unknown() }));
    if (!answer.ok) throw new Error(`WebKit: ${JSON.stringify(value)}`);
    return value;
  };
  await answers(() => fetch(`${driver}/status`));
  const { sessionId } = (await request('POST', '/session', {
    capabilities: { alwaysMatch: { timeouts: { script: ANSWER_MS - 5000 } } },
  })) as { sessionId: string };
  return (method, path, body) => request(method, `/session/${sessionId}${path}`, body);
}

async function answers(attempt: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (tries > 200) throw error;
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}

/** Xvfb writes the display number to file descriptor 3. */
async function startScreen(): Promise<{ child: ChildProcess; display: string }> {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const output = child.stdio[3];
  if (!output) throw new Error('Xvfb has no third stream.');
  const [number] = (await Promise.race([
    once(output, 'data'),
    once(child, 'exit').then(() => {
      throw new Error('Xvfb does not start.');
    }),
  ])) as [Buffer];
  return { child, display: `:${number.toString().trim()}` };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
