import { setTimeout as pause } from 'node:timers/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { z } from 'zod';
import { afterAll, expect, test, vi } from 'vitest';
import { pingHub } from '#server/site/announce/announce.jobs.ts';
import { CERTIFICATE_KEY, CERTIFICATES } from '#server/testing/certificates.ts';
import { startTestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { sqlNumbers, sqlRows } from '#server/app/database/read-rows.ts';

const DUE = 1_000;
const OTHERS = 60;

let requests = 0;
const slow = createServer({ key: CERTIFICATE_KEY, cert: CERTIFICATES.selfSigned }, (_request, response) => {
  requests += 1;
  setTimeout(() => response.writeHead(200).end(), 5_000);
});
afterAll(() => {
  slow.closeAllConnections();
  slow.close();
});

test(`${DUE} webhooks due at once for a slow receiver delay no other job`, async () => {
  await new Promise<void>((ready) => slow.listen(0, '127.0.0.1', ready));
  const site = await startTestSite(
    { RATE_LIMIT: 'off' },
    {
      outbound: {
        ca: CERTIFICATES.selfSigned,
        isAllowed: () => true,
        isAllowedName: () => true,
        lookup: (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
      },
    },
  );
  const { db, jobs } = site.ctx;
  const admin = await site.signUp('GLOBAL_ADMIN');
  const url = `https://localhost:${(slow.address() as AddressInfo).port}/hook`;
  expect((await admin.fetch('/api/admin/webhooks', { json: { url } })).status).toBe(201);
  const videoId = await addVideo(site.ctx);
  await sql`insert into webhook_events (event, subject_id) select 'CLIP_PUBLISHED', ${videoId}::bigint from generate_series(1, ${DUE})`.execute(
    db,
  );
  await sql`select pg_notify('lll_events', E'database\nwebhooks *')`.execute(db);
  // no-op jobs of another kind
  for (let sent = 0; sent < OTHERS; sent += 1) {
    await jobs.send(pingHub, { paths: [String(sent)] });
    await pause(100);
  }
  await vi.waitFor(() => expect(requests).toBeGreaterThan(8), { timeout: 30_000 });
  const [hub] = await sqlRows(z.object({ done: z.number(), waited: z.number() }))`
    select count(*) filter (where state = 'completed')::int as done,
      max(extract(epoch from coalesce(started_on, now()) - created_on))::float8 as waited
    from pgboss.job where name = ${pingHub.name}`.execute(db);
  const [n] = await sqlNumbers`
    select count(*)::int as n from webhook_deliveries where status = 'WAITING'`.execute(db);
  expect(hub?.done).toBe(OTHERS);
  expect(hub?.waited).toBeLessThan(1);
  expect(n).toBeGreaterThan(DUE / 2);
});
