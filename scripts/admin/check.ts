import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { openGeocoder } from '#server/adapters/geocoding/open.ts';
import { openIdentityProvider } from '#server/adapters/identity/openid.ts';
import { describeServices } from '#server/app/start/banner.ts';
import type { Context } from '#server/app/context.ts';
import { createLog } from '#server/app/observe/log.ts';
import { openContext } from '#server/app/start/open-context.ts';
import type { Settings } from '#server/app/start/settings.ts';
import { videoImport } from '#server/curation/curation.jobs.ts';
import { refreshSettings } from '#server/settings/refresh.actions.ts';
import { slices } from '#server/slices.ts';

/** Asks a service; one sentence, or null for one that is off. Throws what is wrong. */
type Probe = (ctx: Context) => Promise<string | null>;

const MIN_FREE_BYTES = 2e9;

const probes: Record<string, Probe> = {
  async Database({ db }) {
    const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db);
    return `PostgreSQL ${rows[0]?.server_version} answers, migrations are up to date`;
  },
  async Queue({ jobs }) {
    if (!(await jobs.boss.isInstalled())) throw new Error('The queue is not set up.');
    return 'set up';
  },
  async Media({ storage }) {
    await storage.check();
    return 'can be written and read';
  },
  async Disk({ settings }) {
    const { bavail, bsize } = await statfs(settings.DATA_DIR);
    const free = bavail * bsize;
    if (free < MIN_FREE_BYTES)
      throw new Error(`only ${(free / 1e9).toFixed(1)} GB free in ${settings.DATA_DIR}`);
    return `${(free / 1e9).toFixed(1)} GB free`;
  },
  async Encoding({ media }) {
    return media.describe();
  },
  async Mail({ mail }) {
    return mail.check();
  },
  async Payments({ settings }) {
    if (settings.PAYMENTS !== 'paypal') return settings.PAYMENTS === 'test' ? 'built-in test payments' : null;
    return checkPaypal(settings);
  },
  async 'Sign-in'({
    settings: { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, OIDC_ISSUER: issuer },
  }) {
    return clientId && clientSecret ? openIdentityProvider({ issuer, clientId, clientSecret }).check() : null;
  },
  async Import({ settings }) {
    if (!settings.YOUTUBE_API_KEY) return null;
    await videoImport(settings).lookUp(['jNQXAC9IVRw']);
    return 'the key works';
  },
  async Places({ settings }) {
    const faults: unknown[] = [];
    const place = await openGeocoder(settings, (error) => faults.push(error)).reverse(48.8584, 2.2945);
    if (faults.length > 0) throw new Error(String(faults[0]));
    return `48.8584, 2.2945 is ${place.address}`;
  },
};

async function checkPaypal({
  PAYPAL_API_URL,
  PAYPAL_CLIENT_ID,
  PAYPAL_CLIENT_SECRET,
  PAYPAL_WEBHOOK_ID,
}: Settings): Promise<string> {
  const credentials = Buffer.from(`${PAYPAL_CLIENT_ID}:${PAYPAL_CLIENT_SECRET}`).toString('base64');
  const answer = await fetch(`${PAYPAL_API_URL}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
    signal: AbortSignal.timeout(10_000),
  });
  if (!answer.ok)
    throw new Error(
      `PayPal answers ${answer.status}: check PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET and PAYPAL_LIVE`,
    );
  return PAYPAL_WEBHOOK_ID
    ? 'the credentials work'
    : 'the credentials work; without PAYPAL_WEBHOOK_ID webhooks are not listened to';
}

/** `check`: what is configured, then what every service says. The exit code is 1 when one fails. */
export async function check(settings: Settings): Promise<number> {
  for (const [name, value] of describeServices(settings))
    process.stdout.write(`     ${name.padEnd(10)}${value}\n`);
  process.stdout.write('\n');
  const disposers: (() => Promise<unknown>)[] = [];
  let failed = 0;
  try {
    const log = createLog({ ...settings, LOG_LEVEL: 'error' });
    settings.ROLES = ['web'];
    const ctx = await openContext(settings, slices, { log, disposers });
    // what the owner set in the dashboard holds here too
    await refreshSettings(ctx);
    for (const [name, probe] of Object.entries(probes)) {
      const line = await probe(ctx).then(
        (said) => `${said === null ? 'off ' : 'ok  '} ${name.padEnd(10)}${said ?? ''}`,
        (error: unknown) => {
          failed += 1;
          return `FAIL ${name.padEnd(10)}${error instanceof Error ? error.message : String(error)}`;
        },
      );
      process.stdout.write(`${line.trimEnd()}\n`);
    }
  } finally {
    for (const close of disposers.toReversed()) await close();
  }
  return failed === 0 ? 0 : 1;
}
