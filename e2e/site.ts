import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Messages } from '@lingui/core';
import type { Language } from '#contract/text/languages.ts';
import { i18nOf } from '#server/app/i18n/translate.ts';
import { readSettings } from '#server/app/start/settings.ts';
import type { Context } from '#server/app/context.ts';
import type { Role } from '#server/app/http/callers/roles.ts';
import { startSite } from '#server/app/start/start.ts';
import { slices } from '#server/slices.ts';
import { openSpeech } from '#server/adapters/speech/speech.ts';
import { pocketsphinx } from '#server/testing/speech/pocketsphinx.engine.ts';
import { readMails, waitForMail } from '#server/testing/mails.ts';
import { openTestCluster, TEMPLATE } from '#server/testing/template.ts';
import { flushIndex } from '#server/testing/search.ts';
import { addVideo } from '#server/testing/videos.ts';

/**
 * The sites of one worker, in a process of their own: what the server is made of is read and compiled once, not once by
 * each of them. Answers the requests of e2e/fixture.ts. (`server/start.test.ts` and others start the real entry.)
 */
const cluster = await openTestCluster(process.env['E2E_CLUSTER'] ?? '');

async function start(settings: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'lll-e2e-'));
  const name = `e2e_${randomUUID().replaceAll('-', '')}`;
  await cluster.createDatabase(name, { template: TEMPLATE });
  const site = await startSite(
    readSettings({
      LOG_LEVEL: 'error',
      SAMPLE_CONTENT: 'off',
      RATE_LIMIT: 'off',
      ADMIN_USERNAME: 'root-admin',
      ADMIN_EMAIL: 'root@example.org',
      ADMIN_PASSWORD: 'correct horse battery',
      ...process.env,
      PORT: '0',
      ...settings,
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
    }),
    slices,
    { database: { server: cluster, name } },
  );
  const ctx = await site.ready;
  return {
    url: site.url,
    requests: answer(ctx),
    async stop() {
      await site.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
    },
  };
}

function answer(ctx: Context) {
  return {
    ...respondWithVideos(ctx),
    ...respondWithText,
    ...answerWithDisk(ctx),
    async signUp({ role, username }: { role: Role; username: string }) {
      const email = `${username}@example.org`;
      const { id } = await ctx.db
        .insertInto('users')
        .values({ username, email, role })
        .returning('id')
        .executeTakeFirstOrThrow();
      return {
        id,
        username,
        token: await ctx.sessions.create(ctx.db, { userId: id, userAgent: null, address: null }),
      };
    },
    /** The token of another sign-in of this person. */
    startSession: ({ userId }: { userId: number }) =>
      ctx.sessions.create(ctx.db, { userId, userAgent: null, address: null }),
    async addComments({ userId, videoId, count }: { userId: number; videoId: number; count: number }) {
      const comment = { author_id: userId, video_id: videoId, person: `u:${userId}` };
      const rows = Array.from({ length: count }, (_, at) => ({ ...comment, text: `Comment ${at + 1}` }));
      await ctx.db.insertInto('comments').values(rows).execute();
    },
    /** The text of the first mail to this person with this in its subject; waits for it. */
    async mailTo({ to, subject }: { to: string; subject: string }) {
      return (await waitForMail(ctx, to, new RegExp(subject, 'i'))).text ?? '';
    },
    /** Every mail, whether it waits in the outbox or was sent. */
    async mails({ to }: { to: string | null }) {
      const waiting = await ctx.db
        .selectFrom('outbox')
        .select(['recipient', 'subject', 'html', 'body as text'])
        .execute();
      const sent = await readMails(ctx, to ?? undefined);
      return [
        ...waiting.filter(({ recipient }) => to === null || recipient === to),
        ...sent.map(({ subject = '', html = '', text = '' }) => ({ subject, html, text })),
      ];
    },
    async recogniseSpeech({ on }: { on: boolean }) {
      ctx.speech = on ? openSpeech({ model: '', engine: pocketsphinx }) : null;
    },
    async ageSessions({ minutes }: { minutes: number }) {
      const rows = await ctx.db
        .updateTable('sessions')
        .set({ fresh_at: new Date(Date.now() - minutes * 60_000) })
        .returning('user_id')
        .execute();
      for (const { user_id: userId } of rows) ctx.sessions.forget(userId);
    },
  };
}

function answerWithDisk(ctx: Context) {
  const freeBytes = ctx.storage.freeBytes.bind(ctx.storage);
  return {
    /** Simulates this much free disk space in bytes; null: the real value. */
    async setFreeBytes({ bytes }: { bytes: number | null }) {
      ctx.storage.freeBytes = bytes === null ? freeBytes : async () => bytes;
    },
  };
}

/** By language: of what a journey exchanged. */
const verbatim = new Map<Language, Messages>();

const respondWithText = {
  /** Overrides the server's texts in this language, by their English; null: no overrides. */
  async speak({ language, messages }: { language: Language; messages: Messages | null }) {
    const i18n = i18nOf(language);
    const own = verbatim.get(language) ?? { ...i18n.messages };
    verbatim.set(language, own);
    i18n.load(language, messages ?? own);
  },
};

const respondWithVideos = (ctx: Context) => ({
  addVideo: async (video: Parameters<typeof addVideo>[1]) => {
    const id = await addVideo(ctx, video);
    // it went past the routes, which do this
    ctx.cache.drop('videos');
    await flushIndex(ctx);
    return id;
  },
  /**
   * Removes every existing video from all lists but the admins', which show it without a picture, as that may not
   * exist.
   */
  async archiveAll() {
    await ctx.db
      .updateTable('videos')
      .set({ archived_at: new Date(), is_featured: false, is_trending: false, poster_key: null })
      .where('archived_at', 'is', null)
      .execute();
    ctx.cache.drop('videos');
  },
});
export type SiteRequests = ReturnType<typeof answer>;

/** What a worker asks: of a site of its, or for one more, or that one stops. */
export type SiteMessage =
  | { id: number; start: Record<string, string> }
  | { id: number; site: number; stop: true }
  | { id: number; site: number; name: keyof SiteRequests; input: unknown };

const sites = new Map<number, Awaited<ReturnType<typeof start>>>();

async function stop(number: number): Promise<void> {
  const site = sites.get(number);
  sites.delete(number);
  await site?.stop();
}

async function act(message: SiteMessage): Promise<unknown> {
  if ('start' in message) {
    const site = await start(message.start);
    sites.set(message.id, site);
    return { site: message.id, url: site.url };
  }
  if ('stop' in message) return await stop(message.site);
  const requests = sites.get(message.site)?.requests;
  return await requests?.[message.name](message.input as never);
}

process.on('message', (message: SiteMessage) => {
  act(message).then(
    (output) => process.send?.({ id: message.id, output }),
    (error: unknown) => process.send?.({ id: message.id, error: String(error) }),
  );
});
const end = () => {
  void Promise.allSettled([...sites.keys()].map(stop)).finally(() => process.exit());
};
process.on('SIGTERM', end);
// the worker that used these sites is gone
process.on('disconnect', end);
