import { writeFile } from 'node:fs/promises';
import { missingBrowsers } from '#tools/other-browsers.ts';
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
    if (missing) throw new Error(missing);
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

const missing = missingBrowsers();
