import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { CHALLENGE_HEADER } from '#contract/errors.ts';
import { msg } from '#contract/text/message.ts';
import { StorageUnavailable } from '#server/adapters/storage/storage.ts';
import { chooseLanguage } from '../i18n/choose-language.ts';
import { languageOf } from '../i18n/request-language.ts';
import { saveLanguage } from './callers/caller.ts';
import { answerClientError } from './connections/client-error.ts';
import { createConnections } from './connections/connections.ts';
import { readForwarded, trustedProxies } from './connections/forwarded.ts';
import type { Context } from '../context.ts';
import { BrokenFile, ParsersBusy } from '#server/adapters/untrusted/faults.ts';
import { databaseError, fail, HttpError, startingUp, toMissing } from './errors.ts';
import { FORM_LIMITS } from './files/form-parts.ts';
import type { Lifecycle } from '../start/drain.ts';
import { createResponseFastPath } from './caching/response-fast-path.ts';
import { createRoute, type Routes } from './handle.ts';
import { nameLanguage } from './negotiate.ts';
import { isFull, readDisk, type Disk } from '../observe/disk.ts';
import type { Log } from '../observe/log.ts';
import { serveMetrics } from '../observe/metrics.ts';
import { logError, logRejection, logRequests } from './request-log.ts';
import { limitArrival } from './connections/request-timeout.ts';
import type { Settings } from '../start/settings.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    /** Readable by pages of any other site: public content outside the API. */
    readableAnywhere?: true;
  }
}

const MAX_BODY = 1024 * 1024;
const IDLE_MS = 10_000;
/** What a process without the web role still serves. */
const WITHOUT_WEB = /^(\/api\/health(\/ping)?|\/metrics)(\?|$)/;
const PING = /^\/api\/health\/ping(\?|$)/;

/** The HTTP server: it listens before the context is there, and answers API calls with 503 until then. */
export function createHttp(
  settings: Settings,
  log: Log,
  slices: Routes[],
  ctxNow: () => Context | null,
  lifecycle: Lifecycle,
  { arrivalTimeout }: { arrivalTimeout?: number | undefined } = {},
): FastifyInstance {
  const offered = () => settings.owner.languages;
  const disk = () => ctxNow()?.disk() ?? readDisk(settings.DATA_DIR);
  const fast = createResponseFastPath(ctxNow, (request) => chooseLanguage(request, offered()));
  const connections = {
    before: readForwarded(settings),
    keepAliveTimeout: IDLE_MS,
    stopping: lifecycle.stopping.signal,
  };
  const app = fastify({
    logger: false,
    trustProxy: trustedProxies(settings.TRUST_PROXY),
    bodyLimit: MAX_BODY,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    exposeHeadRoutes: true,
    rewriteUrl: ({ url = '/' }) => forgivePath(url),
    clientErrorHandler: (error, socket) => answerClientError(error, socket, offered().defaultLanguage),
    serverFactory: (handler) => createConnections({ ...connections, handler }),
    // requests that still arrive on an open connection are served; see drain()
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) =>
      void sendError(error, request, reply, { settings, log, disk, ctxNow }),
  });
  // before all other hooks: serves cached responses by address
  app.addHook('onRequest', (request, reply, done) => {
    if (fast.serve(request.raw, reply.raw)) reply.hijack();
    else done();
  });
  addParsers(app);
  logRequests(app, settings, log);
  limitArrival(app, { offered, milliseconds: arrivalTimeout });
  addHooks(app, settings, ctxNow, lifecycle);
  if (settings.METRICS) serveMetrics(app, settings, ctxNow);
  app.setErrorHandler((error: FastifyError, request, reply) =>
    sendError(error, request, reply, { settings, log, disk, ctxNow }),
  );
  // routes are added after the plugins (above all cookies)
  void app.register(async (inner) => {
    const route = createRoute(inner, ctxNow, settings, fast);
    for (const addRoutes of slices) addRoutes(route);
  });
  const noSuchCall = () => {
    throw fail(404, 'NO_SUCH_CALL', "This endpoint doesn't exist.");
  };
  app.all('/api', noSuchCall);
  app.all('/api/*', noSuchCall);
  // methods no route of that address takes
  app.setNotFoundHandler(noSuchCall);
  return app;
}

/** Cookies, and bodies: JSON and forms with files. */
function addParsers(app: FastifyInstance): void {
  // bodies are JSON; who sends text gets 415
  app.removeContentTypeParser('text/plain');
  // endpoints parse it once they know the caller (handle.ts)
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  void app.register(cookie);
  void app.register(multipart, { throwFileSizeLimit: false, limits: FORM_LIMITS });
}

/** Applies to every request: headers, CORS, and whether this process accepts requests now. */
function addHooks(
  app: FastifyInstance,
  settings: Settings,
  ctxNow: () => Context | null,
  lifecycle: Lifecycle,
): void {
  const isWeb = settings.ROLES.includes('web');
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
    allowOrigin(settings, request, reply);
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'])
      return reply.code(204).send();
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      throw fail(400, 'INVALID_INPUT', 'The request is missing a Host header.');
    if (!ctxNow() && request.url.startsWith('/api/')) throw startingUp();
    if (!isWeb && !WITHOUT_WEB.test(request.url))
      throw fail(404, 'NO_SUCH_CALL', "This process doesn't serve pages.");
    if (lifecycle.leaving && PING.test(request.url)) throw leaving();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    // in progress when the port closed: the connection must not be reused
    if (lifecycle.stopping.signal.aborted) reply.raw.shouldKeepAlive = false;
    done(null, payload);
  });
}

/** A page's address that isn't well-formed is an unknown page like any other; a call's is bad input. */
function forgivePath(url: string): string {
  if (!url.includes('%') || /^\/api(\/|$)/.test(url)) return url;
  const [path = '/'] = url.split('?', 1);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

/** Public reads; a request with a token is personal. */
function isPublicRead({ method, headers, routeOptions: { config } }: FastifyRequest): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || headers.authorization) return false;
  const { endpoint } = config;
  // without a response it sends the browser on, to sign in
  return config.readableAnywhere ?? (endpoint?.access === 'public' && endpoint.response !== undefined);
}

/** Allows the origins of WEB_ORIGIN (the app hosted elsewhere), and public reads from all others. */
function allowOrigin(settings: Settings, request: FastifyRequest, reply: FastifyReply): void {
  const { origin } = request.headers;
  if (settings.WEB_ORIGIN.length) reply.header('vary', 'Origin');
  if (!origin || !settings.WEB_ORIGIN.includes(origin)) {
    // for every origin, so that a response cached on the way works for all; browsers send no cookies with it
    if (isPublicRead(request))
      reply.headers({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'ETag, Retry-After, X-Next-Cursor, Content-Range',
      });
    return;
  }
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers':
      'ETag, Location, Retry-After, X-Next-Cursor, X-Unread, Tus-Resumable, Upload-Length, Upload-Offset, Upload-Expires, Upload-Metadata, Submission-Id, Content-Range, Proof-Of-Work-Challenge',
  });
  if (request.method === 'OPTIONS') {
    reply.headers({
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-max-age': '600',
      'access-control-allow-headers':
        'Authorization, Content-Type, Idempotency-Key, Last-Event-ID, Proof-Of-Work, Range, X-Order-Key, Tus-Resumable, Upload-Length, Upload-Metadata, Upload-Offset, Upload-Defer-Length, X-HTTP-Method-Override',
    });
  }
}

interface ErrorReport {
  settings: Settings;
  log: Log;
  disk(): Disk | null;
  ctxNow(): Context | null;
}

async function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { settings, log, disk, ctxNow }: ErrorReport,
): Promise<FastifyReply> {
  const known = toHttpError(error, disk);
  await saveLanguage(ctxNow(), request, known);
  const language = languageOf(request, settings.owner.languages);
  logError(log, request, error, known);
  logRejection(log, request, known);
  if (known.location) reply.header('location', known.location);
  if (known.retryAfter || known.status === 503)
    reply.header('retry-after', String(known.retryAfter ?? RETRY_AFTER));
  if (known.challenge) reply.header(CHALLENGE_HEADER, known.challenge);
  nameLanguage(reply, language).code(known.status).header('cache-control', 'no-store');
  if (request.routeOptions?.config?.endpoint?.errors === 'text')
    return reply.type('text/plain; charset=utf-8').send(known.body(language).error);
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(known.body(language)));
}

const leaving = () => fail(503, 'STOPPING', 'The server is stopping.', { retryAfter: 2 });

/** Default for Retry-After, in seconds. */
const RETRY_AFTER = 60;

const SENTENCES: Record<number, [code: string, sentence: string]> = {
  400: ['INVALID_INPUT', msg("We couldn't understand the request.")],
  404: ['NOT_FOUND', msg("We couldn't find this.")],
  405: ['METHOD_NOT_ALLOWED', msg("This endpoint doesn't exist.")],
  413: ['TOO_LARGE', msg("That's too large.")],
  414: ['TOO_LARGE', msg('That address is too long.')],
  415: ['WRONG_MEDIA_TYPE', msg('Please send the request as application/json.')],
  431: ['TOO_LARGE', msg('The request has too many headers.')],
  503: ['UNAVAILABLE', msg('The server is busy. Please try again in a moment.')],
};

/** Any error as an HttpError; an unexpected one is a plain 500. */
function toHttpError(error: unknown, disk: () => Disk | null): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof BrokenFile) return fail(422, 'BROKEN_FILE', error.text, { line: error.line });
  if (error instanceof ParsersBusy)
    return fail(
      429,
      'TOO_MANY',
      'The server is reading too many files right now. Please try again in a moment.',
      {
        retryAfter: 5,
      },
    );
  const database = databaseError(error);
  const missing = toMissing(error);
  if (missing) return missing;
  // text PostgreSQL can't store, or a number outside its type: input that slipped past a schema
  if (database && database.code.startsWith('22'))
    return fail(400, 'INVALID_INPUT', "The request contains a value that can't be stored.");
  if (database?.code === DISK_FULL) return diskFull();
  if ((database && /^(08|57P|53)/.test(database.code)) || isConnectionError(error)) {
    // an embedded server that finds no room ends
    if (isFull(disk())) return diskFull();
    return fail(503, 'UNAVAILABLE', "We can't reach the database right now. Please try again in a moment.", {
      retryAfter: 5,
    });
  }
  if (error instanceof StorageUnavailable) {
    return fail(
      503,
      'STORAGE_UNAVAILABLE',
      "We can't reach file storage right now. Please try again in a moment.",
      { retryAfter: 5 },
    );
  }
  if (isBrokenForm(error)) return fail(400, 'INVALID_INPUT', "Couldn't read the form.");
  const status =
    error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
      ? error.statusCode
      : 500;
  const [code, sentence] =
    SENTENCES[status] ??
    (status < 500
      ? ['REJECTED', msg('The request was rejected.')]
      : ['INTERNAL', msg('Something went wrong on the server. Please try again.')]);
  return fail(status < 400 ? 500 : status, code, sentence);
}

/** PostgreSQL's word for it. */
const DISK_FULL = '53100';
const diskFull = () =>
  fail(503, 'DISK_FULL', "The server's disk is full, so nothing can be saved. Please try again later.");

/** Errors of the multipart/form-data parser, which have no status, for a malformed body. */
function isBrokenForm(error: unknown): boolean {
  return (
    error instanceof Error &&
    !('statusCode' in error) &&
    /unexpected end of (form|multipart data)|Malformed part header|Boundary not found/i.test(error.message)
  );
}

function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    ('code' in error &&
      ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'].includes(String(error.code)) &&
      'syscall' in error &&
      error.syscall === 'connect') ||
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      error.message,
    )
  );
}
