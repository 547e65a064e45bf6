import type { LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './private-networks.ts';
import { openResolver } from './resolver.ts';

/** Names of inner networks have one part alone, or an ending that the internet knows nothing of. */
const INNER_NAME =
  /^[^.]+\.?$|\.(localhost|local|internal|intranet|lan|home|corp|home\.arpa|test|invalid|onion)\.?$/i;

/** Nothing is sent to this address. */
export class RefusedAddress extends Error {
  override name = 'RefusedAddress';
}

/** It leads into a network of ours. */
export class InnerAddress extends RefusedAddress {
  override name = 'InnerAddress';
}

/** Services that are notified of a site's new content, if its owner wants that. */
interface Announced {
  /** Takes IndexNow's lists (indexnow.org) and hands them on to every search engine that takes part. */
  indexNow: string;
  /** A public hub of WebSub. */
  hub: string;
}

const ANNOUNCED: Announced = {
  indexNow: 'https://api.indexnow.org/indexnow',
  hub: 'https://pubsubhubbub.appspot.com/',
};

interface Rules {
  /** No port but https' own: what members name must not knock at others. */
  usualPort?: boolean;
}

export interface Outbound {
  announced: Announced;
  /**
   * Throws RefusedAddress for an address without https, with a password or a disallowed port, and InnerAddress if its
   * host resolves to a private network within three seconds; an unknown name passes.
   */
  check(url: string, rules?: Rules): Promise<void>;
  /**
   * Posts to an address that a user entered. Its name is resolved once (adapters/resolver.ts), and the connection goes
   * to the result, never into a private network; redirects aren't followed and the body isn't read. Rejects with
   * RefusedAddress or the connection's error; `signal` aborts it.
   */
  post(
    url: string,
    sent: { headers: Record<string, string>; body: string | Uint8Array; signal: AbortSignal } & Rules,
  ): Promise<{ status: number }>;
}

export interface OutboundOptions {
  lookup?: LookupFunction;
  /** Of numbers, and of names before they are looked up. */
  isAllowed?: (address: string) => boolean;
  isAllowedName?: (host: string) => boolean;
  /** Further certificates to trust. */
  ca?: string;
  announced?: Announced;
  /** Programs on this machine that are called without TLS, in tests. */
  plainHosts?: readonly string[];
}

const CHECK_MS = 3_000;

export function openOutbound({
  lookup = openResolver(),
  isAllowed = isPublicAddress,
  isAllowedName = (host) => !INNER_NAME.test(host),
  ca,
  announced = ANNOUNCED,
  plainHosts = [],
}: OutboundOptions = {}): Outbound {
  const inner = (host: string) => new InnerAddress(`${host} leads to an address inside a network.`);

  /** All of a name's addresses have to be allowed: which one is connected to is the system's choice. */
  const guarded: LookupFunction = (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      const addresses = found as LookupAddress[] | undefined;
      if (error) return done(error, '');
      const [first] = addresses ?? [];
      if (!first || !addresses?.every(({ address }) => isAllowed(address))) return done(inner(host), '');
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });
  };
  /** Checks what needs no lookup: the scheme, the port, IP addresses and special names. `isPlain`: called without TLS. */
  const read = (url: string, { usualPort = false }: Rules): { host: string; isPlain: boolean } => {
    const address = URL.parse(url);
    if (address?.protocol === 'http:' && plainHosts.includes(address.hostname))
      return { host: address.hostname, isPlain: true };
    if (address?.protocol !== 'https:' || address.username || address.password)
      throw new RefusedAddress('Only https addresses without a password are called.');
    if (usualPort && address.port !== '') throw new RefusedAddress('No port but 443 is called here.');
    const host = address.hostname.replace(/^\[|\]$/g, '');
    if (!(isIP(host) === 0 ? isAllowedName(host) : isAllowed(host))) throw inner(host);
    return { host, isPlain: false };
  };

  return {
    announced,
    async check(url, rules = {}) {
      const { host } = read(url, rules);
      if (isIP(host) !== 0) return;
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(resolve, CHECK_MS);
        guarded(host, { all: true }, (error) => {
          clearTimeout(timer);
          if (error instanceof InnerAddress) reject(error);
          else resolve();
        });
      });
    },
    async post(url, { headers, body, signal, ...rules }) {
      const { isPlain } = read(url, rules);
      return await send(url, isPlain, { lookup: guarded, headers, signal, ...(ca && { ca }) }, body);
    },
  };
}

/** Returns the status; the body is not read. */
function send(
  url: string,
  isPlain: boolean,
  options: https.RequestOptions,
  body: string | Uint8Array,
): Promise<{ status: number }> {
  const { request } = isPlain ? http : https;
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', agent: false, ...options }, (answer) => {
      answer.destroy();
      resolve({ status: answer.statusCode ?? 0 });
    });
    call.on('error', reject);
    call.end(body);
  });
}
