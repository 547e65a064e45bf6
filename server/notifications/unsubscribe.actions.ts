import type { Context } from '#server/app/context.ts';
import { siteSecret } from '#server/app/database/site-secret.ts';
import { transact } from '#server/app/database/database.ts';
import { fail } from '#server/app/http/errors.ts';
import { readToken, writeToken, type Subscription } from './unsubscribe.rules.ts';
import { isEmailOff, switchEmailOff } from './preferences.store.ts';

const secretOf = (ctx: Context): Promise<Buffer> => siteSecret(ctx.db, 'unsubscribe');

/** The address of a page that switches off one kind of email, and of the POST that does (RFC 8058). */
export async function unsubscribeUrl(ctx: Context, of: Subscription): Promise<string> {
  const token = writeToken(await secretOf(ctx), of, ctx.clock.now());
  return `${ctx.settings.PUBLIC_URL}/unsubscribe?token=${token}`;
}

/** Throws 400 and 410, with a hint on what to do. */
async function openToken(ctx: Context, token: string): Promise<Subscription> {
  const read = readToken(await secretOf(ctx), token, ctx.clock.now());
  if (read === 'forged')
    throw fail(
      400,
      'INVALID_LINK',
      "This link isn't valid or is incomplete. Please sign in and choose your emails under Settings, Notifications.",
    );
  if (read === 'old')
    throw fail(
      410,
      'OLD_LINK',
      'This link has expired. Please sign in and choose your emails under Settings, Notifications.',
    );
  return read;
}

const oldLink = () =>
  fail(410, 'OLD_LINK', "This account no longer exists and won't receive any more emails.");

/** What the link of an email is for. Throws 400, 410. */
export async function describeLink(ctx: Context, token: string) {
  const of = await openToken(ctx, token);
  const off = await isEmailOff(ctx.db, of.userId, of.what);
  if (off === null) throw oldLink();
  return { kind: of.what, off };
}

/** Throws 400, 410. */
export async function unsubscribe(ctx: Context, token: string) {
  const of = await openToken(ctx, token);
  if ((await isEmailOff(ctx.db, of.userId, of.what)) === null) throw oldLink();
  await transact(ctx.db, (trx) => switchEmailOff(trx, of.userId, of.what));
  return { kind: of.what, off: true };
}
