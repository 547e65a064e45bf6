import { setTimeout } from 'node:timers/promises';
import { addressOf } from '#contract/site/address.ts';
import type { Language } from '#contract/text/languages.ts';
import { logoPath } from '#contract/settings/logo.ts';
import { PAGES, isRendered, type PageHead, type PageName } from '#contract/site/pages.ts';
import type { Context } from '#server/app/context.ts';
import type { Route } from '#server/app/http/handle.ts';
import { wroteNow } from '#server/app/http/caching/recent-writers.ts';
import type { CacheTag } from '#server/app/http/caching/response-cache.ts';
import { writeHtml } from './html.ts';
import { publicSettings } from './public-settings.ts';
import type { Answer, DataFetcher, PageTask, RenderData, RenderedPage, Renderer } from './render.ts';
import { themeCss } from './theme.ts';
import type { WebFiles } from './web-files.ts';

/** What pages are made of. */
export interface Parts {
  route: Route;
  files: WebFiles;
  /** Null where the pages were built for another host. */
  renderer: Renderer | null;
}

export interface Wanted {
  /** Null: the not-found page. */
  name: PageName | null;
  language: Language;
  params: Record<string, string>;
  query: Record<string, string>;
  /** Who asks, where limits count it. */
  caller?: string;
  /** What drops the page: the tags of its answers are added. */
  tags: Set<CacheTag>;
}

/** A call that a page waits for; what takes longer the browser asks for again. */
const MAX_FETCH_MS = 5_000;

/** A page that could not be written is tried again soon, but not with every request: it may fail each time. */
export const SHELL_SECONDS = 1;

export const componentOf = (name: PageName): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}Page`;

/** A page of HTML. `ctx` null: while the server starts, only its shell. */
export async function writePage(parts: Parts, wanted: Wanted, ctx: Context | null) {
  const { route, files } = parts;
  const { settings } = route;
  const { name, language } = wanted;
  const address = addressIn(wanted);
  const data: RenderData = {
    config: publicSettings(settings, ctx && ctx.push, language),
    origin: new URL(settings.PUBLIC_URL).origin,
    // in whole minutes: what is written again without a change is the same to the byte
    writtenAt: ctx ? Math.floor(ctx.clock.now() / 60_000) * 60_000 : 0,
  };
  const page =
    ctx && (await render(parts, { address, language, data, fetch: createSelfFetcher(route, wanted) }));
  const isMissing = name === null || page?.head.isMissing === true;
  const head: PageHead = { ...(page?.head ?? { title: null }), ...(isMissing && { hidden: true }) };
  const content =
    ctx && page && name !== null && isMissing && isRendered(name)
      ? await renderMissing(parts, name, { language, data }, ctx)
      : (page?.html ?? null);
  const { logo } = settings.owner.brand;
  const html = writeHtml(files.template, {
    language,
    head,
    url: new URL(head.path ?? address.split('?', 1)[0] ?? '/', settings.PUBLIC_URL).href,
    image:
      head.image ?? new URL(logo ? logoPath(logo, 'icon-512') : '/icon-512.png', settings.PUBLIC_URL).href,
    config: data.config,
    data: { ...data, queries: page?.queries },
    parts: files.pageParts(name ? componentOf(name) : 'NotFoundPage', language) ?? {
      scripts: [],
      styles: [],
    },
    content,
    theme: themeCss(settings.owner.brand),
    logo,
  });
  return {
    html,
    status: isMissing ? 404 : 200,
    isShell: page === null || (content === null && isRendered(name ?? 'notFound')),
  };
}

/**
 * On failure the page is sent as a shell for the browser to fill; null if the page can't be described at all.
 */
async function render({ route, renderer }: Parts, task: PageTask): Promise<RenderedPage | null> {
  const failed = (error: unknown) =>
    route.ctx().log.error('A page could not be rendered and goes out as its shell.', {
      page: task.address,
      error,
    });
  try {
    const page = await renderer?.renderPage(task);
    if (page?.error !== undefined) failed(page.error);
    return page ?? null;
  } catch (error) {
    failed(error);
    return null;
  }
}

/** No page's address for what is found nowhere; 0 stands in for what is secret in it. */
function addressIn({ name, params, query }: Wanted): string {
  if (name === null) return '/not-found';
  const path = PAGES[name].replaceAll(/:(\w+)\??/g, (_, key: string) =>
    encodeURIComponent(params[key] ?? '0'),
  );
  return addressOf(path, undefined, query);
}

/** The same for every missing item: made-up URLs aren't rendered one by one. */
async function renderMissing(
  parts: Parts,
  name: PageName,
  page: Pick<PageTask, 'language' | 'data'>,
  ctx: Context,
): Promise<string | null> {
  const { body } = await ctx.cache.get(`missing ${page.language} ${name}`, ['settings'], async () => {
    const address = PAGES[name].replace(/:\w+/, '0');
    const missing = await render(parts, { ...page, address, isMissing: true, fetch: async () => NOTHING });
    const html = missing?.html ?? null;
    return { body: html ?? '', headers: {}, ...(html === null && { maxSeconds: SHELL_SECONDS }) };
  });
  return body.toString() || null;
}

/** The not-found result is sent along, too. */
const NOTHING: Answer = { body: null, next: null };

/** There is none for guests, or none by this name. */
const MISSING = new Set([301, 404]);

/** The server's own answers to what a page asks, as a guest gets them, and only where they are everybody's. */
function createSelfFetcher(route: Route, { caller = '127.0.0.1', language, tags }: Wanted): DataFetcher {
  return async (path, address) => {
    const own = route.tagsOf(path);
    if (!own) throw new Error(`A page that is kept for everybody can't hold what ${path} answers.`);
    for (const tag of own) tags.add(tag);
    const response = route.app.inject({
      method: 'GET',
      url: address,
      remoteAddress: caller,
      headers: { 'accept-language': language, cookie: wroteNow(route.ctx().clock.now()) },
    });
    const answer = await Promise.race([response, setTimeout(MAX_FETCH_MS, null, { ref: false })]);
    if (!answer) return { status: 504 };
    if (MISSING.has(answer.statusCode)) return NOTHING;
    if (answer.statusCode !== 200) return { status: answer.statusCode };
    const next = answer.headers['x-next-cursor'];
    return { body: answer.json(), next: typeof next === 'string' ? next : null };
  };
}
