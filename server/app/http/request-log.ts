import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { databaseError, type HttpError } from './errors.ts';
import type { Log } from '../observe/log.ts';
import type { Settings } from '../start/settings.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, once looked up; for the log. */
    userId: number | null;
  }
}

/** Parameters whose values are not sensitive; for all others only the name is logged. */
const HARMLESS = new Set(['limit', 'cursor', 'sort', 'category', 'status', 'tab', 'lang']);

/** A URL safe for the log: tokens, keys and search terms are removed. */
export function loggedUrl(url: string): string {
  const [path = '', query] = url.split(/\?(.*)/s, 2);
  const shown = path.replace(/^(\/media\/signed\/)[^/]+/, '$1…');
  if (!query) return shown;
  const fields = query.split('&').map((field) => {
    const [name = '', value] = field.split('=', 2);
    if (HARMLESS.has(name)) return field;
    return value === undefined ? '…' : `${name}=…`;
  });
  return `${shown}?${fields.join('&')}`;
}

const about = ({ method, url, ip, userId }: FastifyRequest) => ({
  method,
  url: loggedUrl(url),
  address: ip,
  userId,
});

/** A forbidden call is worth a line: someone probes for access, or a page offers too much. */
export function logRejection(log: Log, request: FastifyRequest, error: HttpError): void {
  if (error.status === 403) log.warn('A call was rejected.', { ...about(request), code: error.code });
}

/** An error that isn't the caller's fault; `answer` is what the caller received. */
export function logError(log: Log, { method, url }: FastifyRequest, error: unknown, answer: HttpError): void {
  const call = { method, url: loggedUrl(url) };
  const database = databaseError(error);
  if (answer.code === 'INTERNAL') log.error('A request failed.', { ...call, error });
  else if (answer.code === 'DISK_FULL')
    log.error('The disk is full: nothing can be saved.', { ...call, ...(database ?? { error }) });
  else if (answer.code === 'STORAGE_UNAVAILABLE')
    log.warn('The file storage cannot be reached.', { ...call, error });
  // without its message, which may contain user input
  else if (database && answer.status < 500)
    log.warn('The database rejected what a call wrote.', { ...call, ...database });
}

/** LOG_LEVEL=debug: a line per request; also warns once about a proxy that isn't configured. */
export function logRequests(app: FastifyInstance, settings: Settings, log: Log): void {
  app.decorateRequest('userId', null);
  app.decorateRequest('accountLanguage', null);
  let warned = false;
  app.addHook('onRequest', async ({ ip, socket, headers }) => {
    if (warned || ip !== socket.remoteAddress) return;
    if (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined) return;
    warned = true;
    log.warn(
      settings.TRUST_PROXY
        ? 'Requests name a visitor behind a proxy that TRUST_PROXY does not cover; limits count them all as the proxy.'
        : 'Requests come through a proxy, and TRUST_PROXY is not set: limits count all its visitors as one.',
      { address: ip },
    );
  });
  if (settings.LOG_LEVEL !== 'debug') return;
  app.addHook('onResponse', async (request: FastifyRequest, reply: FastifyReply) =>
    log.debug('A request was answered.', {
      ...about(request),
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
    }),
  );
}
