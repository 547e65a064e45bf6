import { Resolver, type LookupAddress } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP, type LookupFunction } from 'node:net';
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
 * Looks up names that people typed. getaddrinfo would do that on threads which the whole process shares, so that a few
 * names whose servers don't answer hold up everybody's calls. Here four are looked up at a time, each for three seconds at
 * most; a hundred may wait. Names of /etc/hosts count, and the `search` of /etc/resolv.conf for names without a dot.
 */
export function openResolver(options: ResolverOptions = {}): LookupFunction {
  const known = new LRUCache<string, Promise<LookupAddress[]>>({ max: 500, ttl: FOUND_MS });
  const waiting: (() => void)[] = [];
  let running = 0;

  async function inTurn(host: string): Promise<LookupAddress[]> {
    const here = await findHere(host);
    if (here.length > 0) return here;
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

/** For services that the owner names: a member's names never wait in this line. */
export const lookUpService = openResolver();

async function resolve(
  host: string,
  { servers, timeoutMs = TIMEOUT_MS }: ResolverOptions,
): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: timeoutMs / 3, tries: 2 });
  if (servers) resolver.setServers(servers);
  const deadline = setTimeout(() => resolver.cancel(), timeoutMs);
  const ask = (name: string, family: 4 | 6) =>
    new Promise<LookupAddress[]>((found, failed) =>
      resolver[family === 4 ? 'resolve4' : 'resolve6'](name, (error, addresses) =>
        error ? failed(error) : found(addresses.map((address) => ({ address, family }))),
      ),
    );
  try {
    const names = host.includes('.') ? [host] : [...(await searchedIn(host)), host];
    let why: unknown = null;
    for (const name of names) {
      const answers = await Promise.allSettled([ask(name, 4), ask(name, 6)]);
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (addresses.length > 0) return addresses;
      why = answers.find((answer) => answer.status === 'rejected')?.reason;
    }
    const { code = '' } = (why ?? {}) as NodeJS.ErrnoException;
    throw failure(code === 'ENOTFOUND' || code === 'ENODATA' ? 'ENOTFOUND' : 'EAI_AGAIN', host);
  } finally {
    clearTimeout(deadline);
  }
}

/** With the codes of `dns.lookup`, for which there are words. */
const failure = (code: 'ENOTFOUND' | 'EAI_AGAIN', host: string) =>
  Object.assign(new Error(`${code}: ${host} could not be looked up.`), { code });

const linesOf = async (path: string): Promise<string[][]> =>
  (await readFile(path, 'utf8').catch(() => ''))
    .split('\n')
    .map((line) => line.replace(/#.*/, '').split(/\s+/));

/** What needs no name server. */
async function findHere(host: string): Promise<LookupAddress[]> {
  if (isIP(host)) return [{ address: host, family: isIP(host) }];
  return (await linesOf('/etc/hosts')).flatMap(([address = '', ...names]) =>
    isIP(address) && names.some((name) => name.toLowerCase() === host)
      ? [{ address, family: isIP(address) }]
      : [],
  );
}

async function searchedIn(host: string): Promise<string[]> {
  const [, ...domains] = (await linesOf('/etc/resolv.conf')).find(([word]) => word === 'search') ?? [];
  return domains
    .slice(0, 6)
    .filter(Boolean)
    .map((domain) => `${host}.${domain}`);
}
