import { z } from 'zod';
import { Role } from './accounts.ts';
import { endpoint } from '../endpoint.ts';
import { Code, GivenCredential, NewCredential } from './passkeys.ts';
import { Cursor, IdParams, Sentence, Timestamp, line } from '../values.ts';

export const MAX_PASSKEY_NAME = 60;
export const MAX_PASSKEYS = 20;
export const RECOVERY_CODES = 10;
/** Roles that can be required to use two-factor. */
const TwoFactorRole = Role.exclude(['LOGIN_USER']);
export type TwoFactorRole = z.infer<typeof TwoFactorRole>;

const PasskeyName = line(MAX_PASSKEY_NAME, { what: 'name' });
/** Goes to navigator.credentials as it is. */
const Ceremony = z.looseObject({ challenge: z.string() });

export const Passkey = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Whether it serves at the site's present address. */
  usable: z.boolean(),
  synced: z.boolean(),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

export const TwoFactor = z.object({
  on: z.boolean(),
  since: Timestamp.nullable(),
  recoveryCodesLeft: z.number().int(),
  /** An administrator asks everybody of this role to have one. */
  required: z.boolean(),
});
export type TwoFactor = z.infer<typeof TwoFactor>;

export const EVENT_KINDS = [
  'SIGN_IN',
  'SIGN_IN_FAILED',
  'SESSION_ENDED',
  'CONFIRMED',
  'PASSWORD_CHANGED',
  'EMAIL_CHANGED',
  'EMAIL_TAKEN_BACK',
  'PASSKEY_ADDED',
  'PASSKEY_REMOVED',
  'SECOND_STEP_ON',
  'SECOND_STEP_OFF',
  'SECOND_STEP_RESET',
  'RECOVERY_CODES_MADE',
  'RECOVERY_CODE_USED',
  'ROLE_CHANGED',
  'EXPORTED',
  'KEY_ADDED',
  'KEY_REVOKED',
] as const;
export const SecurityEvent = z.object({
  id: z.number().int(),
  kind: z.enum(EVENT_KINDS),
  device: z.string().nullable(),
  address: z.string().nullable(),
  /** The country, by the address. */
  place: z.string().nullable(),
  detail: Sentence.nullable(),
  createdAt: Timestamp,
});
export type SecurityEvent = z.infer<typeof SecurityEvent>;

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
const TwoFactorRoles = z.object({
  roles: z
    .array(TwoFactorRole)
    .max(2)
    .transform((roles) => [...new Set(roles)]),
});

export const security = {
  beginPasskeySignIn: endpoint({
    method: 'POST',
    path: '/api/auth/passkey/begin',
    access: 'public',
    anonymous: true,
    response: Ceremony,
    summary: 'Options for navigator.credentials.get(), for any passkey of this site',
  }),
  finishPasskeySignIn: endpoint({
    method: 'POST',
    path: '/api/auth/passkey/finish',
    access: 'public',
    anonymous: true,
    body: z.object({ credential: GivenCredential }),
    response: z.object({ token: z.string() }),
    errorStatuses: [422],
    summary: 'Sign in with a passkey, which replaces both password and code',
  }),
  passSecondStep: endpoint({
    method: 'POST',
    path: '/api/auth/second-step',
    access: 'public',
    anonymous: true,
    body: z.object({ ticket: z.string().min(1).max(200), code: Code }),
    response: z.object({ token: z.string() }),
    errorStatuses: [422],
    summary:
      'Complete a sign-in that returned SECOND_STEP_NEEDED with an authenticator code or a recovery code',
  }),
  passkeys: endpoint({
    method: 'GET',
    path: '/api/me/passkeys',
    access: 'user',
    response: z.array(Passkey),
    summary: "The caller's passkeys",
  }),
  beginPasskey: endpoint({
    method: 'POST',
    path: '/api/me/passkeys/begin',
    access: 'user',
    fresh: true,
    response: Ceremony,
    summary: 'Options for navigator.credentials.create()',
  }),
  finishPasskey: endpoint({
    method: 'POST',
    path: '/api/me/passkeys/finish',
    access: 'user',
    fresh: true,
    body: z.object({ name: PasskeyName, credential: NewCredential }),
    response: Passkey,
    status: 201,
    errorStatuses: [409, 422],
    summary: 'Add a passkey',
  }),
  renamePasskey: endpoint({
    method: 'PUT',
    path: '/api/me/passkeys/{id}',
    access: 'user',
    params: IdParams,
    body: z.object({ name: PasskeyName }),
    response: Passkey,
    summary: 'Rename a passkey',
  }),
  deletePasskey: endpoint({
    method: 'DELETE',
    path: '/api/me/passkeys/{id}',
    access: 'user',
    fresh: true,
    params: IdParams,
    errorStatuses: [409],
    summary: "Remove a passkey. The last way to sign in can't be removed",
  }),
  secondStep: endpoint({
    method: 'GET',
    path: '/api/me/second-step',
    access: 'user',
    response: TwoFactor.extend({
      /** Passkeys are one too: the domain that those made now serve for. */
      passkeyDomain: z.string(),
    }),
    summary: 'Whether the caller uses two-factor authentication',
  }),
  beginSecondStep: endpoint({
    method: 'POST',
    path: '/api/me/second-step/begin',
    access: 'user',
    fresh: true,
    response: z.object({ secret: z.string(), uri: z.string() }),
    errorStatuses: [409],
    summary: 'Create a secret for an authenticator app. It takes effect once confirmed',
  }),
  confirmSecondStep: endpoint({
    method: 'POST',
    path: '/api/me/second-step/confirm',
    access: 'user',
    fresh: true,
    body: z.object({ code: Code }),
    response: RecoveryCodes,
    errorStatuses: [409, 422],
    summary:
      'Turn on two-factor authentication with a first code. Ends all other sessions and returns ten recovery codes, once',
  }),
  deleteSecondStep: endpoint({
    method: 'DELETE',
    path: '/api/me/second-step',
    access: 'user',
    fresh: true,
    summary: 'Turn off two-factor authentication',
  }),
  makeRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/me/second-step/recovery-codes',
    access: 'user',
    fresh: true,
    response: RecoveryCodes,
    errorStatuses: [409],
    summary: 'Create ten new recovery codes, replacing the old ones',
  }),
  events: endpoint({
    method: 'GET',
    path: '/api/me/security-events',
    access: 'user',
    query: z.object({ cursor: Cursor.optional() }),
    response: z.array(SecurityEvent),
    summary: "The account's security events, newest first, 50 per page, for the last 180 days",
  }),
  stepRoles: endpoint({
    method: 'GET',
    path: '/api/admin/second-step',
    access: 'admin',
    response: TwoFactorRoles,
    summary: 'The roles that require two-factor authentication',
  }),
  setStepRoles: endpoint({
    method: 'PUT',
    path: '/api/admin/second-step',
    access: 'admin',
    fresh: true,
    body: TwoFactorRoles,
    response: TwoFactorRoles,
    errorStatuses: [409],
    summary:
      "Require two-factor authentication for roles. People without it are limited to a plain user's permissions",
  }),
};
