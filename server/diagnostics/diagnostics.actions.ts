import type { CheckLine } from '#contract/admin.ts';
import { inEnglish, keep, withValues } from '#contract/text/said.ts';
import { connectionFault } from '#server/adapters/connection-faults.ts';
import type { Check, Found, Parts, Text } from './check.ts';
import { backupCheck, bucketCheck } from './backup.check.ts';
import { databaseChecks } from './database.checks.ts';
import { publicMediaCheck } from './public-media.check.ts';
import { reachChecks } from './reach.checks.ts';
import { releaseCheck } from './release.check.ts';
import { secretsCheck } from './secrets.check.ts';
import { serviceChecks } from './services.checks.ts';
import { storageChecks } from './storage.checks.ts';

/** What one line may take; all are asked at once. */
const LINE_MS = 10_000;
const LATE = keep('no answer within {0} s');

const CHECKS: Check[] = [
  ...databaseChecks,
  ...storageChecks,
  publicMediaCheck,
  ...serviceChecks,
  ...reachChecks,
  backupCheck,
  bucketCheck,
  secretsCheck,
  releaseCheck,
];

/** Asks everything the site stands on, a line each. One that doesn't answer holds up nobody but itself. */
export function diagnose(parts: Parts, limitMs = LINE_MS): Promise<Found[]> {
  return Promise.all(CHECKS.map((check) => runCheck(check, parts, limitMs)));
}

async function runCheck({ name, advice, run }: Check, parts: Parts, limitMs: number): Promise<Found> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(withValues(LATE, String(limitMs / 1000)))), limitMs);
  });
  try {
    return { name, ...(await Promise.race([run(parts), late])) };
  } catch (error) {
    const text = connectionFault(error) ?? (error instanceof Error ? error.message : String(error));
    return { name, state: 'failed', text: text.split('\n')[0] ?? '', advice };
  } finally {
    clearTimeout(timer);
  }
}

/** The report, each text of it as `say` says it: in English unless told. */
export const reportOf = (found: Found[], say: (text: Text) => string = sayInEnglish): CheckLine[] =>
  found.map(({ name, state, text, advice }) => ({
    name: say(name),
    state,
    text: say(text) || null,
    advice: advice === undefined ? null : say(advice),
  }));

const sayInEnglish = (text: Text): string => (typeof text === 'string' ? text : inEnglish(text));
