import { writeFile } from 'node:fs/promises';
import { missingBrowsers, prepareBrowsers } from '#tools/other-browsers.ts';
import { test as base } from '../fixture.ts';
import { openWithPuppeteer } from './puppeteer.ts';
import { Tab } from './tab.ts';
import { openWebkit } from './webkit.ts';

export const BROWSERS = ['firefox', 'webkit', 'chromium'] as const;
export type BrowserName = (typeof BROWSERS)[number];

const open = {
  firefox: () => openWithPuppeteer('firefox'),
  webkit: () => openWebkit(),
  chromium: () => openWithPuppeteer('chrome'),
};

/** The site, seen with one of the browsers: `test.use({ engine: 'webkit' })`. */
export const test = base.extend<{ tab: Tab; engine: BrowserName }>({
  engine: ['chromium', { option: true }],
  tab: async ({ engine, site }, use, info) => {
    const driver = await open[engine]();
    try {
      await use(new Tab(driver, site.url));
      if (info.status !== info.expectedStatus)
        await writeFile(info.outputPath('screen.png'), await driver.screenshot());
    } finally {
      await driver.close();
    }
  },
});

// npm test has done this before it started
if (process.env['SOAK']) await prepareBrowsers();
export const missing = missingBrowsers();
