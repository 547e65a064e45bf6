import { storedMessages, type StoredMessage } from '#contract/text/message.ts';
import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';

/** What a feed may be at most: it is a few hundred bytes. */
export const MAX_FEED_BYTES = 16_384;

const VERSION = /^\d{1,5}\.\d{1,5}\.\d{1,5}$/;

/**
 * The maintainers' announcement of the newest release. `number` grows with each feed, so that a replayed one is
 * detected.
 */
export const Release = z.object({
  number: z.int().min(1),
  version: z.string().regex(VERSION),
  published: z.iso.date(),
  /** Whether it mends a security hole. */
  security: z.boolean(),
  url: z
    .url({ protocol: /^https$/ })
    .max(300)
    .nullable(),
});
export type Release = z.infer<typeof Release>;

/** The wire: the release as text, and the signature of those very bytes. */
const Feed = z.object({ release: z.string().max(4_000), signature: z.base64().max(100) });

/** Why a feed isn't believed: the end of a sentence. */
export const REFUSALS = storedMessages('updates', {
  ANSWERS: 'responds with {0}',
  AWAY: "couldn't be fetched ({0})",
  NO_FEED: 'not a release feed',
  UNSIGNED: 'not signed by anyone this site trusts',
  UNKNOWN: "this version of the site can't read it",
  OLDER: 'older than the last one ({0}; last seen {1})',
});

/** Prefixed to the signed bytes, so that the key's signatures of other content are invalid here. */
export const DOMAIN = 'lll release feed 1\n';

/** The first 12 bytes of SPKI, which name the algorithm. */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

const isSigned = (release: string, signature: string, key: string): boolean =>
  verify(
    null,
    Buffer.from(DOMAIN + release),
    createPublicKey({
      key: Buffer.concat([SPKI_PREFIX, Buffer.from(key, 'base64')]),
      format: 'der',
      type: 'spki',
    }),
    Buffer.from(signature, 'base64'),
  );

function parse<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * The announced release, or why the feed is rejected, as the end of a sentence. `last` is the newest release so far.
 */
export function readFeed(
  text: string,
  keys: string[],
  last: Release | null,
): Release | { refused: StoredMessage } {
  const feed = parse(Feed, text);
  if (!feed) return { refused: REFUSALS.NO_FEED() };
  if (!keys.some((key) => isSigned(feed.release, feed.signature, key)))
    return { refused: REFUSALS.UNSIGNED() };
  const release = parse(Release, feed.release);
  if (!release) return { refused: REFUSALS.UNKNOWN() };
  if (last && release.number < last.number)
    return { refused: REFUSALS.OLDER(String(release.number), String(last.number)) };
  return release;
}

/** Whether a version such as 1.10.0 comes after another. */
export function isNewer(version: string, than: string): boolean {
  const [left = [], right = []] = [version, than].map((text) => text.split('.').map(Number));
  const at = left.findIndex((part, index) => part !== right[index]);
  return at >= 0 && (left[at] ?? 0) > (right[at] ?? 0);
}
