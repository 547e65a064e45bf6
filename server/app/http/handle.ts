import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Access, AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '#contract/endpoint.ts';
import type { Language } from '#contract/text/languages.ts';
import {
  inBrotli,
  type CachedResponse,
  type CacheTag,
  type StoredResponse,
} from './caching/response-cache.ts';
import type { Context } from '../context.ts';
import { findCaller, findUser, personOf, type Caller } from './callers/caller.ts';
import { languageOf } from '../i18n/request-language.ts';
import { fail, isMissing, isSignInNeeded, notFound, signInNeeded, startingUp } from './errors.ts';
import type { ResponseFastPath } from './caching/response-fast-path.ts';
import { acceptsBrotli, isKnown } from './negotiate.ts';
import { JsonText, Page, takeItems } from './page.ts';
import { parseInput, parsePart } from './parse-input.ts';
import { isAllowed } from './callers/roles.ts';
import { answerWriter } from './write-answer.ts';
import { isRecentlyAuthenticated, type User } from './callers/sessions.ts';
import type { Settings } from '../start/settings.ts';

/** The input of a route. On an endpoint that requires a role, `user` is set. */
export interface Call<E extends Endpoint> {
  ctx: Context;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  caller: Caller;
  user: E['access'] extends 'public' ? User | null : User;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Throws, or returns whether the call may proceed. */
export type Guard<E extends Endpoint> = (call: Omit<Call<E>, 'query' | 'body'>) => Promise<unknown>;

type Answer<E extends Endpoint> =
  AnswerOf<E> extends undefined ? unknown : AnswerOf<E> | PageFor<AnswerOf<E>> | JsonText | null | undefined;
type PageFor<R> = R extends (infer Item)[] ? Page<Item> : never;

/** The input of a cached route. */
export interface CachedCall<E extends Endpoint> extends Pick<Call<E>, 'ctx' | 'params' | 'query'> {
  /** Null for the shared response; else the member it is built for. */
  user: User | null;
  /** As `Caller.knownPerson`; null for the shared response. */
  person: string | null;
  /** The caller's address for rate limits; null: a background rebuild. */
  address: string | null;
  /** That it is answered in: on a `localized` endpoint the caller's, else the owner's default. */
  language: Language;
  header(name: string, value: string): void;
}

interface CachedOptions {
  /** Members see more than guests: their responses are never shared. */
  membersLive?: true;
}

export interface Route {
  /**
   * Registers an endpoint of the contract. Null or undefined from `run` is a 404 where the response isn't
   * nullable. `guard` runs before query and body are parsed: it applies rate limits and checks that the
   * resource in the path exists and is the caller's to act on. False or null from it is a 404.
   */
  <E extends Endpoint>(endpoint: E, run: (call: Call<E>) => Promise<Answer<E>>, guard?: Guard<E>): void;
  /**
   * Serves a GET from ctx.cache, until one of `tags` is dropped. Built per caller where the response differs:
   * they block or mute, have text pending review, or see what the public doesn't (401 or 404).
   */
  cached<E extends Endpoint>(
    endpoint: E,
    tags: CacheTag[],
    run: (call: CachedCall<E>) => Promise<Answer<E>>,
    options?: CachedOptions,
  ): void;
  /** Serves the shared response in `ctx.cache`; the next one takes the fast path. */
  sendFromCache(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: StoredResponse,
    type: string,
  ): Promise<FastifyReply>;
  /**
   * The tags that invalidate an endpoint's cached responses, by its path; undefined where they are not
   * shared.
   */
  tagsOf(path: string): readonly CacheTag[] | undefined;
  /** For the few routes that are no endpoint (media, pages, resumable uploads). */
  app: FastifyInstance;
  /** The context, once the server is ready; throws 503 before. */
  ctx(): Context;
  /** Known from the start. */
  settings: Settings;
  /** For shared responses of routes outside the contract. */
  fast: ResponseFastPath;
}

/** One slice's routes; `server/slices.ts` lists them. */
export type Routes = (route: Route) => void;

export function createRoute(
  app: FastifyInstance,
  ctxNow: () => Context | null,
  settings: Settings,
  fast: ResponseFastPath,
): Route {
  const ctx = () => {
    const ready = ctxNow();
    if (!ready) throw startingUp();
    return ready;
  };
  const serving: Serving = { ctx, fast, checkResponses: !settings.production };
  const add = (endpoint: Endpoint, handler: Handler) => {
    const { method, path, maxBody } = endpoint;
    const url = toFastifyPath(path);
    app.route({ method, url, config: { endpoint }, handler, ...(maxBody && { bodyLimit: maxBody }) });
  };
  const cached = new Map<string, readonly CacheTag[]>();
  const route: Route = (endpoint, run, guard) =>
    void add(endpoint, serveCaller(serving, endpoint, run, guard));
  route.cached = (endpoint, tags, run, options = {}) => {
    cached.set(endpoint.path, tags);
    add(endpoint, serveCached(serving, endpoint, { tags, run, ...options }));
  };
  route.sendFromCache = async (request, reply, answer, type) => {
    const body = await sendFromCache(request, reply, answer, type);
    if (body && reply.statusCode === 200) fast.store(request.raw, answer, reply.getHeaders(), body);
    return reply;
  };
  route.tagsOf = (path) => cached.get(path);
  route.app = app;
  route.ctx = ctx;
  route.settings = settings;
  route.fast = fast;
  return route;
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** What every handler needs. */
interface Serving {
  ctx(): Context;
  fast: ResponseFastPath;
  checkResponses: boolean;
}

/** A handler whose response depends on the caller. */
function serveCaller<E extends Endpoint>(
  { ctx, checkResponses }: Serving,
  endpoint: E,
  run: (call: Call<E>) => Promise<Answer<E>>,
  guard?: Guard<E>,
): Handler {
  const write = answerWriter(endpoint.response);
  return async (request, reply) => {
    const context = ctx();
    const caller = await findCaller(context, request, reply, endpoint);
    admit(endpoint.access, caller.user);
    if (endpoint.fresh && caller.user) requireReauthentication(context, caller.user);
    const params = parsePart(endpoint, request, 'params') as ParamsOf<E>;
    const call = { ctx: context, params, caller, user: caller.user as never, request, reply };
    if (guard && !(await guard(call))) throw notFound();
    const result = await run({ ...call, ...parseInput(endpoint, request) });
    if (endpoint.method !== 'GET' && caller.isKnown())
      context.recentWriters.record(request, reply, caller.user);
    const answer = result instanceof Page ? takeItems(result, reply) : result;
    // the handler has already replied
    if (reply.sent || (result as unknown) === reply) return reply;
    if (!endpoint.response) return reply.code(endpoint.status ?? 204).send();
    if (answer === undefined || (answer === null && !endpoint.response.safeParse(null).success))
      throw notFound();
    const language = () => languageOf(request, context.settings.owner.languages);
    const body = answer instanceof JsonText ? answer.text : write(answer, language);
    if (checkResponses) assertResponse(endpoint, JSON.parse(body));
    if (reply.statusCode === 200) reply.code(endpoint.status ?? 200);
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    return reply.type('application/json; charset=utf-8').send(body);
  };
}

interface Cached<E extends Endpoint> extends CachedOptions {
  tags: CacheTag[];
  run(call: CachedCall<E>): Promise<Answer<E>>;
}

/** A handler whose response is shared, with few exceptions. */
function serveCached<E extends Endpoint>(
  { ctx, fast, checkResponses }: Serving,
  endpoint: E,
  { tags, run, membersLive }: Cached<E>,
): Handler {
  const serveOne = serveCaller({ ctx, fast, checkResponses }, endpoint, async (call) => {
    const { caller, request, reply } = call;
    const language = languageOf(request, call.ctx.settings.owner.languages);
    const header = (name: string, value: string) => void reply.header(name, value);
    return run({ ...call, person: caller.knownPerson(), address: caller.address, language, header });
  });
  return async (request, reply) => {
    const context = ctx();
    const { params, query } = parseInput(endpoint, request);
    const user = await findUser(context, request, endpoint);
    const person = personOf(context, request, user);
    if (user && (membersLive || user.seesLess)) return serveOne(request, reply);
    if (person && (await context.pendingAuthors.has(person))) return serveOne(request, reply);
    const { languages } = context.settings.owner;
    request.accountLanguage = user?.language ?? null;
    const language = endpoint.localized ? languageOf(request, languages) : languages.defaultLanguage;
    // rate limits count callers who wait for the first build, not those who get it from the cache
    let address: string | null = request.ip;
    const make = async () => {
      const headers: Record<string, string> = endpoint.localized ? { 'content-language': language } : {};
      const header = (name: string, value: string) => void (headers[name] = value);
      const call = { ctx: context, params, query, user: null, person: null, address, language, header };
      address = null;
      const result = await run(call);
      const payload = result instanceof Page ? takeItems(result, { header }) : result;
      if (payload === null || payload === undefined) throw notFound();
      if (checkResponses) assertResponse(endpoint, payload);
      return { body: payload instanceof JsonText ? payload.text : JSON.stringify(payload), headers };
    };
    const key = `${endpoint.path} ${JSON.stringify([params, query])}${endpoint.localized ? ` ${language}` : ''}`;
    const answer = await context.cache
      .get(key, tags, make, context.recentWriters.lastWrite(request, user))
      .catch((error: unknown) => {
        // a member may see what the public doesn't
        if (user && (isMissing(error) || isSignInNeeded(error))) return null;
        throw error;
      });
    if (answer === null) return serveOne(request, reply);
    const body = await sendFromCache(request, reply, answer, 'application/json; charset=utf-8');
    if (body) fast.store(request.raw, answer, reply.getHeaders(), body);
    return reply;
  };
}

/** Sends a cached response: 304 where the client has it, brotli where it is accepted. */
export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CachedResponse,
  type: string,
): Promise<FastifyReply> {
  await sendFromCache(request, reply, answer, type);
  return reply;
}

/** The bytes it sent, null for a 304. */
async function sendFromCache(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CachedResponse,
  type: string,
): Promise<Buffer | null> {
  const inLanguage = answer.headers['content-language'] ? ', Accept-Language, Cookie' : '';
  const vary = (reply.hasHeader('vary') ? 'Origin, Accept-Encoding' : 'Accept-Encoding') + inLanguage;
  reply.headers({ ...answer.headers, etag: answer.etag, 'cache-control': 'no-cache', vary });
  if (isKnown(request.headers['if-none-match'], answer.etag)) {
    reply.code(304).send();
    return null;
  }
  reply.type(type);
  const inBr = answer.body.length > 1024 && acceptsBrotli(request.headers['accept-encoding']);
  const body = inBr ? await inBrotli(answer) : answer.body;
  if (inBr) reply.header('content-encoding', 'br');
  reply.send(body);
  return body;
}

const toFastifyPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

function admit(access: Access, user: User | null): void {
  if (access === 'public') return;
  if (!user) throw signInNeeded();
  if (isAllowed(user.role, access)) return;
  if (isAllowed(user.givenRole, access))
    throw fail(
      403,
      'SECOND_STEP_REQUIRED',
      'Your role requires two-factor authentication. Please turn it on in your security settings.',
    );
  throw fail(
    403,
    'ROLE_TOO_LOW',
    access === 'admin' ? 'Only administrators can do this.' : 'Only content creators can do this.',
  );
}

/** For what can't be undone: 403 unless this session's person proved who they are a short while ago. */
export function requireReauthentication({ clock }: Context, user: User): void {
  if (!isRecentlyAuthenticated(user, clock.now()))
    throw fail(403, 'FRESH_SIGN_IN_NEEDED', "Please confirm it's you to continue.");
}

function assertResponse(endpoint: Endpoint, answer: unknown): void {
  const body: unknown = answer instanceof JsonText ? JSON.parse(answer.text) : answer;
  const read = endpoint.response?.safeParse(body);
  if (read && !read.success)
    throw new Error(
      `${endpoint.method} ${endpoint.path} answers what its contract doesn't say: ${z.prettifyError(read.error)}`,
    );
}
