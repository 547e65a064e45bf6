import { join } from 'node:path';
import type { CheckLine } from '#contract/admin/admin.ts';
import { openMedia } from '#server/adapters/media/media.ts';
import { openMail } from '#server/adapters/mail/open.ts';
import { openStorage } from '#server/adapters/storage/open.ts';
import { readDisk } from '#server/app/observe/disk.ts';
import { createLog } from '#server/app/observe/log.ts';
import { openContext, openSpeechOf } from '#server/app/start/open-context.ts';
import type { Settings } from '#server/app/start/settings.ts';
import type { Parts } from '#server/diagnostics/check.ts';
import { diagnose, reportOf } from '#server/diagnostics/diagnostics.actions.ts';
import { listSettings } from '#server/diagnostics/settings-in-force.ts';
import { refreshSettings } from '#server/settings/refresh.actions.ts';
import { slices } from '#server/slices.ts';

/** A running database responds sooner; an unavailable one must not delay the other checks. */
const EXTERNAL_MS = 5_000;
const EMBEDDED_MS = 60_000;
const MARKS: Record<CheckLine['state'], string> = {
  ok: 'ok  ',
  off: 'off ',
  warning: 'WARN',
  failed: 'FAIL',
};

/** `check`: every current setting, then the state of every service. The exit code is 1 when one fails. */
export async function check(settings: Settings): Promise<number> {
  // runs no jobs; changed in place, because the environment's values are tracked by this object
  settings.ROLES = ['web'];
  const disposers: (() => Promise<unknown>)[] = [];
  try {
    const parts = await openParts(settings, disposers);
    for (const { name, value, source } of listSettings(settings))
      if (value) process.stdout.write(`     ${name.padEnd(26)} ${value}  (${source})\n`);
    process.stdout.write('\n');
    const lines = reportOf(await diagnose(parts));
    for (const { name, state, text, advice } of lines) {
      process.stdout.write(`${`${MARKS[state]} ${name.padEnd(14)} ${text ?? ''}`.trimEnd()}\n`);
      if (advice) process.stdout.write(`     ${''.padEnd(14)} ${advice}\n`);
    }
    return lines.some(({ state }) => state === 'failed') ? 1 : 0;
  } finally {
    for (const close of disposers.toReversed()) await close();
  }
}

/** Everything of a running site; without a database what there is beside it. */
async function openParts(settings: Settings, disposers: (() => Promise<unknown>)[]): Promise<Parts> {
  const log = createLog({ ...settings, LOG_LEVEL: 'silent' });
  try {
    const signal = AbortSignal.timeout(settings.DATABASE_URL ? EXTERNAL_MS : EMBEDDED_MS);
    const ctx = await openContext(settings, slices, { log, disposers, signal, mayBeEmpty: false });
    await refreshSettings(ctx);
    return {
      ...ctx,
      database: () => ctx,
      storage: async () => ctx.storage,
      media: async () => ctx.media,
      request: null,
    };
  } catch (error) {
    return {
      settings,
      storage: () => openStorage(settings.STORAGE_URL ?? `file:${join(settings.DATA_DIR, 'media')}`),
      disk: () => readDisk(settings.DATA_DIR),
      mail: openMail(settings),
      media: () => openMedia({ ffmpegPath: settings.FFMPEG_PATH }),
      speech: openSpeechOf(settings),
      clock: { now: Date.now, sleep: async () => {} },
      database: () => {
        throw error;
      },
      request: null,
    };
  }
}
