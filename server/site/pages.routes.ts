import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '#contract/address.ts';
import { markPath } from '#contract/mark.ts';
import { FIRST_CALLS, PAGES, SERVER_PAGES, type PageName } from '#contract/pages.ts';
import { queryOfFilter, readVideoFilter } from '#contract/video-filter.ts';
import { findNewName } from '#server/accounts/names.store.ts';
import { inBrotli, type StoredResponse } from '#server/app/http/response-cache.ts';
import type { Context } from '#server/app/context.ts';
import { fail, notFound } from '#server/app/http/errors.ts';
import { sendCached, type Route, type Routes } from '#server/app/http/handle.ts';
import { acceptsBrotli, isKnown } from '#server/app/http/negotiate.ts';
import type { Settings } from '#server/app/start/settings.ts';
import { pageHeaders } from './content-policy.ts';
import { writeHtml, type PageHead } from './html.ts';
import { askFirstCalls, type Ask } from './first-calls.ts';
import { PAGE_PLANS, PAGE_TAGS, type Detail, type PagePlan } from './page-plans.ts';
import { themeCss } from './theme.ts';
import { createRenderer, type RenderData, type Renderer } from './render.ts';
import { publicSettings } from './public-settings.ts';
import { hashOf, openWebFiles, type InlineHashes, type WebFile, type WebFiles } from './web-files.ts';

const FOLDER = join(import.meta.dirname, '../../dist/web');
const RENDER_BUNDLE = join(import.meta.dirname, '../../dist/render/entry-server.js');
const HTML = 'text/html; charset=utf-8';

/** The web app: its files, and a page of HTML for every address of the app; anything else is the not-found page. */
export const pagesRoutes: Routes = (route) => {
  let renderer: Renderer | null = null;
  const render: Render = (ctx, address, given) =>
    (renderer ??= createRenderer(RENDER_BUNDLE, ctx.log)).render(address, given);
  route.app.addHook('onClose', () => renderer?.close());
  let opening: Promise<WebFiles | null> | null = null;
  const files = async (): Promise<WebFiles> => {
    const opened = await (opening ??= openWebFiles(FOLDER));
    if (opened) return opened;
    opening = null;
    throw fail(503, 'NOT_BUILT', 'The web app has not been built. Run npm run build.', { retryAfter: 5 });
  };

  route.app.get('/assets/*', async (request, reply) =>
    sendFile(request, reply, await (await files()).read(pathOf(request))),
  );
  for (const [name, path] of Object.entries(PAGES) as [PageName, string][]) {
    route.app.get(path, async (request, reply) =>
      sendPage({ route, files: await files(), render }, name, request, reply),
    );
  }
  route.app.get('/*', async (request, reply) => {
    const built = await files();
    const file = await built.read(pathOf(request));
    return file
      ? sendFile(request, reply, file)
      : sendPage({ route, files: built, render }, null, request, reply);
  });
};

/** Of what stands in each page, the owner's colours with it. */
function hashesOf({ settings }: Route, { hashes }: WebFiles): InlineHashes {
  const theme = themeCss(settings.owner.brand);
  return theme ? { ...hashes, styles: [...hashes.styles, hashOf(theme)] } : hashes;
}

type Render = (ctx: Context, address: string, data: RenderData) => Promise<string | null>;

/** What pages are made of. */
interface Parts {
  route: Route;
  files: WebFiles;
  render: Render;
}

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '/';

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: WebFile | null,
): Promise<FastifyReply> {
  if (!file) throw notFound('This file');
  const { answer, type, immutable } = file;
  reply.headers({
    etag: answer.etag,
    vary: 'Accept-Encoding',
    'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
  });
  if (isKnown(request.headers['if-none-match'], answer.etag)) return reply.code(304).send();
  const small = await inBrotli(answer);
  reply.type(type);
  if (small.length < answer.body.length && acceptsBrotli(request.headers['accept-encoding'])) {
    return reply.header('content-encoding', 'br').send(small);
  }
  return reply.send(answer.body);
}

/** `name` null: the not-found page. */
async function sendPage(
  parts: Parts,
  name: PageName | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { route, files } = parts;
  const query = queryOf(request);
  const ctx = contextNow(route);
  const isThere = name !== null && !(name === 'design' && route.settings.production);
  const known = isThere && files.pageParts(componentOf(name)) !== null ? name : null;
  const filter = known === 'videos' ? searchOf(query) : {};
  // what was hidden is found no more: a search is made anew each time
  if (!ctx || known === 'search' || filter['q']) {
    const values = known === 'search' ? query : filter;
    const { html, status } = await writePage(parts, known, values, ctx, request.ip);
    const headers = pageHeaders(route.settings, known, hashesOf(route, files));
    return reply
      .code(status)
      .headers({ ...headers, 'cache-control': 'no-store' })
      .type(HTML)
      .send(html);
  }
  const isSecret = known !== null && SECRET_PAGES.has(known);
  const params = { ...(isSecret ? {} : (request.params as Record<string, string>)), ...filter };
  const key = known === null ? 'page 404' : `page ${known} ${JSON.stringify(params)}`;
  const answer: StoredResponse = await ctx.cache.get(
    key,
    ['settings', ...((known && PAGE_TAGS[known]) ?? [])],
    async () => {
      const { html, status, isShell } = await writePage(parts, known, params, ctx);
      const secret = isSecret && { 'referrer-policy': 'no-referrer' };
      return {
        body: html,
        headers: {
          ...pageHeaders(route.settings, known, hashesOf(route, files)),
          ...secret,
          [STATUS]: String(status),
        },
        ...(isShell && { maxSeconds: SHELL_SECONDS }),
        // made-up addresses are as many as anybody likes
        ...(known !== null && status === 404 && { isKept: false }),
      };
    },
  );
  const { [STATUS]: status, ...headers } = answer.headers;
  if (known === 'creator' && status === '404') {
    const moved = await movedTo(ctx, params['username'] ?? '', reply);
    if (moved) return moved;
  }
  reply.code(Number(status));
  if (!seen.has(answer)) {
    seen.add(answer);
    return sendCached(request, reply, { ...answer, headers }, HTML);
  }
  if (acceptsBrotli(request.headers['accept-encoding'])) void inBrotli(answer, KEPT_QUALITY);
  return route.sendKept(request, reply, { ...answer, headers }, HTML);
}

/** A creator under another name since; kept by nobody, as the name may come back. */
async function movedTo(ctx: Context, username: string, reply: FastifyReply): Promise<FastifyReply | null> {
  const name = await findNewName(ctx.db, username);
  if (!name) return null;
  const address = PAGES.creator.replace(':username', encodeURIComponent(name));
  return reply.header('cache-control', 'no-store').redirect(address, 301);
}

/** Pages that were sent once: most are, so the better brotli is for those that are asked for again. */
const seen = new WeakSet<StoredResponse>();

/** Of pages, which are kept until what they show changes, and come over slow lines before all else. */
const KEPT_QUALITY = 10;

const isServerPage = (name: PageName): boolean => SERVER_PAGES.some((each) => each === name);

/** What the address of `/videos` asks for, in one spelling for all that mean the same. */
function searchOf(query: Record<string, string>): Record<string, string> {
  const given = queryOfFilter(readVideoFilter(new URLSearchParams(query)));
  return Object.fromEntries(
    Object.entries(given).filter((pair): pair is [string, string] => Boolean(pair[1])),
  );
}

/** Their addresses hold a secret, which no request of theirs may carry on. */
const SECRET_PAGES = new Set<PageName>([
  'resetPassword',
  'verifyEmail',
  'takeBackEmail',
  'oauthCallback',
  'orderConfirmation',
]);

/** A page that could not be written is tried again soon, but not with every request: it may fail each time. */
const SHELL_SECONDS = 1;

/** It travels with a kept page, not with its answer. */
const STATUS = ':status';

/** The first value of each name in an address. */
const queryOf = ({ query }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query as Record<string, string | string[]>).map(([name, value]) => [
      name,
      [value].flat()[0] ?? '',
    ]),
  );

async function writePage(
  { route, files, render }: Parts,
  name: PageName | null,
  params: Record<string, string>,
  ctx: Context | null,
  caller?: string,
) {
  const { settings } = route;
  const plan: PagePlan = name ? PAGE_PLANS[name] : { title: 'Page not found', hidden: true };
  const ask = askSelf(route, caller);
  const detail: Detail | null = !ctx
    ? { answers: {} }
    : plan.detail
      ? await plan.detail(params, ask, {
          publicUrl: settings.PUBLIC_URL,
          currency: settings.owner.shop.currency,
          shipsFree: settings.owner.shop.shippingPrice === 0,
        })
      : { answers: name ? await askFirstCalls(name, ask) : {} };
  const { answers: first = {}, shown = {}, isMissing = detail === null, ...about } = detail ?? {};
  const isWhole = name === null || (isServerPage(name) && detail !== null && hasAllAnswers(name, detail));
  const answers = { ...first, ...shown };
  const status = name === null || isMissing ? 404 : 200;
  const head = { ...headOf(name, plan, params, settings), ...(status !== 200 && { index: false }), ...about };
  const parts = files.pageParts(name ? componentOf(name) : NOT_FOUND) ?? { scripts: [], styles: [] };
  const config = publicSettings(settings);
  // in whole minutes: what is written anew without a change is the same to the byte
  const writtenAt = ctx ? Math.floor(ctx.clock.now() / 60_000) * 60_000 : 0;
  const data = { config, answers, origin: new URL(head.url).origin, writtenAt };
  const write = name !== null && isMissing ? renderMissing(name, render) : render;
  const address = addressIn(name, head, params);
  const content = ctx && isWhole ? await write(ctx, address, data) : null;
  const html = writeHtml(files.template, {
    head,
    config,
    data,
    parts,
    content,
    theme: themeCss(settings.owner.brand),
    mark: settings.owner.brand.mark,
  });
  return { html, status, isShell: isWhole && content === null };
}

/** What a page says of itself before its answers are known; it is for search engines unless it says otherwise. */
function headOf(
  name: PageName | null,
  plan: PagePlan,
  params: Record<string, string>,
  { PUBLIC_URL, owner }: Settings,
): PageHead {
  const { mark } = owner.brand;
  const pathname = name
    ? PAGES[name].replaceAll(/:(\w+)\??/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
    : '/';
  return {
    title: plan.title ?? null,
    description: plan.description ?? null,
    image: new URL(mark ? markPath(mark, 'icon-512') : '/icon-512.png', PUBLIC_URL).href,
    picture: null,
    url: new URL(pathname, PUBLIC_URL).href,
    type: 'website',
    data: null,
    index: !plan.hidden,
  };
}

/** The same for each thing that isn't there: made-up addresses are not rendered one by one. */
function renderMissing(name: PageName, render: Render): Render {
  return async (ctx, _address, data) => {
    const { body } = await ctx.cache.get(`missing ${name}`, ['settings'], async () => {
      const content = await render(ctx, PAGES[name].replace(/:\w+/, '0'), { ...data, answers: {} });
      return { body: content ?? '', headers: {}, ...(content === null && { maxSeconds: SHELL_SECONDS }) };
    });
    return body.toString() || null;
  };
}

const NOT_FOUND = 'NotFoundPage';

/** What the renderer is asked for: no page's address for what is found nowhere. */
function addressIn(name: PageName | null, head: PageHead, params: Record<string, string>): string {
  if (name === null) return '/not-found';
  const { pathname } = new URL(head.url);
  return name === 'videos' ? addressOf(pathname, {}, params) : pathname;
}

/** Of what is missing, that it is. */
const hasAllAnswers = (name: PageName, { isMissing, answers }: Detail): boolean =>
  isMissing || Object.keys(answers).length === FIRST_CALLS[name]?.length;

const componentOf = (name: PageName): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}Page`;

function contextNow(route: Route): Context | null {
  try {
    return route.ctx();
  } catch {
    return null;
  }
}

/** The server's own answer to one of its public calls, as a guest gets it. */
function askSelf(route: Route, caller = '127.0.0.1'): Ask {
  return async (address) => {
    const answer = await route.app.inject({ method: 'GET', url: address, remoteAddress: caller });
    const next = answer.headers['x-next-cursor'];
    return answer.statusCode === 200
      ? { body: answer.json(), next: typeof next === 'string' ? next : null }
      : null;
  };
}
