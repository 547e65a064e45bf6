import { setTimeout as wait } from 'node:timers/promises';
import { median, type Result } from './result.ts';
import { ADMIN, type Site } from './site.ts';

const LOGINS = 50;
const SAMPLES = 60;
/** Not noticeable to a visitor. */
const P99_MS = 50;

/**
 * Fifty concurrent sign-ins must not slow down viewers; and the timing of a rejection must not reveal whether
 * an account exists.
 */
export async function benchLogins(site: Site): Promise<Result[]> {
  return [await benchListDuringLogins(site), await benchRejections(site)];
}

const login = (site: Site, username: string, password: string) =>
  fetch(`${site.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });

async function benchListDuringLogins(site: Site): Promise<Result> {
  await login(site, ADMIN.username, ADMIN.password);
  for (let warm = 0; warm < 200; warm += 1) await (await fetch(`${site.url}/api/videos`)).arrayBuffer();
  let going = true;
  const times: number[] = [];
  const watching = (async () => {
    while (going) {
      const startedAt = performance.now();
      await (await fetch(`${site.url}/api/videos`)).arrayBuffer();
      times.push(performance.now() - startedAt);
      await wait(2);
    }
  })();
  const answers = await Promise.all(
    Array.from({ length: LOGINS }, () => login(site, ADMIN.username, ADMIN.password)),
  );
  going = false;
  await watching;
  const failed = answers.filter(({ status }) => status !== 200).length;
  if (failed > 0) throw new Error(`${failed} of ${LOGINS} logins at once failed`);
  const sorted = times.toSorted((a, b) => a - b);
  return {
    name: `list, p99 during ${LOGINS} logins`,
    ours: sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? 0,
    reference: P99_MS,
    unit: 'ms',
    against: 'what nobody notices',
    atMost: 1,
  };
}

/** Alternating, so that other load on the machine affects both. */
async function benchRejections(site: Site): Promise<Result> {
  const time = async (username: string) => {
    const startedAt = performance.now();
    await (await login(site, username, 'not the password')).arrayBuffer();
    return performance.now() - startedAt;
  };
  const unknown: number[] = [];
  const wrong: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    unknown.push(await time(`nobody-${sample}`));
    wrong.push(await time(ADMIN.username));
  }
  return {
    name: 'rejected login, unknown name',
    ours: median(unknown),
    reference: median(wrong),
    unit: 'ms',
    against: 'wrong password',
    atLeast: 0.9,
    atMost: 1.1,
  };
}
