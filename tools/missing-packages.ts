import { systemBrowser } from './browser.ts';
import { missingBrowserPackages } from './other-browsers.ts';
import { missingProgramPackages } from './test-programs.ts';

/** For .ci/packages: Debian's packages that `npm test` would use and that aren't here; a line holds what goes together. */
const missing = [
  systemBrowser() || process.env['CHROMIUM_PATH'] ? [] : ['chromium-headless-shell'],
  ...missingBrowserPackages(),
  ...missingProgramPackages().map((name) => [name]),
];
for (const packages of missing) if (packages.length > 0) console.log(packages.join(' '));
