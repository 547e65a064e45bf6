import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { CAMERA } from './e2e/camera.ts';
import { IS_SLOW, NEVER_SLOW, within } from './e2e/slow.ts';

const notHere = IS_SLOW ? NEVER_SLOW.map(({ journeys }) => journeys) : [/@slow/];

/** The journeys of e2e/, against servers by their settings and key (e2e/fixture.ts). */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './e2e/setup.ts',
  outputDir: 'test-results/e2e',
  // journeys wait a lot: for a page, an event, a clock
  workers: Number(process.env['E2E_WORKERS'] ?? availableParallelism() + 2),
  fullyParallel: false,
  // run one of them: the soak's journeys are those of every change and more
  projects: [
    { name: 'journeys', grepInvert: [/@soak/, ...notHere] },
    { name: 'soak', grepInvert: notHere },
  ],
  // what passes at the second try is named and counted, and passes
  retries: Number(process.env['E2E_RETRIES'] ?? 0),
  // on a slow machine, four journeys in parallel take minutes; a hanging step has its own timeout
  timeout: within(360_000),
  expect: { timeout: within(40_000) },
  reporter: [['json', { outputFile: 'test-results/playwright.json' }], ['line']],
  use: {
    actionTimeout: within(40_000),
    navigationTimeout: within(60_000),
    screenshot: 'only-on-failure',
    // what moves costs as much as all else; journeys about motion ask for it
    reducedMotion: 'reduce',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        ...(process.env['CHROMIUM_ARGS'] ?? '--no-sandbox --disable-gpu').split(' '),
        '--use-fake-device-for-media-stream',
        // in the soak Chromium's own, of 1280 × 720
        ...(process.env['SOAK'] === '1' ? [] : [`--use-file-for-fake-video-capture=${CAMERA}`]),
        '--use-fake-ui-for-media-stream',
        '--autoplay-policy=no-user-gesture-required',
        '--disable-background-networking',
      ],
    },
  },
});
