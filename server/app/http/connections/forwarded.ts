import type { IncomingMessage, ServerResponse } from 'node:http';
import { TLSSocket } from 'node:tls';
import { compile } from '@fastify/proxy-addr';
import type { Settings } from '#server/app/start/settings.ts';

type Trust = (address: string, hop: number) => boolean;

/**
 * Some proxies append a visitor's port, which changes with every connection: `203.0.113.9:51234`,
 * `[2001:db8::1]:51234`.
 */
const WITH_PORT = /^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/;

/** Of a response by its connection, so never stored with one. */
export const HSTS = 'strict-transport-security';

/** Leaves only the addresses in X-Forwarded-For. */
function stripForwardedPorts({ headers }: IncomingMessage): void {
  const forwardedFor = headers['x-forwarded-for'];
  if (forwardedFor === undefined) return;
  headers['x-forwarded-for'] = String(forwardedFor)
    .split(',')
    .map((each) => {
      const [, v6, v4] = WITH_PORT.exec(each.trim()) ?? [];
      return v6 ?? v4 ?? each.trim();
    })
    .join(', ');
}

/** `2`: the two nearest hops; else false, or addresses and networks. As Fastify's `trustProxy` takes it. */
export function trustedProxies(setting: Settings['TRUST_PROXY']): Trust | false {
  if (setting === false) return false;
  if (typeof setting === 'number') return (_address, hop) => hop < setting;
  return compile(setting.split(',').map((each) => each.trim()));
}

/** The visitor's scheme, as in Fastify's `request.protocol`. */
function isOverHttps({ headers, socket }: IncomingMessage, trust: Trust | false): boolean {
  const forwardedProto = headers['x-forwarded-proto'];
  if (forwardedProto !== undefined && trust && trust(socket.remoteAddress ?? '', 0))
    return String(forwardedProto).split(',').at(-1)?.trim() === 'https';
  return socket instanceof TLSSocket;
}

/**
 * Runs before every request: normalises the proxy's headers, and sends HSTS where the request came over HTTPS
 * (over plain HTTP the header must not be sent: RFC 6797 7.2).
 */
export function readForwarded(
  settings: Pick<Settings, 'PUBLIC_URL' | 'TRUST_PROXY'>,
): (request: IncomingMessage, reply: ServerResponse) => void {
  const trust = trustedProxies(settings.TRUST_PROXY);
  return (request, reply) => {
    if (trust) stripForwardedPorts(request);
    if (settings.PUBLIC_URL.startsWith('https:') && isOverHttps(request, trust))
      reply.setHeader(HSTS, 'max-age=31536000');
  };
}
