/**
 * The URL of a call: `{names}` in the path from `params`, then the query in declaration order; absent and empty values
 * are left out. Server and browser run the same function (build/contract-table.ts leaves it whole), so that data the
 * server embeds is found under the URL the page requests.
 */
export function addressOf(path: string, params: unknown, query: unknown): string {
  const values = (params ?? {}) as Record<string, string | number>;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const search = new URLSearchParams(
    Object.entries((query ?? {}) as Record<string, unknown>)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => [name, String(value)]),
  ).toString();
  return search ? `${filled}?${search}` : filled;
}

/** A name or an address of the network, or none: the parser of URLs lets a `;` and a `,` pass, which end a rule of a content policy. */
export const isHost = (hostname: string): boolean => /^(?:[\w.-]*|\[[\da-f:.]+\])$/i.test(hostname);

/** An http(s) origin only: no path, no query. */
export function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  return (
    url !== null && /^https?:$/.test(url.protocol) && isHost(url.hostname) && url.href === `${url.origin}/`
  );
}
