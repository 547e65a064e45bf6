import { DETAILS } from '../security-events.messages.ts';
import { msg, verbatim } from '#contract/text/message.ts';
import { Email, NewPassword, ROLES, Username } from '#contract/accounts/accounts.ts';
import { audit } from '#server/app/database/audit.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import type { Role } from '#server/app/http/callers/roles.ts';
import { takenError } from '../accounts.errors.ts';
import { createUser } from '../accounts.store.ts';
import { isCommonPassword, TOO_COMMON } from '../sign-in/common-passwords.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { requireOtherAdmin } from './people.actions.ts';
import { findByUsername, hasAdmin, setRole, settleUpgrade } from './people.store.ts';
import { deleteTwoFactor } from '../sign-in/two-factor.store.ts';
import { recordSecurityChange, recordSecurityEvent, revokeKeys } from '../security-events.actions.ts';
import { lockPerson } from '../sign-in/sign-in-epoch.store.ts';
import { isAdmin, isCreator } from '#server/app/http/callers/roles.ts';
import { endOtherSessions, setPassword } from '../sign-in/sessions.store.ts';

/** What the owner's shell needs of the context. */
export type OwnerContext = Pick<Context, 'db' | 'random'> & Partial<Pick<Context, 'sessions'>>;

/** What the owner asked for can't be done; the message is for the console. */
export class OwnerError extends Error {}

const DEFAULT_USERNAME = 'admin';
const DEFAULT_EMAIL = 'admin@localhost';

export const randomPassword = (ctx: Pick<Context, 'random'>): string =>
  ctx.random.bytes(15).toString('base64url');

/** An administrator; the password is made up where none is given, and given back. Throws OwnerError. */
export async function createAdmin(
  ctx: OwnerContext,
  given: { username?: string | undefined; email?: string | undefined; password?: string | undefined },
) {
  const username = read(Username, given.username || DEFAULT_USERNAME);
  const email = read(Email, given.email || DEFAULT_EMAIL);
  const password = given.password ? read(NewPassword, given.password) : randomPassword(ctx);
  if (await isCommonPassword(password)) throw new OwnerError(TOO_COMMON);
  const passwordHash = await hashPassword(password);
  try {
    const id = await transact(ctx.db, async (trx) => {
      const userId = await createUser(trx, {
        username,
        email,
        passwordHash,
        role: 'GLOBAL_ADMIN',
        emailVerified: true,
      });
      await audit(trx, null, { action: 'user.create-admin', subjectType: 'user', subjectId: userId });
      return userId;
    });
    return { id, username, email, password };
  } catch (error) {
    const known = takenError(error);
    throw known instanceof Error && known !== error ? new OwnerError(known.message) : error;
  }
}

/** The dependencies of notifying someone of a change. */
type NotifyContext = OwnerContext & Pick<Context, 'clock' | 'log' | 'outbox' | 'settings'>;

/** `grant <username> <role>`. Throws OwnerError. */
export async function grantRole(
  ctx: NotifyContext,
  username: string,
  role: string,
): Promise<{ username: string; role: Role }> {
  const wanted = ROLES.find((each) => each === role.toUpperCase());
  if (!wanted) throw new OwnerError(`There is no role ${role}. Roles: ${ROLES.join(', ')}.`);
  const userId = await transact(ctx.db, async (trx) => {
    const user = await findByUsername(trx, username);
    if (!user) throw new OwnerError(`There is no user ${username}.`);
    if (!isAdmin({ role: wanted })) await requireOtherAdmin(trx, user.id);
    await setRole(trx, user.id, wanted);
    if (isCreator({ role: wanted })) await settleUpgrade(trx, user.id, null);
    await audit(trx, null, {
      action: 'user.role',
      subjectType: 'user',
      subjectId: user.id,
      before: { role: user.role },
      after: { role: wanted },
    });
    await recordSecurityEvent(ctx, trx, null, {
      userId: user.id,
      kind: 'ROLE_CHANGED',
      detail: verbatim(wanted),
    });
    return user.id;
  });
  ctx.sessions?.forget(userId);
  return { username, role: wanted };
}

/**
 * `reset-password <username>`: sets a random password and prints it once; ends all sessions and API keys and notifies
 * the person. Throws OwnerError.
 */
export async function resetPassword(
  ctx: NotifyContext,
  username: string,
): Promise<{ username: string; password: string }> {
  const user = await findByUsername(ctx.db, username);
  if (!user) throw new OwnerError(`There is no user ${username}.`);
  const password = randomPassword(ctx);
  const passwordHash = await hashPassword(password);
  await transact(ctx.db, async (trx) => {
    await setPassword(trx, user.id, passwordHash, null);
    await audit(trx, null, { action: 'user.reset-password', subjectType: 'user', subjectId: user.id });
    const email = {
      subject: msg`Your password was reset`,
      sentence: msg`An administrator reset your password and ended all your sessions.`,
    };
    const detail = DETAILS.BY_ADMIN();
    await recordSecurityChange(ctx, trx, null, { userId: user.id, kind: 'PASSWORD_CHANGED', detail, email });
    await revokeKeys(ctx, trx, null, user.id);
  });
  ctx.sessions?.forget(user.id);
  return { username, password };
}

/** `reset-second-step <username>`: turns off two-factor and ends all sessions. Throws OwnerError. */
export async function resetTwoFactor(ctx: NotifyContext, username: string): Promise<{ username: string }> {
  const user = await findByUsername(ctx.db, username);
  if (!user) throw new OwnerError(`There is no user ${username}.`);
  await transact(ctx.db, async (trx) => {
    await lockPerson(trx, user.id);
    if (!(await deleteTwoFactor(trx, user.id)))
      throw new OwnerError(`${username} doesn't use two-factor authentication.`);
    await endOtherSessions(trx, user.id, null);
    await audit(trx, null, { action: 'user.reset-second-step', subjectType: 'user', subjectId: user.id });
    const email = {
      subject: msg`Your two-factor authentication was reset`,
      sentence: msg`An administrator turned off two-factor authentication for your account. You can turn it on again anytime.`,
    };
    await recordSecurityChange(ctx, trx, null, { userId: user.id, kind: 'SECOND_STEP_RESET', email });
  });
  ctx.sessions?.forget(user.id);
  return { username };
}

/**
 * On a site without an administrator: creates the configured one, else `admin` with a random password. Returns a
 * generated password only, to be printed once.
 */
export async function ensureFirstAdmin(
  ctx: OwnerContext & Pick<Context, 'settings'>,
): Promise<{ username: string; password: string | null } | null> {
  if (await hasAdmin(ctx.db)) return null;
  const { ADMIN_USERNAME, ADMIN_EMAIL, ADMIN_PASSWORD } = ctx.settings;
  if (ADMIN_USERNAME && !Username.safeParse(ADMIN_USERNAME).success)
    throw new OwnerError('ADMIN_USERNAME must have 3 to 30 letters, digits, dots, dashes or underscores.');
  if (ADMIN_EMAIL && !Email.safeParse(ADMIN_EMAIL).success)
    throw new OwnerError('ADMIN_EMAIL must be an email address.');
  try {
    const created = await createAdmin(ctx, {
      username: ADMIN_USERNAME,
      email: ADMIN_EMAIL,
      password: ADMIN_PASSWORD,
    });
    return { username: created.username, password: ADMIN_PASSWORD ? null : created.password };
  } catch (error) {
    // another process of this site was faster
    if (error instanceof OwnerError && (await hasAdmin(ctx.db))) return null;
    throw error;
  }
}

function read<T>(
  schema: {
    safeParse(
      value: unknown,
    ): { success: true; data: T } | { success: false; error: { issues: { message: string }[] } };
  },
  value: string,
): T {
  const result = schema.safeParse(value);
  if (!result.success) throw new OwnerError(result.error.issues[0]?.message ?? 'This value is not valid.');
  return result.data;
}
