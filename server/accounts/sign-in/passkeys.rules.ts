/** Whether a page on this host may use passkeys of this domain: it is the domain, or below it. */
export const servesAt = (rpId: string, host: string): boolean => host === rpId || host.endsWith(`.${rpId}`);

/** The domain that new passkeys are made for: that of the first ones while it still serves, else the site's own. */
export const chooseRpId = (first: string | null, host: string): string =>
  first !== null && servesAt(first, host) ? first : host;

/**
 * Whether the origin is one of the site's own. On localhost any port is accepted: anyone who can listen there
 * controls the machine.
 */
export function isOwnOrigin(origin: string, own: string[]): boolean {
  if (own.includes(origin)) return true;
  const isLocal = (url: string) => new URL(url).hostname === 'localhost';
  return URL.canParse(origin) && isLocal(origin) && own.some(isLocal);
}

/** The origin and the challenge that the browser signed; null if malformed. */
export function readClientData(encoded: string): { origin: string; challenge: Buffer } | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString());
    if (typeof data !== 'object' || data === null || !('origin' in data) || !('challenge' in data))
      return null;
    const { origin, challenge } = data;
    if (typeof origin !== 'string' || typeof challenge !== 'string') return null;
    return { origin, challenge: Buffer.from(challenge, 'base64url') };
  } catch {
    return null;
  }
}
