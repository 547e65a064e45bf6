import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '#server/app/start/settings.ts';
import type { Role } from '#server/app/http/sessions.ts';
import { startSite } from '#server/app/start/start.ts';
import { slices } from '#server/slices.ts';
import { startCluster } from '#server/testing/cluster.ts';
import { killAll } from '#server/testing/process.ts';
import { readMails, waitForMail } from '#server/testing/mails.ts';
import { openTestCluster, TEMPLATE } from '#server/testing/template.ts';
import { addVideo } from '#server/testing/videos.ts';

/** One site in a process of its own, for one file of journeys. Answers the requests of e2e/fixture.ts. */
const dataDir = await mkdtemp(join(tmpdir(), 'lll-e2e-'));
const server = await openTestCluster(process.env['E2E_CLUSTER'] ?? '');
const name = `e2e_${randomUUID().replaceAll('-', '')}`;
await server.createDatabase(name, { template: TEMPLATE });
const site = await startSite(
  readSettings({
    LOG_LEVEL: 'error',
    SAMPLE_CONTENT: 'off',
    RATE_LIMIT: 'off',
    ADMIN_USERNAME: 'root-admin',
    ADMIN_EMAIL: 'root@example.org',
    ADMIN_PASSWORD: 'correct horse battery',
    ...process.env,
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: process.env['E2E_PORT'] ?? '0',
  }),
  slices,
  { database: { server, name } },
);
const ctx = await site.ready;
const freeBytes = ctx.storage.freeBytes.bind(ctx.storage);

const requests = {
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
  /** The text of the first mail to this person whose subject holds these words; waits for it. */
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
  addVideo: async (video: Parameters<typeof addVideo>[1]) => {
    const id = await addVideo(ctx, video);
    // it went past the routes, which do this
    ctx.cache.drop('videos');
    return id;
  },
  /** The address of a process of its own on the same database. */
  async secondProcess() {
    const { urls } = await startCluster({ ctx }, { DATA_DIR: dataDir }, 1);
    return urls[0] ?? '';
  },
  async ageSessions({ minutes }: { minutes: number }) {
    const rows = await ctx.db
      .updateTable('sessions')
      .set({ fresh_at: new Date(Date.now() - minutes * 60_000) })
      .returning('user_id')
      .execute();
    for (const { user_id: userId } of rows) ctx.sessions.forget(userId);
  },
  /** Lets the disk seem to have so many bytes left; null: what it truly has. */
  async setFreeBytes({ bytes }: { bytes: number | null }) {
    ctx.storage.freeBytes = bytes === null ? freeBytes : async () => bytes;
  },
};
export type SiteRequests = typeof requests;

process.on('message', ({ id, name, input }: { id: number; name: keyof SiteRequests; input: never }) => {
  requests[name](input).then(
    (output) => process.send?.({ id, output }),
    (error: unknown) => process.send?.({ id, error: String(error) }),
  );
});
const stop = () => {
  void killAll()
    .then(() => site.stop())
    .then(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }))
    .finally(() => process.exit());
};
process.on('SIGTERM', stop);
// the worker that wanted this site is gone
process.on('disconnect', stop);
process.send?.({ url: site.url });
