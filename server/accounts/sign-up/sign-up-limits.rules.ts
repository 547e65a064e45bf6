/** Sign-ups are counted over so long, whenever it begins. */
export const SIGN_UP_WINDOW_MS = 3_600_000;

/** Sign-ups of the last hour: of one address, of the busiest one, of all. */
export interface SignUpCounts {
  own: number;
  busiest: number;
  total: number;
}

/** In any hour; 0: no limit. */
export interface SignUpLimits {
  ofAddress: number;
  ofSite: number;
}

/** So much of a limit is taken by people as a rule; beyond it each sign-up wants a proof of work. */
const FREE_SHARE = 0.8;

/**
 * What one more sign-up from an IP address requires. An address behind more than half of all sign-ups (a school, a
 * conference, an undeclared proxy) doesn't count towards the site's limit: in a distributed attack there is none.
 */
export function outcomeOfSignUp(
  { own, busiest, total }: SignUpCounts,
  { ofAddress, ofSite }: SignUpLimits,
): 'free' | 'proof' | 'too-many-of-address' | 'too-many' {
  if (ofAddress > 0 && own >= ofAddress) return 'too-many-of-address';
  const all = total + 1;
  const isMost = (count: number) => 2 * count > all;
  const counted = isMost(own + 1) ? 0 : all - (isMost(busiest) ? busiest : 0);
  if (ofSite > 0 && counted > ofSite) return 'too-many';
  const free =
    (ofAddress === 0 || own < ofAddress * FREE_SHARE) && (ofSite === 0 || counted <= ofSite * FREE_SHARE);
  return free ? 'free' : 'proof';
}
