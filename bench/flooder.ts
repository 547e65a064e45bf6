// Signs up by script, from a process of its own, each time from the next of so many addresses in networks of their own.
// node flooder.ts '{"url", "addresses", "calls", "seconds", "solve"}' prints {"statuses", "proofs", "seconds"}.
import { setPriority } from 'node:os';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { CHALLENGE_HEADER, PROOF_HEADER } from '#contract/errors.ts';

const AT_ONCE = 20;
/** Below any domain that has mailboxes, so that emails are counted. */
const DOMAIN = 'flood.dev';

const task = JSON.parse(process.argv[2] ?? '') as {
  url: string;
  addresses: number;
  calls: number;
  seconds: number;
  solve: boolean;
};
const statuses: Record<number, number> = {};
let calls = 0;
let proofs = 0;

const register = (n: number, proof?: string) =>
  fetch(`${task.url}/api/auth/register`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${(n % task.addresses) >> 8}.${(n % task.addresses) & 255}.7`,
      ...(proof && { [PROOF_HEADER]: proof }),
    },
    body: JSON.stringify({ username: `flood${n}`, email: `flood${n}@${DOMAIN}`, password: 'correct horse' }),
  });

async function solve(header: string): Promise<string> {
  const challenge = JSON.parse(Buffer.from(header, 'base64url').toString()) as Parameters<
    typeof solveChallenge
  >[0]['challenge'];
  const solution = await solveChallenge({ challenge, deriveKey });
  proofs += 1;
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64url');
}

// an attacker computes on other people's processors than the server's
setPriority(19);
const startedAt = performance.now();
const seconds = (): number => (performance.now() - startedAt) / 1000;
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    while (calls < task.calls && seconds() < task.seconds) {
      const n = calls++;
      let answer = await register(n);
      const challenge = answer.headers.get(CHALLENGE_HEADER);
      if (task.solve && challenge) {
        await answer.arrayBuffer();
        answer = await register(n, await solve(challenge));
      }
      await answer.arrayBuffer();
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    }
  }),
);
console.log(JSON.stringify({ statuses, proofs, seconds: seconds() }));
