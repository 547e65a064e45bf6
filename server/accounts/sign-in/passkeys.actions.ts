import { SIGN_IN_METHODS } from '../security-events.messages.ts';
import { msg, verbatim } from '#contract/text/message.ts';
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { GivenCredential, NewCredential } from '#contract/accounts/passkeys.ts';
import { MAX_PASSKEYS, type Passkey } from '#contract/accounts/security.ts';
import { siteSecret } from '#server/app/database/site-secret.ts';
import { spendToken } from '#server/app/database/spent-tokens.ts';
import type { Context } from '#server/app/context.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import { fail, isTaken, notFound } from '#server/app/http/errors.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { makeChallenge, readChallenge } from './challenges.rules.ts';
import { openSession } from './login.actions.ts';
import { requireOwnSession } from './own-session.actions.ts';
import { chooseRpId, isOwnOrigin, readClientData } from './passkeys.rules.ts';
import {
  addPasskey,
  countUse,
  findPasskey,
  hasSignInMethod,
  listCredentials,
  readFirstRpId,
  removePasskey,
} from './passkeys.store.ts';
import { recordSecurityChange, recordSecurityEvent, type From } from '../security-events.actions.ts';
import { lockPerson, type Admitted } from './sign-in-epoch.store.ts';

const MINUTES_5 = 5 * 60_000;
const SIGN_IN = 'sign-in';
/** Ed25519, ECDSA on P-256, RSA: what authenticators in use know. */
const ALGORITHMS = [-8, -7, -257];

/** Loaded with the first use: it brings a small library of certificates along. */
const library = () => import('@simplewebauthn/server');

export const siteHost = ({ settings }: Pick<Context, 'settings'>): string =>
  new URL(settings.PUBLIC_URL).hostname;

export const currentRpId = async (ctx: Context): Promise<string> =>
  chooseRpId(await readFirstRpId(ctx.db), siteHost(ctx));

/** What goes to navigator.credentials. */
type Options = Record<string, unknown> & { challenge: string };
const asOptions = <T extends { challenge: string }>(options: T): Options => Object.assign({}, options);

const rejected = () => fail(422, 'PASSKEY_REJECTED', "Couldn't use this passkey. Please try again.");

const newChallenge = async (ctx: Context, purpose: string): Promise<Buffer> =>
  makeChallenge(await siteSecret(ctx.db, 'passkeys'), {
    random: ctx.random.bytes(16),
    expiresAt: ctx.clock.now() + MINUTES_5,
    purpose,
  });

interface Ceremony {
  origin: string;
  /** As the library wants it. */
  challenge: string;
  /** Uses the challenge up. Throws 422: it was used before. */
  spend(trx: Trx): Promise<void>;
}

/** What the browser signed, if it was on our site and the challenge is ours and not too old. Throws 422. */
async function readCeremony(ctx: Context, clientData: string, purpose: string): Promise<Ceremony> {
  const { PUBLIC_URL, WEB_ORIGIN } = ctx.settings;
  const read = readClientData(clientData);
  if (!read || !isOwnOrigin(read.origin, [new URL(PUBLIC_URL).origin, ...WEB_ORIGIN])) throw rejected();
  const { origin, challenge } = read;
  const expiresAt = readChallenge(await siteSecret(ctx.db, 'passkeys'), challenge, purpose);
  if (expiresAt === null || expiresAt <= ctx.clock.now()) throw rejected();
  return {
    origin,
    challenge: challenge.toString('base64url'),
    async spend(trx) {
      const hash = createHash('sha256').update(challenge).digest();
      if (!(await spendToken(trx, hash, expiresAt))) throw rejected();
    },
  };
}

/** Registration options for the authenticator. */
export async function beginPasskey(ctx: Context, user: User): Promise<Options> {
  const { generateRegistrationOptions } = await library();
  return asOptions(
    await generateRegistrationOptions({
      rpName: ctx.settings.SITE_NAME,
      rpID: await currentRpId(ctx),
      userName: user.username,
      userDisplayName: user.displayName ?? user.username,
      // stable, so that an authenticator stores one passkey per user; it reveals only a number
      userID: new Uint8Array(Buffer.from(`u${user.id}`)),
      challenge: new Uint8Array(await newChallenge(ctx, `new ${user.sessionId}`)),
      timeout: MINUTES_5,
      attestationType: 'none',
      supportedAlgorithmIDs: ALGORITHMS,
      excludeCredentials: await listCredentials(ctx.db, user.id),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    }),
  );
}

/** Stores a passkey and notifies the user. Throws 409, 422. */
export async function finishPasskey(
  ctx: Context,
  user: User,
  from: From,
  { name, credential }: { name: string; credential: NewCredential },
): Promise<Passkey> {
  const ceremony = await readCeremony(ctx, credential.response.clientDataJSON, `new ${user.sessionId}`);
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo: registration } = await verifyRegistrationResponse({
    response: credential,
    expectedChallenge: ceremony.challenge,
    expectedOrigin: ceremony.origin,
    expectedRPID: await currentRpId(ctx),
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: unknown) => {
    ctx.log.info('A new passkey was rejected.', { error });
    throw rejected();
  });
  if (!registration) throw rejected();
  try {
    return await transact(ctx.db, async (trx) => {
      await requireOwnSession(trx, user);
      await ceremony.spend(trx);
      const email = {
        subject: msg`A passkey was added`,
        sentence: msg`You can now sign in with a new passkey.`,
      };
      await recordSecurityChange(ctx, trx, from, {
        userId: user.id,
        kind: 'PASSKEY_ADDED',
        detail: verbatim(name),
        email,
      });
      return addPasskey(
        trx,
        {
          userId: user.id,
          credentialId: Buffer.from(registration.credential.id, 'base64url'),
          publicKey: Buffer.from(registration.credential.publicKey),
          counter: registration.credential.counter,
          transports: credential.response.transports ?? [],
          rpId: registration.rpID ?? siteHost(ctx),
          synced: registration.credentialBackedUp,
          name,
          at: ctx.clock.now(),
        },
        siteHost(ctx),
      );
    });
  } catch (error) {
    if (isTaken(error, 'passkeys_credential_id_key'))
      throw fail(409, 'PASSKEY_KNOWN', 'This passkey is already registered.');
    throw error;
  }
}

/** Throws 409: one too many. */
export async function requirePasskeySlot(ctx: Context, userId: number): Promise<void> {
  if ((await listCredentials(ctx.db, userId)).length >= MAX_PASSKEYS)
    throw fail(409, 'TOO_MANY_PASSKEYS', msg`You can have up to ${MAX_PASSKEYS} passkeys.`);
}

/** Throws 404, or 409 if it is the user's only way to sign in. */
export async function deletePasskey(ctx: Context, user: User, from: From, id: number): Promise<void> {
  await transact(ctx.db, async (trx) => {
    await requireOwnSession(trx, user);
    const name = await removePasskey(trx, user.id, id);
    if (name === null) throw notFound('This passkey');
    if (!(await hasSignInMethod(trx, user.id)))
      throw fail(409, 'LAST_WAY_IN', 'This is your only sign-in method. Please set a password first.');
    const email = {
      subject: msg`A passkey was removed`,
      sentence: msg`One of your passkeys was removed and no longer works.`,
    };
    await recordSecurityChange(ctx, trx, from, {
      userId: user.id,
      kind: 'PASSKEY_REMOVED',
      detail: verbatim(name),
      email,
    });
  });
}

/** Sign-in options that any passkey of this site can answer. */
export async function beginPasskeySignIn(ctx: Context): Promise<Options> {
  const { generateAuthenticationOptions } = await library();
  return asOptions(
    await generateAuthenticationOptions({
      rpID: await currentRpId(ctx),
      challenge: new Uint8Array(await newChallenge(ctx, SIGN_IN)),
      timeout: MINUTES_5,
      userVerification: 'required',
    }),
  );
}

/** Whose passkey signed, and `work` for them in the transaction that counts its use. Throws 403, 422. */
async function withPasskey<T>(
  ctx: Context,
  from: From,
  credential: GivenCredential,
  work: (trx: Trx, admitted: Admitted) => Promise<T>,
): Promise<T> {
  const ceremony = await readCeremony(ctx, credential.response.clientDataJSON, SIGN_IN);
  const known = await findPasskey(ctx.db, Buffer.from(credential.id, 'base64url'));
  if (!known) throw fail(422, 'PASSKEY_UNKNOWN', 'This passkey is no longer registered here.');
  const { verifyAuthenticationResponse } = await library();
  const verified = await verifyAuthenticationResponse({
    response: credential as never,
    expectedChallenge: ceremony.challenge,
    expectedOrigin: ceremony.origin,
    expectedRPID: known.rp_id,
    requireUserVerification: true,
    credential: {
      id: credential.id,
      publicKey: new Uint8Array(known.public_key),
      counter: known.counter,
      transports: known.transports,
    },
  }).catch((error: unknown) => {
    ctx.log.warn('A passkey was rejected.', { userId: known.user_id, error });
    return null;
  });
  if (!verified?.verified) {
    await recordSecurityEvent(ctx, ctx.db, from, {
      userId: known.user_id,
      kind: 'SIGN_IN_FAILED',
      detail: SIGN_IN_METHODS.passkey(),
    });
    throw rejected();
  }
  if (known.suspended_at) throw fail(403, 'SUSPENDED', 'This account is suspended.');
  const { newCounter: counter } = verified.authenticationInfo;
  return transact(ctx.db, async (trx) => {
    await ceremony.spend(trx);
    await lockPerson(trx, known.user_id);
    if (!(await countUse(trx, { id: known.id, before: known.counter, counter, now: ctx.clock.now() })))
      throw rejected();
    return work(trx, { userId: known.user_id, epoch: known.sign_in_epoch });
  });
}

/** A passkey asks for finger, face or PIN: it is both steps in one. Throws 403, 422. */
export async function signInByPasskey(
  ctx: Context,
  request: FastifyRequest,
  credential: GivenCredential,
): Promise<{ token: string }> {
  const { token, changed } = await withPasskey(ctx, request, credential, (trx, admitted) =>
    openSession(ctx, trx, request, { ...admitted, method: 'passkey' }),
  );
  ctx.cache.refresh(...changed);
  return { token };
}

/** Makes a session fresh by a passkey of the same person. Throws 422. */
export async function confirmByPasskey(
  ctx: Context,
  user: User,
  from: From,
  credential: GivenCredential,
): Promise<void> {
  await withPasskey(ctx, from, credential, async (_trx, { userId }) => {
    if (userId !== user.id) throw fail(422, 'NOT_CONFIRMED', 'This passkey belongs to a different account.');
  });
  await ctx.sessions.freshen(user, ctx.clock.now());
}
