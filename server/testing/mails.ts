import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import type { Context } from '#server/app/context.ts';

/** Mails this site has written as files, in the order of their sending. */
export async function readMails(ctx: Pick<Context, 'settings'>, to?: string): Promise<Email[]> {
  const folder = join(ctx.settings.DATA_DIR, 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  const mails = await Promise.all(
    names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  );
  return to === undefined ? mails : mails.filter((mail) => mail.to?.some(({ address }) => address === to));
}

/** The first mail to this person with a matching subject; waits up to 20 s for it. */
export async function waitForMail(
  ctx: Pick<Context, 'settings'>,
  to: string,
  subject: RegExp,
): Promise<Email> {
  for (let tries = 0; tries < 400; tries += 1) {
    const found = (await readMails(ctx, to)).find((mail) => subject.test(mail.subject ?? ''));
    if (found) return found;
    await wait(50);
  }
  throw new Error(`No mail to ${to} with a subject like ${subject.source} within 20 s.`);
}

/** The `token` of the first link to this page in a mail. */
export function tokenIn(mail: Email, page: string): string {
  const token = new RegExp(`${page}\\?token=([\\w-]+)`).exec(mail.text ?? '')?.[1];
  if (!token) throw new Error(`The mail ${JSON.stringify(mail.subject)} holds no link to ${page}.`);
  return token;
}
