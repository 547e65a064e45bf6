import { z } from 'zod';
import { WrittenComment } from '../comments/comments.ts';
import { endpoint } from '../endpoint.ts';
import { SensitiveChoice, SupportLink } from '../videos/labels.ts';
import { LanguageTag } from '../settings/languages.ts';
import { identityEndpoints } from './identity.ts';
import { Code, GivenCredential } from './passkeys.ts';
import { Session } from './sessions.ts';
import { withPlainDomain } from './plain-domain.ts';
import { Cursor, IdParams, Timestamp, line, optionalLine, optionalText, text, Sentence } from '../values.ts';

export const ROLES = ['LOGIN_USER', 'CONTENT_CREATOR', 'GLOBAL_ADMIN'] as const;
export const Role = z.enum(ROLES, 'Unknown role.');
export type Role = z.infer<typeof Role>;

/** How long after signing in a session may do what can't be undone. */
export const REAUTHENTICATION_MINUTES = 15;
export const MIN_PASSWORD = 8;
export const MAX_PASSWORD = 256;
export const MAX_BIO = 1000;
/** The message of a request to become a creator. */
export const MAX_UPGRADE_MESSAGE = 500;
export const MAX_DISPLAY_NAME = 50;
export const MAX_PROFILE_IMAGE = 10 * 1024 * 1024;
/** Only plain ASCII, so that no name can look like another by letters of another script. */
export const USERNAME_PATTERN = '[A-Za-z0-9_.\\-]{3,30}';

const EMAIL =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:localhost|(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9-]{2,63})$/;

export const Username = z
  .string('Please enter a username.')
  .trim()
  .min(1, 'Please enter a username.')
  .regex(
    new RegExp(`^${USERNAME_PATTERN}$`),
    'A username has 3 to 30 letters (A–Z), digits, dots, dashes or underscores.',
  );

/** The domain is normalized by `withPlainDomain`; surrounding spaces are trimmed. */
export const Email = z
  .string('Please enter your email address.')
  .max(1000, 'Please enter a valid email address.')
  .transform((value) => withPlainDomain(value.replace(/^ +| +$/g, '')))
  .pipe(
    z
      .string()
      .min(1, 'Please enter your email address.')
      .max(254, 'Please enter a valid email address.')
      .regex(EMAIL, 'Please enter a valid email address.')
      // RFC 5321: longer local parts are undeliverable
      .refine((value) => value.lastIndexOf('@') <= 64, 'Please enter a valid email address.'),
  );
export const NewPassword = z
  .string('Please enter a password.')
  .min(MIN_PASSWORD, 'Password must be at least 8 characters')
  .max(MAX_PASSWORD, 'Password must be at most 256 characters');
const GivenPassword = z
  .string('Please enter your password.')
  .min(1, 'Please enter your password.')
  .max(MAX_PASSWORD * 4, 'Please enter your password.');
const LinkToken = z
  .string('Missing or invalid token.')
  .min(1, 'Missing or invalid token.')
  .max(200, 'Missing or invalid token.');
export const DisplayName = optionalLine(MAX_DISPLAY_NAME, { what: 'display name' });
export const Bio = optionalText(MAX_BIO, { what: 'bio' });

export const Me = z.object({
  id: z.number().int(),
  username: z.string(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  displayName: z.string().nullable(),
  bio: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  /** The chosen interface language, as BCP 47; null: not chosen. */
  language: z.string().nullable(),
  role: Role,
  /** False for people who only ever signed in by the identity provider. */
  hasPassword: z.boolean(),
  /** Whether a sign-in by password asks for a code, too. */
  hasSecondStep: z.boolean(),
  hasPasskey: z.boolean(),
  /** Where people can support them. */
  supportLink: z.string().nullable(),
  sensitive: SensitiveChoice,
  /** Their history records nothing. */
  historyPaused: z.boolean(),
  seesLess: z.boolean(), // lists show them less than everybody: blocked or muted people, muted terms, hidden videos
  upgrade: z // the latest request to become a creator
    .object({
      status: z.enum(['PENDING', 'GRANTED', 'REJECTED']),
      rejectReason: z.string().nullable(),
      requestedAt: Timestamp,
    })
    .nullable(),
  createdAt: Timestamp,
});
export type Me = z.infer<typeof Me>;

export const MyComment = WrittenComment.extend({ videoTitle: z.string() });
export type MyComment = z.infer<typeof MyComment>;

const Token = z.object({ token: z.string() });
const Done = z.object({ message: Sentence });

/** The fields of a sign-up. */
export const newPerson = {
  username: Username,
  email: Email,
  password: NewPassword,
  displayName: DisplayName,
  bio: Bio,
};

const Profile = z.object({
  displayName: line(MAX_DISPLAY_NAME, { min: 0, what: 'display name' }).nullable().optional(),
  bio: text(MAX_BIO, { min: 0, what: 'bio' }).nullable().optional(),
  language: LanguageTag.nullable().optional(),
});

export const accounts = {
  register: endpoint({
    method: 'POST',
    path: '/api/auth/register',
    access: 'public',
    anonymous: true,
    proof: true,
    errors: 'text',
    status: 201,
    body: z.object({
      ...newPerson,
      /** Of the link that invited them. */
      invitation: text(200, { what: 'invitation', min: 0 }).nullish(),
      /** Read and dropped: pictures are uploaded, never linked from elsewhere. */
      profileImageUrl: z.unknown().optional(),
    }),
    response: Token,
    summary: 'Sign up. Errors are plain text',
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    errorStatuses: [401],
    access: 'public',
    anonymous: true,
    body: z.object({
      username: z
        .string('Please enter your username.')
        .trim()
        .min(1, 'Please enter your username.')
        .max(1000, 'Please enter your username.'),
      password: GivenPassword,
    }),
    response: Token,
    summary: "Sign in with a username or email. 401 doesn't reveal which one was wrong",
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/auth/confirm',
    access: 'user',
    body: z
      .object({
        password: GivenPassword.optional(),
        /** Along with the password, if two-factor is on. */
        code: Code.optional(),
        /** Of another fresh session of the same person, as the way by the identity provider gives it; it ends. */
        token: LinkToken.optional(),
        /** The response to the options of /api/auth/passkey/begin. */
        passkey: GivenCredential.optional(),
      })
      .refine((given) => [given.password, given.token, given.passkey].filter(Boolean).length === 1, {
        path: ['password'],
        message: 'Please enter your password.',
      }),
    errorStatuses: [422],
    summary: 'Re-authenticate this session with a password, a passkey or a new sign-in',
  }),
  logout: endpoint({ method: 'POST', path: '/api/auth/logout', access: 'user', summary: 'Sign out' }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/api/auth/forgot-password',
    access: 'public',
    anonymous: true,
    body: z.object({
      email: z
        .string('Please enter your email address.')
        .trim()
        .min(1, 'Please enter your email address.')
        .max(1000, 'Please enter a valid email address.'),
    }),
    response: Done,
    summary: 'Email a reset link if the address belongs to an account. Always 200',
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/auth/reset-password',
    access: 'public',
    anonymous: true,
    body: z.object({ token: LinkToken, password: NewPassword }),
    response: z.object({ username: z.string() }),
    summary: 'Set a new password with the token from a reset link. Ends all sessions and API keys',
  }),
  verifyEmail: endpoint({
    method: 'POST',
    path: '/api/auth/verify-email',
    access: 'public',
    anonymous: true,
    body: z.object({ token: LinkToken }),
    response: z.object({ email: z.string() }),
    summary: 'Confirm an email address with the token from an emailed link',
  }),
  takeBackEmail: endpoint({
    method: 'POST',
    path: '/api/auth/take-back-email',
    access: 'public',
    anonymous: true,
    body: z.object({ token: LinkToken }),
    /** `resetToken`: as in a password reset link. `removed`: descriptions of other credentials that were revoked. */
    response: z.object({ email: z.string(), resetToken: z.string(), removed: z.array(z.string()) }),
    summary: 'Undo an email change by the link to the old address. Removes other ways to sign in',
  }),
  ...identityEndpoints,
  me: endpoint({
    method: 'GET',
    path: '/api/me',
    access: 'user',
    scope: 'READ_OWN',
    response: Me,
    summary: 'The signed-in user',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/me',
    access: 'user',
    body: Profile,
    response: Me,
    summary: 'Update display name, bio and language. Omitted fields stay unchanged',
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/me',
    access: 'user',
    body: Profile.extend({
      supportLink: SupportLink.optional(),
      sensitive: SensitiveChoice.optional(),
      historyPaused: z.boolean().optional(),
    }),
    response: Me,
    summary: 'Update the profile and preferences. Omitted fields stay unchanged',
  }),
  setProfileImage: endpoint({
    method: 'POST',
    path: '/api/me/profile-image',
    access: 'user',
    consumes: 'multipart/form-data',
    form: z.object({ file: z.file() }),
    response: z.object({ profileImageUrl: z.string() }),
    summary: 'Upload a profile image (field `file`, up to 10 MB)',
  }),
  removeProfileImage: endpoint({
    method: 'DELETE',
    path: '/api/me/profile-image',
    access: 'user',
    summary: 'Reset the profile image to the default',
  }),
  comments: endpoint({
    method: 'GET',
    path: '/api/me/comments',
    access: 'user',
    scope: 'READ_OWN',
    query: z.object({ cursor: Cursor.optional() }),
    response: z.array(MyComment),
    summary: "The caller's comments, newest first, 50 per page",
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/me/sessions',
    access: 'user',
    response: z.array(Session),
    summary: "The caller's active sessions",
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/me/sessions/{id}',
    access: 'user',
    params: IdParams,
    summary: "End one of the caller's sessions",
  }),
  deleteAccount: endpoint({
    method: 'DELETE',
    path: '/api/me',
    access: 'user',
    fresh: true,
    body: z.object({ confirmUsername: z.string('Please type your username to confirm.').max(1000) }),
    summary: 'Permanently delete the account. Posts and comments stay as those of a deleted user',
  }),
  sendVerification: endpoint({
    method: 'POST',
    path: '/api/settings/verify-email',
    access: 'user',
    response: Done,
    summary: 'Resend the link that confirms the email address',
  }),
  saveAccount: endpoint({
    method: 'PUT',
    path: '/api/settings/account',
    access: 'user',
    body: z.object({ email: Email.optional(), username: Username.optional() }),
    response: Me,
    summary: 'Change email (after re-authentication; unverified at first) and username',
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/api/settings/password',
    access: 'user',
    fresh: true,
    body: z.object({
      currentPassword: z.nullish(z.string().max(MAX_PASSWORD * 4)),
      newPassword: NewPassword,
      /** API keys are revoked unless the member opts out. */
      keepKeys: z.boolean().default(false),
    }),
    summary: 'Change the password. Ends other sessions, and API keys unless `keepKeys` is set',
  }),
  requestUpgrade: endpoint({
    method: 'POST',
    path: '/api/settings/request-upgrade',
    access: 'user',
    body: z.object({
      role: z.literal('CONTENT_CREATOR', 'You can only request the CONTENT_CREATOR role.'),
      message: optionalText(MAX_UPGRADE_MESSAGE, { what: 'message' }),
    }),
    response: z.object({ status: z.literal('PENDING') }),
    summary: 'Ask to become a content creator',
  }),
};
