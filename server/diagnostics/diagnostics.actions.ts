import { CHECKS_FAILED } from './check.ts';
import type { CheckLine } from '#contract/admin/admin.ts';
import { inEnglish, type Message, MessageError, verbatim } from '#contract/text/message.ts';
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

/** Checks every dependency of the site, a line each. One that doesn't answer doesn't delay the others. */
export function diagnose(parts: Parts, limitMs = LINE_MS): Promise<Found[]> {
  return Promise.all(CHECKS.map((check) => runCheck(check, parts, limitMs)));
}

async function runCheck({ name, advice, run }: Check, parts: Parts, limitMs: number): Promise<Found> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new MessageError(CHECKS_FAILED.LATE(String(limitMs / 1000)))), limitMs);
  });
  try {
    return { name, ...(await Promise.race([run(parts), late])) };
  } catch (error) {
    return { name, state: 'failed', text: connectionFault(error) ?? firstLineOf(error), advice };
  } finally {
    clearTimeout(timer);
  }
}

function firstLineOf(error: unknown): Message {
  if (error instanceof MessageError) return error.text;
  return verbatim((error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '');
}

/** The report, its texts rendered by `msg`; by default in English. */
export const reportOf = (
  found: Found[],
  translateText: (text: Text) => string = translateToEnglish,
): CheckLine[] =>
  found.map(({ name, state, text, advice }) => ({
    name: translateText(name),
    state,
    text: translateText(text) || null,
    advice: advice === undefined ? null : translateText(advice),
  }));

const translateToEnglish = (text: Text): string => (typeof text === 'string' ? text : inEnglish(text));
