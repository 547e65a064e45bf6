import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { LRUCache } from 'lru-cache';

const AT_ONCE = 4;
const MAX_WAITING = 100;
const TIMEOUT_MS = 3_000;
const FOUND_MS = 300_000;
const FAILED_MS = 30_000;

export interface ResolverOptions {
  /** Name servers, `address:port`; the machine's unless given. */
  servers?: readonly string[];
  /** For a lookup as a whole. */
  timeoutMs?: number;
}

/**
 * Resolves names from user input. getaddrinfo would run on threads shared by the whole process, so a few names with
 * unresponsive servers would block every call. This runs four lookups at a time by c-ares, three seconds each at most;
 * a hundred may queue. Only name servers are queried, not /etc/hosts. Services of the owner's are resolved by the
 * system.
 */
export function openResolver(options: ResolverOptions = {}): LookupFunction {
  const known = new LRUCache<string, Promise<LookupAddress[]>>({ max: 500, ttl: FOUND_MS });
  const waiting: (() => void)[] = [];
  let running = 0;

  async function inTurn(host: string): Promise<LookupAddress[]> {
    if (running < AT_ONCE) running += 1;
    else if (waiting.length >= MAX_WAITING) throw failure('EAI_AGAIN', host);
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await resolve(host, options);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }
  function find(host: string): Promise<LookupAddress[]> {
    const before = known.get(host);
    if (before) return before;
    const found = inTurn(host);
    known.set(host, found);
    found.catch(() => known.set(host, found, { ttl: FAILED_MS }));
    return found;
  }
  return (name, { all, family }, done) => {
    const wanted = family === 4 || family === 6 ? family : 0;
    find(name.toLowerCase().replace(/\.$/, '')).then(
      (found) => {
        const addresses = found.filter((each) => !wanted || each.family === wanted);
        const [first] = addresses;
        if (!first) done(failure('ENOTFOUND', name), '');
        else if (all) done(null, addresses);
        else done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, ''),
    );
  };
}

async function resolve(
  host: string,
  { servers, timeoutMs = TIMEOUT_MS }: ResolverOptions,
): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: timeoutMs / 3, tries: 2 });
  if (servers) resolver.setServers(servers);
  const deadline = setTimeout(() => resolver.cancel(), timeoutMs);
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = answers.flatMap((answer, at) =>
      answer.status === 'fulfilled'
        ? answer.value.map((address) => ({ address, family: at === 0 ? 4 : 6 }))
        : [],
    );
    if (addresses.length > 0) return addresses;
    const isUnknown = answers.some(
      (answer) => answer.status === 'rejected' && /^E(NOTFOUND|NODATA)$/.test(answer.reason.code),
    );
    throw failure(isUnknown ? 'ENOTFOUND' : 'EAI_AGAIN', host);
  } finally {
    clearTimeout(deadline);
  }
}

/** With the error codes of `dns.lookup`, which have messages. */
const failure = (code: 'ENOTFOUND' | 'EAI_AGAIN', host: string) =>
  Object.assign(new Error(`${code}: ${host} could not be looked up.`), { code });
