import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Context } from '#server/app/context.ts';
import { ensureFirstAdmin } from './owner.actions.ts';

const FILE = 'first-admin-password';

/**
 * Creates the first admin and shows the password once: on the terminal that started the site, else in a file of its
 * own. It is never logged, as logs are stored, sent around and read by many.
 */
export async function printFirstAdmin(
  ctx: Context,
  terminal: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stdout,
): Promise<void> {
  const admin = await ensureFirstAdmin(ctx);
  if (!admin?.password) return;
  if (terminal.isTTY) {
    terminal.write(
      `\n  The first administrator: ${admin.username}\n  Password (shown once):   ${admin.password}\n\n`,
    );
    return;
  }
  const file = path.join(ctx.settings.DATA_DIR, FILE);
  writeFileSync(file, `${admin.password}\n`, { mode: 0o600 });
  ctx.log.warn(
    `The password of the first administrator, ${admin.username}, is in ${file}. Sign in, change it, and delete the file.`,
  );
}
