import { chromium } from '@playwright/test';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { findBrowser } from '#tools/browser.ts';
import { freePort } from './reference.ts';
import { median } from './result.ts';

const VERSION = '12.8.2';
const FOLDER = resolve('node_modules/.cache/lighthouse', VERSION);
const ENTRY = resolve(FOLDER, 'node_modules/lighthouse/core/index.js');

/** Of Lighthouse's mobile profile: the score of 100, and milliseconds. */
export interface Report {
  score: number;
  lcp: number;
}

type Lighthouse = (
  url: string,
  flags: { port: number; onlyCategories: string[]; logLevel: string },
) => Promise<
  | {
      lhr: {
        runtimeError?: { message: string };
        categories: { performance: { score: number } };
        audits: Record<string, { numericValue: number }>;
      };
    }
  | undefined
>;

/** Installed on first use: 180 MB that only this bench needs. */
async function load(): Promise<Lighthouse> {
  if (!existsSync(ENTRY)) {
    await mkdir(FOLDER, { recursive: true });
    const flags = ['--no-save', '--no-audit', '--no-fund', '--prefix', FOLDER];
    await promisify(execFile)('npm', ['install', ...flags, `lighthouse@${VERSION}`]);
  }
  return ((await import(pathToFileURL(ENTRY).href)) as { default: Lighthouse }).default;
}

const MAX_FAILURES = 3;

/** Medians of first visits by Lighthouse on an emulated phone, each in a new browser. */
export async function visitByLighthouse(url: string, rounds: number): Promise<Report> {
  const lighthouse = await load();
  const { path, args } = await findBrowser();
  const all: Report[] = [];
  let failures = 0;
  while (all.length < rounds) {
    const port = await freePort();
    const browser = await chromium.launch({
      executablePath: path,
      args: [...args, `--remote-debugging-port=${port}`],
    });
    try {
      const { lhr } =
        (await lighthouse(url, { port, onlyCategories: ['performance'], logLevel: 'silent' })) ?? {};
      if (!lhr || lhr.runtimeError) {
        // now and then its recording of a page load fails, and it asks to be run again
        if (++failures < MAX_FAILURES) continue;
        throw new Error(lhr?.runtimeError?.message ?? 'Lighthouse gave no report.');
      }
      const of = (audit: string): number => lhr.audits[audit]?.numericValue ?? Number.NaN;
      all.push({
        score: lhr.categories.performance.score * 100,
        lcp: of('largest-contentful-paint'),
      });
    } finally {
      await browser.close();
    }
  }
  const of = (name: keyof Report): number => median(all.map((report) => report[name]));
  return { score: of('score'), lcp: of('lcp') };
}
