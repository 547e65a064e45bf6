import { lookup as lookUp, type LookupAddress } from 'node:dns';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './private-networks.ts';

/** Names of inner networks have one part alone, or an ending that the internet knows nothing of. */
const INNER_NAME =
  /^[^.]+\.?$|\.(localhost|local|internal|intranet|lan|home|corp|home\.arpa|test|invalid|onion)\.?$/i;

/** The address leads into a network of ours: it is refused before anything is sent. */
export class InnerAddress extends Error {
  override name = 'InnerAddress';
}

/** Services that are told what is new on a site, where its owner wants that. */
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

export interface Outbound {
  announced: Announced;
  /** Throws InnerAddress where a host leads inside as far as can be told now; a name that isn't known passes. */
  check(url: string): Promise<void>;
  /**
   * Posts to an address that somebody entered. Its name is looked up once, and what came is what is connected to; nothing
   * inside is; no redirect is followed; the answer's body is not read. Rejects with InnerAddress or the connection's error,
   * `signal` ends it.
   */
  post(
    url: string,
    sent: { headers: Record<string, string>; body: string; signal: AbortSignal },
  ): Promise<{ status: number }>;
}

export interface OutboundOptions {
  lookup?: typeof lookUp;
  /** Of numbers, and of names before they are looked up. */
  isAllowed?: (address: string) => boolean;
  isAllowedName?: (host: string) => boolean;
  /** Further certificates to trust. */
  ca?: string;
  announced?: Announced;
}

const CHECK_MS = 3_000;

export function openOutbound({
  lookup = lookUp,
  isAllowed = isPublicAddress,
  isAllowedName = (host) => !INNER_NAME.test(host),
  ca,
  announced = ANNOUNCED,
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
  const hostOf = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, '');
  /** A number is never looked up, and what a name says by itself needs no look. */
  const checkHost = (host: string) => {
    if (!(isIP(host) === 0 ? isAllowedName(host) : isAllowed(host))) throw inner(host);
  };

  return {
    announced,
    async check(url) {
      const host = hostOf(url);
      checkHost(host);
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
    async post(url, { headers, body, signal }) {
      checkHost(hostOf(url));
      return await new Promise((resolve, reject) => {
        const call = request(
          url,
          { method: 'POST', lookup: guarded, agent: false, headers, signal, ...(ca && { ca }) },
          (answer) => {
            answer.destroy();
            resolve({ status: answer.statusCode ?? 0 });
          },
        );
        call.on('error', reject);
        call.end(body);
      });
    },
  };
}
