/**
 * Public keys (Ed25519, base64 of 32 bytes) of those who may announce releases; `tools/sign-release.ts` makes a pair.
 * Two stand here while one takes the place of the other. UPDATE_FEED_URL may add one.
 */
export const RELEASE_KEYS: string[] = [];
