import { MessageError, storedMessages } from '#contract/text/message.ts';
import { z } from 'zod';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { siteSecret } from '#server/app/database/site-secret.ts';
import { job } from '#server/app/jobs/jobs.ts';
import { feedsOf, hubOf, indexNowOf } from './announce.rules.ts';
import { listFeedsOf, takeAnnouncements } from './announce.store.ts';

const TIMEOUT_MS = 10_000;
const FAULTS = storedMessages('announce', { ANSWERED: '{0} responded with status {1}.' });
/** Videos of one message; an IndexNow list holds 10,000 addresses at most. */
const BATCH = 200;
/** Retries over about two hours; after that, search engines find changes in the sitemap. */
const RETRIES = { retryLimit: 7, retryDelay: 60, seconds: 60, concurrency: 1 };

const Paths = z.object({ paths: z.array(z.string()) });

/** By its name search engines find it at the root of the site, where it vouches for every page. */
export const indexNowKey = async ({ db }: Pick<Context, 'db'>): Promise<string> =>
  `indexnow-${(await siteSecret(db, 'indexnow')).toString('hex').slice(0, 32)}`;

async function post(
  { outbound }: Context,
  url: string,
  { type, body, signal }: { type: string; body: string; signal: AbortSignal },
): Promise<void> {
  const { status } = await outbound.post(url, {
    body,
    headers: {
      'content-type': type,
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'LLL-announce/1',
    },
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  if (status < 200 || status > 299) throw new MessageError(FAULTS.ANSWERED(url, String(status)));
}

const wholeOf = ({ settings }: Context, path: string): string => new URL(path, settings.PUBLIC_URL).href;

/** Notifies search engines of changed pages (indexnow.org). */
export const pingSearchEngines = job({
  name: 'announce.index-now',
  schema: Paths,
  ...RETRIES,
  async run(ctx, { paths }, { signal }) {
    const url = indexNowOf(ctx);
    if (url === null) return;
    const key = await indexNowKey(ctx);
    const body = JSON.stringify({
      host: new URL(ctx.settings.PUBLIC_URL).host,
      key,
      keyLocation: wholeOf(ctx, `/${key}.txt`),
      urlList: paths.map((path) => wholeOf(ctx, path)),
    });
    await post(ctx, url, { type: 'application/json; charset=utf-8', body, signal });
  },
});

/** Notifies the hub of updated feeds; it reads them and forwards new entries (WebSub). */
export const pingHub = job({
  name: 'announce.hub',
  schema: Paths,
  ...RETRIES,
  async run(ctx, { paths }, { signal }) {
    const hub = hubOf(ctx);
    if (hub === null) return;
    const body = new URLSearchParams([
      ['hub.mode', 'publish'],
      ...paths.map((path) => ['hub.url', wholeOf(ctx, path)]),
    ]);
    await post(ctx, hub, { type: 'application/x-www-form-urlencoded', body: body.toString(), signal });
  },
});

/** Hands on what came out and what is gone, a batch in a transaction. */
const sendBatch = (ctx: Context): Promise<number> =>
  transact(ctx.db, async (trx) => {
    const ids = await takeAnnouncements(trx, BATCH);
    const videoIds = [...new Set(ids)];
    if (videoIds.length > 0 && indexNowOf(ctx) !== null)
      await ctx.jobs.send(pingSearchEngines, { paths: videoIds.map((id) => `/video/${id}`) }, { trx });
    if (videoIds.length > 0 && hubOf(ctx) !== null)
      await ctx.jobs.send(pingHub, { paths: feedsOf(await listFeedsOf(trx, videoIds)) }, { trx });
    return ids.length;
  });

export const announceChanges = job({
  name: 'announce.changes',
  schema: z.object({}),
  cron: '* * * * *',
  unique: true,
  concurrency: 1,
  retryLimit: 1,
  async run(ctx) {
    for (let taken = BATCH; taken === BATCH && !ctx.stopping.aborted;) taken = await sendBatch(ctx);
  },
});
