/**
 * Public keys (Ed25519, base64 of 32 bytes) that may announce releases; `tools/sign-release.ts` creates a pair. During
 * a rotation there are two. UPDATE_FEED_URL may add one.
 */
export const RELEASE_KEYS: string[] = [];
