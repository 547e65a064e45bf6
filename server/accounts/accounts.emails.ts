import type { Message } from '#contract/text/message.ts';
import { countryName, formatTime } from '#server/app/i18n/formats.ts';
import { translateBy } from '#server/app/i18n/translate.ts';
import type { EmailTemplate } from '#server/app/mail/email-template.ts';
import { deviceLabel } from './accounts.rules.ts';

interface To {
  site: string;
  url: string;
  username: string;
}

/** Links start with PUBLIC_URL, never with a request's Host. */
const link = (url: string, page: string, token: string) => `${url}/${page}?token=${token}`;

export const welcomeEmail =
  ({ site, url, username }: To, token: string): EmailTemplate =>
  (i18n) => ({
    subject: i18n._('Welcome to {site}! Please confirm your email', { site }),
    heading: i18n._('Welcome to {site}!', { site }),
    paragraphs: [
      i18n._('Your account {username} is ready. Please confirm your email address.', {
        username,
      }),
    ],
    action: { label: i18n._('Confirm email'), url: link(url, 'verify-email', token) },
    notes: [i18n._('The link works for 7 days.'), i18n._('Didn’t sign up? You can ignore this email.')],
  });

export const approvedEmail =
  ({ site, url, username }: To, token: string): EmailTemplate =>
  (i18n) => ({
    subject: i18n._('Welcome to {site}: your request was approved', { site }),
    heading: i18n._('Welcome to {site}!', { site }),
    paragraphs: [
      i18n._(
        'An administrator approved your request. Your account {username} is ready, with the password you chose. Confirm your email address, then log in.',
        { username },
      ),
    ],
    action: { label: i18n._('Confirm email'), url: link(url, 'verify-email', token) },
    notes: [i18n._('The link works for 7 days.'), i18n._('Didn’t request this? You can ignore this email.')],
  });

export const declinedEmail =
  ({ site, username }: To, reason: string | null): EmailTemplate =>
  (i18n) => ({
    subject: i18n._('Your request to join {site}', { site }),
    heading: i18n._('Not approved'),
    paragraphs: [
      i18n._('Hello {username}, your request for an account was declined.', { username }),
      ...(reason ? [i18n._('The reason:'), reason] : []),
      i18n._('Your entry was deleted.'),
    ],
  });

export const verifyEmail =
  ({ site, url, username }: To, token: string): EmailTemplate =>
  (i18n) => ({
    subject: i18n._('Confirm your email for {site}', { site }),
    heading: i18n._('Please confirm your email'),
    paragraphs: [
      i18n._("This address was added to the account {username}. Please confirm it's yours.", {
        username,
      }),
    ],
    action: { label: i18n._('Confirm email'), url: link(url, 'verify-email', token) },
    notes: [
      i18n._('The link works for 7 days.'),
      i18n._('Don’t recognize this account? You can ignore this email.'),
    ],
  });

export const resetEmail =
  ({ site, url, username }: To, token: string): EmailTemplate =>
  (i18n) => ({
    subject: i18n._('Reset your {site} password', { site }),
    heading: i18n._('Set a new password'),
    paragraphs: [
      i18n._('We received a request to reset the password for the account {username}.', { username }),
    ],
    action: { label: i18n._('Set a new password'), url: link(url, 'reset-password', token) },
    notes: [
      i18n._('The link works once and expires in 1 hour.'),
      i18n._('Didn’t request this? You can ignore this email. Nothing will change.'),
    ],
  });

export const passwordChangedEmail =
  ({ site, url, username }: To): EmailTemplate =>
  (i18n) => ({
    subject: i18n._('Your {site} password was changed', { site }),
    heading: i18n._('Your password was changed'),
    paragraphs: [i18n._('The password of your account {username} was changed just now.', { username })],
    action: { label: i18n._("This wasn't me"), url: `${url}/forgot-password` },
    notes: [i18n._("If this was you, you don't need to do anything.")],
  });

export const emailChangedEmail =
  ({ site, url, username }: To, newEmail: string, token: string): EmailTemplate =>
  (i18n) => ({
    subject: i18n._('Your {site} email was changed', { site }),
    heading: i18n._('Your email was changed'),
    paragraphs: [
      i18n._('The account {username} now uses the address {newEmail}.', { username, newEmail }),
      i18n._(
        "If this was you, you don't need to do anything. If not, undo the change: we'll restore this address, sign out every device, remove passkeys and other sign-in methods, and let you set a new password.",
      ),
    ],
    action: { label: i18n._('Undo email change'), url: link(url, 'take-back-email', token) },
    notes: [i18n._('The link works for 72 hours.')],
  });

/** `removed`: the sign-in methods removed with the change, as text. */
export const revertedEmail =
  ({ site, url, username }: To, removed: Message[]): EmailTemplate =>
  (i18n) => ({
    subject: i18n._('Your {site} account uses its old email again', { site }),
    heading: i18n._('The change was undone'),
    paragraphs: [
      i18n._(
        'Your account {username} uses this address again. All devices were signed out, and the old password no longer works.',
        { username },
      ),
      ...(removed.length > 0
        ? [
            i18n._(
              'We removed these sign-in methods because someone else may have added them: {ways}. Please set up your own again.',
              { ways: removed.map((method) => translateBy(i18n, method)).join(', ') },
            ),
          ]
        : []),
    ],
    action: { label: i18n._('Set a new password'), url: `${url}/forgot-password` },
    notes: [i18n._("Already set a new password with that link? Then you're all set.")],
  });

export const identityJoinedEmail =
  ({ site, url, username }: To, provider: string): EmailTemplate =>
  (i18n) => ({
    subject: i18n._('New sign-in method added on {site}', { site }),
    heading: i18n._('New sign-in method added'),
    paragraphs: [
      i18n._(
        'You can now also sign in to your account {username} with {provider}, using this email address.',
        { username, provider },
      ),
    ],
    action: { label: i18n._('Open settings'), url: `${url}/settings/security` },
  });

export interface SecurityNotice {
  subject: Message;
  sentence: Message;
}

/** A change to how a person signs in. */
export const securityEmail =
  ({ site, url, username }: To, { subject, sentence }: SecurityNotice): EmailTemplate =>
  (i18n) => ({
    subject: `${translateBy(i18n, subject)} (${site})`,
    heading: translateBy(i18n, subject),
    paragraphs: [
      i18n._('{sentence} This is about your account {username}.', {
        sentence: translateBy(i18n, sentence),
        username,
      }),
    ],
    action: { label: i18n._('View your account'), url: `${url}/settings/security` },
    notes: [
      i18n._(
        "If this was you, you don't need to do anything. If not, set a new password and end all other sessions.",
      ),
    ],
  });

/** `place`: the code of a country. */
export const newDeviceEmail =
  (
    { site, url, username }: To,
    { device: deviceName, place: code, at }: { device: string; place: string | null; at: Date },
  ): EmailTemplate =>
  (i18n) => {
    const device = translateBy(i18n, deviceLabel(deviceName));
    const time = formatTime(at, i18n.locale);
    return {
      subject: i18n._('A new device signed in to {site}', { site }),
      heading: i18n._('A sign-in from a new device'),
      paragraphs: [
        code
          ? i18n._('Your account {username} was signed in to with {device} in {place}, at {time} UTC.', {
              username,
              device,
              place: countryName(code, i18n.locale),
              time,
            })
          : i18n._('Your account {username} was signed in to with {device}, at {time} UTC.', {
              username,
              device,
              time,
            }),
      ],
      action: { label: i18n._('View your account'), url: `${url}/settings/security` },
      notes: [
        i18n._(
          "If this was you, you don't need to do anything. If not, set a new password and end all other sessions.",
        ),
      ],
    };
  };

export const deletedEmail =
  ({ site, username }: To): EmailTemplate =>
  (i18n) => ({
    subject: i18n._('Your {site} account has been deleted', { site }),
    heading: i18n._('Goodbye'),
    paragraphs: [
      i18n._(
        'Your account {username} has been deleted, as you requested. Your posts and comments remain under “deleted user”, and we keep orders for our records.',
        { username },
      ),
      i18n._('Thank you for being with us.'),
    ],
  });

export const suspendedEmail =
  ({ site, username }: To, reason: Message): EmailTemplate =>
  (i18n) => ({
    subject: i18n._('Your {site} account is suspended', { site }),
    heading: i18n._('Your account is suspended'),
    paragraphs: [
      i18n._('The account {username} was suspended. The reason:', { username }),
      translateBy(i18n, reason),
    ],
  });

export const reinstatedEmail =
  ({ site, url, username }: To): EmailTemplate =>
  (i18n) => ({
    subject: i18n._('Your {site} account has been reinstated', { site }),
    heading: i18n._('Welcome back'),
    paragraphs: [
      i18n._('The suspension of the account {username} was lifted. You can sign in again.', { username }),
    ],
    action: { label: i18n._('Sign in'), url: `${url}/login` },
  });
