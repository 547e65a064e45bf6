import { inEnglish, type StoredMessage } from '#contract/text/message.ts';
import { requestService } from '#server/adapters/service-request.ts';
import type { Context } from '#server/app/context.ts';
import { MAX_FEED_BYTES, readFeed, REFUSALS } from './feed.rules.ts';
import { RELEASE_KEYS } from './release-keys.ts';
import { readReleaseCheck, saveReleaseCheck } from './updates.store.ts';

/** Checks the feed for a newer release and stores the result. Rejected feeds are logged. */
export async function checkForUpdate(ctx: Context): Promise<void> {
  const { UPDATE_FEED_URL: url } = ctx.settings;
  if (!url) return;
  const key = new URL(url).hash.slice(1);
  const last = (await readReleaseCheck(ctx.db))?.release ?? null;
  const fetched = await fetchFeed(url);
  const read =
    'refused' in fetched
      ? fetched
      : readFeed(fetched.text, key ? [key, ...RELEASE_KEYS] : RELEASE_KEYS, last);
  const refused = 'refused' in read ? read.refused : null;
  if (refused) ctx.log.warn(`The release feed was rejected: ${inEnglish(refused)}.`, { url });
  await saveReleaseCheck(ctx.db, {
    release: 'refused' in read ? last : read,
    checkedAt: new Date(ctx.clock.now()).toISOString(),
    refused: refused?.stored ?? null,
  });
}

/** Sends nothing about the site, follows no redirects to other hosts, and reads no more than a feed's size. */
async function fetchFeed(url: string): Promise<{ text: string } | { refused: StoredMessage }> {
  try {
    const answer = await requestService(url, {
      headers: { accept: 'application/json' },
      maxBytes: MAX_FEED_BYTES,
    });
    return answer.ok ? { text: await answer.text() } : { refused: REFUSALS.ANSWERS(String(answer.status)) };
  } catch (error) {
    const reason =
      error instanceof Error ? ((error.cause as Error | undefined) ?? error).message : String(error);
    return { refused: REFUSALS.AWAY(reason) };
  }
}
