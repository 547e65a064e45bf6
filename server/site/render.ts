import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Language } from '#contract/text/languages.ts';
import type { PageHead } from '#contract/site/pages.ts';
import type { PublicSettings } from './public-settings.ts';

/** What a page is rendered from, beside the answers to its calls. */
export interface RenderData {
  config: PublicSettings;
  /** In milliseconds; 0 while the server starts. */
  writtenAt: number;
  origin: string;
}

/** `body` null: not found. */
export interface Answer {
  body: unknown;
  next: string | null;
}

/** Answers a public GET as a guest gets it; `path` is the endpoint's. What failed comes as its status. */
export type DataFetcher = (path: string, address: string) => Promise<Answer | { status: number }>;

/** As web/entry-server.tsx has it, which is built for itself. */
export interface PageTask {
  address: string;
  language: Language;
  data: RenderData;
  isMissing?: boolean;
  fetch: DataFetcher;
}

export interface RenderedPage {
  head: PageHead;
  queries: { queries: { queryKey: readonly unknown[]; state: { data?: unknown } }[] };
  html: string | null;
  error?: unknown;
}

export interface Renderer {
  renderPage(task: PageTask): Promise<RenderedPage>;
}

const BUNDLE = join(import.meta.dirname, '../../dist/render/entry-server.js');

export const bundle = {
  /** The components that the browser runs too, as they were built with its scripts; null where they weren't. */
  open: async (): Promise<Renderer | null> =>
    existsSync(BUNDLE) ? ((await import(pathToFileURL(BUNDLE).href)) as Renderer) : null,
};
