import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { memoryOf } from './memory.ts';
import { read, startReading } from './load-client.ts';
import type { Result } from './result.ts';
import { seed } from './seed.ts';
import { makeDataDir, startSite, type Site } from './site.ts';

const run = promisify(execFile);
const FLOODER = path.join(import.meta.dirname, 'flooder.ts');
const ADDRESSES = 1000;
const CALLS = 10_000;
const AT_ONCE = 20;
/** How long an attacker solves proofs; once an hour's accounts are created, more time has no effect. */
const SOLVING_SECONDS = 60;
const LONGEST_SECONDS = 150;
/** Time for the last emails to be sent. */
const SETTLE_MS = 10_000;
const REFUSED_CALLS = 50_000;
const MAX_GROWTH_MIB = 100;

interface Flood {
  accounts: number;
  emails: number;
  proofs: number;
  seconds: number;
  p99: number;
  grown: number;
}

/** Scripted sign-ups from 1,000 networks, with and without solving, while people read. */
export async function benchFloods(): Promise<Result[]> {
  const without = await flood({ calls: CALLS, seconds: LONGEST_SECONDS, solve: false });
  const solving = await flood({ calls: Number.MAX_SAFE_INTEGER, seconds: SOLVING_SECONDS, solve: true });
  const perHour = Math.round((solving.proofs / solving.seconds) * 3600);
  process.stderr.write(`${JSON.stringify({ without, solving, 'proofs an hour': perHour })}\n`);
  return [
    {
      name: `accounts of ${CALLS} sign-ups without solving`,
      ours: without.accounts,
      reference: CALLS / 100,
      unit: '',
      against: 'one in a hundred',
      atMost: 1,
    },
    {
      name: `accounts in an hour of two processors that solve`,
      // the limit for this hour, however long it runs: LIMITS, signUpsPerHour
      ours: solving.accounts,
      reference: 100,
      unit: '',
      against: 'the bar',
      atMost: 1,
    },
    ...[without, solving].flatMap(({ emails, p99, grown }, n): Result[] => {
      const of = n ? 'with solving' : 'without solving';
      return [
        {
          name: `emails of one domain, ${of}`,
          ours: emails,
          reference: 20,
          unit: '',
          against: 'the bar',
          atMost: 1,
        },
        {
          name: `readers' p99 meanwhile, ${of}`,
          ours: p99,
          reference: 100,
          unit: 'ms',
          against: 'the bar',
          atMost: 1,
        },
        {
          name: `memory grown, ${of}`,
          ours: Math.max(0, grown),
          reference: MAX_GROWTH_MIB,
          unit: 'MiB',
          against: 'a bound',
          atMost: 1,
        },
      ];
    }),
  ];
}

/**
 * One address guesses the passwords of 50,000 names, which the rate limiter rejects. No garbage collection is
 * forced before measuring: garbage takes memory like anything else (see server/main.ts).
 */
export async function benchRefusals(): Promise<Result[]> {
  return onWarmSite(async (site, memory) => {
    const before = memory();
    const reading = startReading(site);
    let calls = 0;
    let refused = 0;
    let peak = before;
    const lane = async () => {
      while (calls < REFUSED_CALLS) {
        const n = calls++;
        if ((await guess(site, n, '198.51.100.4')) === 429) refused += 1;
        if (n % 1000 === 0) peak = Math.max(peak, memory());
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    const p99 = await reading.stop();
    process.stderr.write(`${JSON.stringify({ refused, p99 })}\n`);
    return [
      {
        name: `memory grown by ${REFUSED_CALLS} refused calls`,
        ours: peak - before,
        reference: MAX_GROWTH_MIB,
        unit: 'MiB',
        against: 'a bound',
        atMost: 1,
      },
    ];
  });
}

async function flood(task: { calls: number; seconds: number; solve: boolean }): Promise<Flood> {
  return onWarmSite(async (site, memory, dataDir) => {
    const before = memory();
    const reading = startReading(site);
    const { stdout } = await run(process.execPath, [
      FLOODER,
      JSON.stringify({ ...task, url: site.url, addresses: ADDRESSES }),
    ]);
    const p99 = await reading.stop();
    const { statuses, proofs, seconds } = JSON.parse(stdout) as {
      statuses: Record<number, number>;
      proofs: number;
      seconds: number;
    };
    process.stderr.write(`${JSON.stringify(statuses)}\n`);
    const grown = memory() - before;
    await wait(SETTLE_MS);
    return { accounts: statuses[201] ?? 0, emails: await countEmails(dataDir), proofs, seconds, p99, grown };
  });
}

/** A separate seeded site with rate limits; `memory` returns its current memory in MiB. */
async function onWarmSite<T>(
  act: (site: Site, memory: () => number, dataDir: string) => Promise<T>,
): Promise<T> {
  const { dataDir, remove } = await makeDataDir();
  const site = await startSite(dataDir, { RATE_LIMIT: 'on', TRUST_PROXY: '1' });
  try {
    await seed(dataDir);
    await warmUp(site);
    return await act(site, () => memoryOf(site.pid, dataDir), dataDir);
  } finally {
    await site.stop();
    await remove();
  }
}

/** Until the connections are open and passwords were hashed side by side: what stays as it is from then on. */
async function warmUp(site: Site): Promise<void> {
  for (let round = 0; round < 5; round += 1)
    await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        await guess(site, round * 40 + n, `192.0.2.${n}`);
        await read(site);
      }),
    );
}

/** Signs in with a wrong password; returns the status. */
async function guess(site: Site, n: number, address: string): Promise<number> {
  const answer = await fetch(`${site.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ username: `nobody${n}`, password: 'wrong password' }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

async function countEmails(dataDir: string): Promise<number> {
  const folder = path.join(dataDir, 'mail');
  const emails = await Promise.all(
    (await readdir(folder).catch(() => [])).map((name) => readFile(path.join(folder, name), 'utf8')),
  );
  return emails.filter((email) => /^To:.*flood\.dev/im.test(email)).length;
}
