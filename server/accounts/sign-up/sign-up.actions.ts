import { MEMBERS, type Invitation } from '#contract/accounts/sign-up.ts';
import { msg } from '#contract/text/message.ts';
import type { FastifyRequest } from 'fastify';
import { audit } from '#server/app/database/audit.ts';
import type { Context } from '#server/app/context.ts';
import { transact, type DbOrTrx, type Trx } from '#server/app/database/database.ts';
import { fail, notFound } from '#server/app/http/errors.ts';
import { addressGroup, hashKey } from '#server/app/http/callers/rate-limits.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { displayNameTaken, nameTaken } from '../accounts.errors.ts';
import { isReservedName } from '../accounts.rules.ts';
import { rejectWeakPassword } from '../sign-in/common-passwords.ts';
import { isForeignName } from '../names.store.ts';
import { newToken } from '../links.rules.ts';
import { requireOwnSession } from '../sign-in/own-session.actions.ts';
import { addSignUp, countSignUps, lockSignUps } from './sign-up-limits.store.ts';
import { outcomeOfSignUp, SIGN_UP_WINDOW_MS } from './sign-up-limits.rules.ts';
import { addInvitation, countOpenUses, revokeInvitation, spendInvitation } from './sign-up.store.ts';
import { isAdmin } from '#server/app/http/callers/roles.ts';

const TOO_MANY = {
  'too-many-of-address': msg(
    'Too many accounts were created from your network in the last hour. Please try again later, or ask a member for an invitation.',
  ),
  'too-many': msg(
    'Too many accounts were created here in the last hour. Please try again later, or ask a member for an invitation.',
  ),
};
/** Domains without mailboxes (RFC 2606). */
const RESERVED = /(^|\.)(example|example\.(com|net|org)|test|invalid|localhost)$/;
/** Large mailbox providers. */
const LARGE = new Set(
  'gmail.com googlemail.com outlook.com hotmail.com live.com yahoo.com icloud.com me.com aol.com gmx.de gmx.net web.de t-online.de proton.me protonmail.com mail.ru yandex.ru qq.com 163.com naver.com orange.fr free.fr'.split(
    ' ',
  ),
);

/**
 * Counts one more sign-up without an invitation from this address. Throws 428 where there are many, 429 where there are
 * too many; without the database it fails closed.
 */
export async function admitSignUp(ctx: Context, request: FastifyRequest): Promise<void> {
  if (!ctx.settings.RATE_LIMIT) return;
  const who = addressGroup(request.ip);
  const address = Buffer.from(hashKey('sign-up', who), 'base64');
  const at = ctx.clock.now();
  const check = async (db: DbOrTrx) => {
    const counts = await countSignUps(db, { address, since: at - SIGN_UP_WINDOW_MS });
    const outcome = outcomeOfSignUp(counts, {
      ofAddress: ctx.settings.LIMITS.signUpsPerAddress,
      ofSite: ctx.settings.LIMITS.signUpsPerHour,
    });
    if (outcome === 'free' || outcome === 'proof') return outcome;
    const retryAfter = Math.ceil(((counts.first?.getTime() ?? at) + SIGN_UP_WINDOW_MS - at) / 1000);
    throw fail(429, 'TOO_MANY', TOO_MANY[outcome], { retryAfter });
  };
  if ((await check(ctx.db)) === 'proof') await ctx.proofs.require({ action: 'sign-up', who, request });
  await transact(ctx.db, async (trx) => {
    await lockSignUps(trx);
    await check(trx);
    await addSignUp(trx, { address, at });
  });
}

/** Counts one email to an unconfirmed address; returns the seconds to wait if its domain is over the limit, else 0. */
export async function takeEmail(ctx: Context, email: string, trx?: Trx): Promise<number> {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (RESERVED.test(domain)) return 0;
  const limit = LARGE.has(domain) ? 'email-to-confirm-large' : 'email-to-confirm';
  const wait = await ctx.rateLimits.takeExactly(limit, domain, trx);
  if (wait > 0) ctx.log.warn('An address got no email to confirm it: many of its domain did.', { domain });
  return wait;
}

const USED_UP = msg('This invitation has been used, has expired or was withdrawn.');

/** Throws 403 where the owner lets in only some, and `invitation` was no help. */
export function rejectUninvited({ settings }: Context, invitation: string | null | undefined): void {
  const { signUp } = settings.owner.community;
  if (signUp === 'everybody') return;
  if (invitation) throw fail(403, 'INVITATION_NEEDED', USED_UP);
  throw signUp === 'approved'
    ? fail(403, 'APPROVAL_NEEDED', 'An administrator approves new members. Please request to join.')
    : fail(403, 'INVITATION_NEEDED', 'You need an invitation to sign up here.');
}

/**
 * The id of the invitation used; null: none needed. `invited`: the limits were skipped because of it, so that it is
 * required. Throws 403.
 */
export async function admitByMode(
  ctx: Context,
  trx: Trx,
  { invitation, invited }: { invitation?: string | null | undefined; invited: boolean },
): Promise<number | null> {
  const id = invitation ? await spendInvitation(trx, invitation, ctx.clock.now()) : null;
  if (id !== null) return id;
  if (invited) throw fail(403, 'INVITATION_NEEDED', USED_UP);
  rejectUninvited(ctx, invitation);
  return null;
}

interface NewInvitation {
  note: string | null;
  maxUses: number;
  days: number;
}

/**
 * The link is returned only here: the database stores its hash. Throws 409 if the member isn't allowed to invite or has
 * too many open invitations.
 */
export async function invite(
  ctx: Context,
  by: User,
  { note, maxUses, days }: NewInvitation,
): Promise<Invitation & { url: string }> {
  await ctx.rateLimits.require('invitation', String(by.id));
  const token = newToken(ctx);
  const created = await transact(ctx.db, async (trx) => {
    await requireOwnSession(trx, by);
    if (!isAdmin(by)) await admitMember(ctx, trx, by, maxUses);
    const invitation = await addInvitation(trx, {
      token,
      createdBy: by.id,
      note,
      maxUses,
      expiresAt: ctx.clock.now() + days * 24 * 3_600_000,
    });
    await audit(trx, by, {
      action: 'invitation.create',
      subjectType: 'invitation',
      subjectId: invitation.id,
      after: { note, maxUses, days },
    });
    return invitation;
  });
  return { ...created, url: `${ctx.settings.PUBLIC_URL}/signup?invitation=${token}` };
}

async function admitMember(ctx: Context, trx: Trx, member: User, uses: number): Promise<void> {
  if (!ctx.settings.owner.community.membersInvite)
    throw fail(409, 'MEMBERS_DO_NOT_INVITE', 'Only administrators can invite people here.');
  if ((await countOpenUses(trx, member.id, ctx.clock.now())) + uses > MEMBERS.uses)
    throw fail(
      409,
      'TOO_MANY_INVITATIONS',
      msg`Your open invitations can admit ${MEMBERS.uses} people in total. Please withdraw one first.`,
    );
}

/** Withdraws a link, as a member only one's own. Throws 404. */
export async function withdrawInvitation(
  ctx: Context,
  by: User,
  { id, own }: { id: number; own: boolean },
): Promise<void> {
  await transact(ctx.db, async (trx) => {
    const now = ctx.clock.now();
    if (!(await revokeInvitation(trx, { id, creator: own ? by.id : null, now })))
      throw notFound('This invitation');
    await audit(trx, by, { action: 'invitation.revoke', subjectType: 'invitation', subjectId: id });
  });
}

/** What a new person may not be called, or have as password, wherever they sign up. Throws 409, 422. */
export async function checkNewPerson(
  ctx: Context,
  person: { username: string; email: string; password: string; displayName?: string | null },
): Promise<void> {
  const { db } = ctx;
  const { username, email, password, displayName } = person;
  if (isReservedName(username)) throw nameTaken();
  if (displayName && (await isForeignName(db, displayName, null))) throw displayNameTaken();
  await rejectWeakPassword(ctx, password, { field: 'password', username, email });
}
