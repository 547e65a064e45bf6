import type { FastifyReply, FastifyRequest } from 'fastify';
import { queryOfFeedAddress, readFeedAddress } from '#contract/videos/feed-address.ts';
import { isShopPage, PAGES, type PageName } from '#contract/site/pages.ts';
import { readTag } from '#contract/tags/tag.ts';
import { UsernameParams } from '#contract/values.ts';
import { SHARE_TARGET, WORKER } from '#contract/site/offline-names.ts';
import { queryOfFilter, readVideoFilter } from '#contract/videos/video-filter.ts';
import { LANGUAGE_PARAM, type Language } from '#contract/text/languages.ts';
import { findTag } from '#server/tags/tags.store.ts';
import { findNewName } from '#server/accounts/names.store.ts';
import {
  inBrotli,
  toBrotli,
  type CacheTag,
  type ResponseParts,
  type StoredResponse,
} from '#server/app/http/caching/response-cache.ts';
import type { Context } from '#server/app/context.ts';
import { notFound } from '#server/app/http/errors.ts';
import { sendCached, type Route, type Routes } from '#server/app/http/handle.ts';
import { requestedLanguage } from '#server/app/i18n/choose-language.ts';
import { setLanguageCookie, languageOf } from '#server/app/i18n/request-language.ts';
import { acceptsBrotli, isKnown, nameLanguage } from '#server/app/http/negotiate.ts';
import { builtFiles } from './built-files.ts';
import { pageHeaders } from './content-policy.ts';
import { themeCss } from './theme.ts';
import { bundle, type Renderer } from './render.ts';
import { hashOf, type InlineHashes, type WebFile, type WebFiles } from './web-files.ts';
import { componentOf, SHELL_SECONDS, writePage, type Parts, type Wanted } from './write-page.ts';

const HTML = 'text/html; charset=utf-8';

/**
 * The web app: its files, and a page of HTML for every URL of the app; anything else is the not-found page.
 */
export const pagesRoutes: Routes = (route) => {
  let renderer: Promise<Renderer | null> | undefined;
  const files = (): Promise<WebFiles> => builtFiles(route);
  const parts = async (): Promise<Parts> => ({
    route,
    files: await files(),
    renderer: await (renderer ??= bundle.open()),
  });

  route.app.get('/assets/*', async (request, reply) =>
    sendFile(request, reply, await (await files()).read(pathOf(request))),
  );
  for (const [name, path] of Object.entries(PAGES) as [PageName, string][]) {
    route.app.get(path, async (request, reply) => sendPage(await parts(), name, request, reply));
  }
  // a video shared before the service worker is active: it can't be stored
  route.app.post(SHARE_TARGET, async (_request, reply) => reply.redirect('/', 303));
  route.app.get('/*', async (request, reply) => {
    const built = await parts();
    const file = await built.files.read(pathOf(request));
    return file ? sendFile(request, reply, file) : sendPage(built, null, request, reply);
  });
};

/** From the page template, including the owner's colours. */
function hashesOf({ settings }: Route, { hashes }: WebFiles): InlineHashes {
  const theme = themeCss(settings.owner.brand);
  return theme ? { ...hashes, styles: [...hashes.styles, hashOf(theme)] } : hashes;
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
    'cache-control': immutable
      ? 'public, max-age=31536000, immutable'
      : pathOf(request) === WORKER
        ? 'no-cache'
        : 'public, max-age=3600',
  });
  if (isKnown(request.headers['if-none-match'], answer.etag)) return reply.code(304).send();
  const small = await inBrotli(answer);
  reply.type(type);
  if (small.length < answer.body.length && acceptsBrotli(request.headers['accept-encoding'])) {
    return reply.header('content-encoding', 'br').send(small);
  }
  return reply.send(answer.body);
}

const isSwitchedOff = (name: PageName, { production, owner }: Route['settings']): boolean =>
  (name === 'design' && production) ||
  (isShopPage(name) && !owner.shop.offered) ||
  (name === 'withdraw' && owner.shop.withdrawalMode === 'OFF');

/** `name` null: the not-found page. */
async function sendPage(
  parts: Parts,
  name: PageName | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { route, files } = parts;
  const query = queryOf(request);
  const language = chosenLanguage(route, request, reply);
  const ctx = contextNow(route);
  const isThere = name !== null && !isSwitchedOff(name, route.settings);
  const known = isThere && files.pageParts(componentOf(name)) !== null ? name : null;
  const filter = searchOf(known, query, route.settings.owner.categories.videos);
  // hidden items must not be found: search results aren't cached
  if (!ctx || known === 'search' || filter['q']) {
    const wanted = {
      name: known,
      language,
      params: paramsOf(request, known),
      query: known === 'search' ? query : filter,
      caller: request.ip,
      tags: new Set<CacheTag>(),
    };
    const { html, status } = await writePage(parts, wanted, ctx);
    const headers = pageHeaders(route.settings, known, hashesOf(route, files));
    reply.headers({ ...headers, vary: 'Accept-Encoding', 'cache-control': 'no-store' });
    nameLanguage(reply, language).code(status).type(HTML);
    if (!acceptsBrotli(request.headers['accept-encoding'])) return reply.send(html);
    return reply.header('content-encoding', 'br').send(await toBrotli(Buffer.from(html)));
  }
  const params = paramsOf(request, known);
  const wanted = { name: known, language, params, query: filter };
  const answer = await cachePage(parts, wanted, ctx, ctx.recentWriters.lastWrite(request, null));
  const { [STATUS]: status, ...headers } = answer.headers;
  if (status === '404') {
    const redirect =
      (known === 'creator' && (await movedTo(ctx, params['username'] ?? '', reply))) ||
      (known === 'tag' && (await tagMovedTo(ctx, params['tag'] ?? '', reply)));
    if (redirect) return redirect;
  }
  reply.code(Number(status));
  if (!seen.has(answer)) {
    seen.add(answer);
    return sendCached(request, reply, { ...answer, headers }, HTML);
  }
  if (acceptsBrotli(request.headers['accept-encoding'])) void inBrotli(answer, CACHED_BROTLI_QUALITY);
  return route.sendFromCache(request, reply, { ...answer, headers }, HTML);
}

/** A language chosen in the URL is remembered. */
function chosenLanguage({ settings }: Route, request: FastifyRequest, reply: FastifyReply): Language {
  const { languages } = settings.owner;
  const requested = requestedLanguage(request.raw.url, languages);
  if (requested) setLanguageCookie(reply, requested, settings);
  return requested ?? languageOf(request, languages);
}

/** The cached page, or a new one; settings and its sources invalidate it. */
function cachePage(
  parts: Parts,
  wanted: Omit<Wanted, 'tags'>,
  ctx: Context,
  after: number,
): Promise<StoredResponse> {
  const { name, language, params, query } = wanted;
  const { route, files } = parts;
  const key = `page ${language} ${name === null ? '404' : `${name} ${JSON.stringify({ ...params, ...query })}`}`;
  const make = async (tags: Set<CacheTag>): Promise<ResponseParts> => {
    const { html, status, isShell } = await writePage(parts, { ...wanted, tags }, ctx);
    return {
      body: html,
      headers: {
        ...pageHeaders(route.settings, name, hashesOf(route, files)),
        'content-language': language,
        ...(isSecret(name) && { 'referrer-policy': 'no-referrer' }),
        [STATUS]: String(status),
      },
      ...(isShell && { maxSeconds: SHELL_SECONDS }),
      // made-up addresses are as many as anybody likes
      ...(name !== null && status === 404 && { isCached: false }),
    };
  };
  return ctx.cache.get(key, ['settings'], make, after);
}

/** A creator who has been renamed; not cached, as the name may be taken again. */
async function movedTo(ctx: Context, username: string, reply: FastifyReply): Promise<FastifyReply | null> {
  const name = UsernameParams.safeParse({ username }).success && (await findNewName(ctx.db, username));
  if (!name) return null;
  const address = PAGES.creator.replace(':username', encodeURIComponent(name));
  return reply.header('cache-control', 'no-store').redirect(address, 301);
}

/** A tag that has been renamed or merged, or is spelled otherwise. */
async function tagMovedTo(ctx: Context, name: string, reply: FastifyReply): Promise<FastifyReply | null> {
  const read = readTag(name);
  const found = read && (await findTag(ctx.db, read, null, null));
  if (!found || found.tag === name) return null;
  const address = PAGES.tag.replace(':tag', encodeURIComponent(found.tag));
  return reply.header('cache-control', 'no-store').redirect(address, 301);
}

/** Pages requested once: most are, so stronger brotli is for those requested again. */
const seen = new WeakSet<StoredResponse>();

/** For pages, which are cached until their content changes, and load over slow lines before anything else. */
const CACHED_BROTLI_QUALITY = 10;

/** What the address of a list of videos asks for, in one spelling for all that mean the same. */
function searchOf(
  name: PageName | null,
  query: Record<string, string>,
  categories: string[],
): Record<string, string> {
  if (name !== 'videos' && name !== 'feed') return {};
  if (query['following'] === 'true') return { following: 'true' };
  const search = new URLSearchParams(query);
  const given =
    name === 'videos'
      ? queryOfFilter(readVideoFilter(search, categories))
      : queryOfFeedAddress(readFeedAddress(search, categories));
  return Object.fromEntries(
    Object.entries(given).filter((pair): pair is [string, string] => Boolean(pair[1])),
  );
}

/** Their addresses hold a secret, which no request of theirs may carry on. */
const SECRET_PAGES = new Set<PageName>([
  'resetPassword',
  'verifyEmail',
  'revertEmail',
  'unsubscribe',
  'oauthCallback',
  'orderConfirmation',
  'invoice',
  'withdraw',
]);

const isSecret = (name: PageName | null): boolean => name !== null && SECRET_PAGES.has(name);

/** The path without its secrets. */
const paramsOf = ({ params }: FastifyRequest, name: PageName | null): Record<string, string> =>
  isSecret(name) ? {} : (params as Record<string, string>);

/** Part of a cached page, but not of its response. */
const STATUS = ':status';

/** The first value of each name in an address, but for the language's. */
const queryOf = ({ query }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query as Record<string, string | string[]>)
      .filter(([name]) => name !== LANGUAGE_PARAM)
      .map(([name, value]) => [name, [value].flat()[0] ?? '']),
  );

function contextNow(route: Route): Context | null {
  try {
    return route.ctx();
  } catch {
    return null;
  }
}
