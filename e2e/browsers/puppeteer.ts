import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, type ElementHandle } from 'puppeteer-core';
import { firefoxPath } from '#tools/other-browsers.ts';
import { addAuthenticator } from './marionette.ts';
import type { Driver } from './tab.ts';

const FIREFOX_PREFS = {
  'media.autoplay.default': 0,
  'app.update.disabledForTesting': true,
  // any that is free
  'marionette.port': 0,
  // for addAuthenticator
  'security.webauth.webauthn_enable_softtoken': true,
  'security.webauth.webauthn_enable_usbtoken': false,
};

/** Firefox by WebDriver BiDi, Chromium by its own protocol. */
export async function openWithPuppeteer(browser: 'firefox' | 'chrome'): Promise<Driver> {
  // Firefox refuses to run as root in another user's home folder
  const home = await mkdtemp(join(tmpdir(), 'lll-browser-'));
  const process_ = await launch({
    browser,
    executablePath:
      (browser === 'firefox' ? firefoxPath() : process.env['CHROMIUM_PATH']) ?? '/usr/bin/chromium',
    userDataDir: join(home, 'profile'),
    env: { ...process.env, HOME: home, LANG: 'en_US.UTF-8' },
    defaultViewport: { width: 1280, height: 900 },
    args:
      browser === 'chrome'
        ? (process.env['CHROMIUM_ARGS'] ?? '--no-sandbox --disable-gpu').split(' ')
        : ['--marionette'],
    extraPrefsFirefox: FIREFOX_PREFS,
  });
  const [page = await process_.newPage()] = await process_.pages();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  const elementOf = async (expression: string) => {
    const element = (await page.evaluateHandle(expression)).asElement();
    if (!element) throw new Error(`Nothing is there any more for ${expression}`);
    return element as ElementHandle<Element>;
  };
  return {
    errors,
    goto: async (url) => {
      await page.goto(url);
    },
    back: async () => {
      await page.evaluate('history.back()');
    },
    run: (expression) => page.evaluate(expression),
    click: async (expression) => (await elementOf(expression)).click(),
    fill: async (expression, text) => {
      const element = await elementOf(expression);
      await element.evaluate((field) => (field as HTMLInputElement).select?.());
      await element.type(text);
    },
    chooseFile: async (expression, path) =>
      ((await elementOf(expression)) as ElementHandle<HTMLInputElement>).uploadFile(path),
    ...(browser === 'firefox' && { addAuthenticator: () => addAuthenticator(join(home, 'profile')) }),
    press: (key) => page.keyboard.press(key),
    // WebDriver BiDi's accessibility locator asks the browser's accessibility service
    hasAccessible: async (role, name) => (await page.$(`aria/${name}[role="${role}"]`)) !== null,
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: async () => {
      await process_.close();
      await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
