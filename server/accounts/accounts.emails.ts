import type { EmailContent } from '#server/app/mail/email-template.ts';

interface To {
  site: string;
  url: string;
  username: string;
}

/** Links start with PUBLIC_URL, never with what a request says. */
const link = (url: string, page: string, token: string) => `${url}/${page}?token=${token}`;

export const welcomeEmail = ({ site, url, username }: To, token: string): EmailContent => ({
  subject: `Welcome to ${site}, please confirm your email`,
  heading: `Welcome to ${site}!`,
  paragraphs: [`Your account ${username} is ready. Please confirm that this is your email address.`],
  action: { label: 'Confirm email', url: link(url, 'verify-email', token) },
  notes: ['The link works for 7 days.', 'Didn’t sign up? Then you can ignore this email.'],
});

export const approvedEmail = ({ site, url, username }: To, token: string): EmailContent => ({
  subject: `Welcome to ${site}: your request was approved`,
  heading: `Welcome to ${site}!`,
  paragraphs: [
    `An administrator approved your request: your account ${username} is ready, with the password you chose. Please confirm that this is your email address, then log in.`,
  ],
  action: { label: 'Confirm email', url: link(url, 'verify-email', token) },
  notes: ['The link works for 7 days.', 'Didn’t ask for it? Then you can ignore this email.'],
});

export const declinedEmail = ({ site, username }: To, reason: string | null): EmailContent => ({
  subject: `About your request to join ${site}`,
  heading: 'Not this time',
  paragraphs: [
    `Hello ${username}, your request for an account was declined.`,
    ...(reason ? ['The reason:', reason] : []),
    'What you entered was deleted.',
  ],
});

export const verifyEmail = ({ site, url, username }: To, token: string): EmailContent => ({
  subject: `Confirm your email for ${site}`,
  heading: 'Please confirm your email',
  paragraphs: [`This address was set for the account ${username}. Please confirm that it is yours.`],
  action: { label: 'Confirm email', url: link(url, 'verify-email', token) },
  notes: ['The link works for 7 days.', 'Don’t know this account? Then you can ignore this email.'],
});

export const resetEmail = ({ site, url, username }: To, token: string): EmailContent => ({
  subject: `Reset your ${site} password`,
  heading: 'Set a new password',
  paragraphs: [`Somebody, hopefully you, asked for a new password for the account ${username}.`],
  action: { label: 'Set a new password', url: link(url, 'reset-password', token) },
  notes: [
    'The link works once and expires in 1 hour.',
    'Didn’t ask for it? Then nothing changes, and you can ignore this email.',
  ],
});

export const passwordChangedEmail = ({ site, url, username }: To): EmailContent => ({
  subject: `Your ${site} password was changed`,
  heading: 'Your password was changed',
  paragraphs: [`The password of your account ${username} was changed just now.`],
  action: { label: 'It was not me', url: `${url}/forgot-password` },
  notes: ['If it was you, there is nothing to do.'],
});

export const emailChangedEmail = (
  { site, url, username }: To,
  newEmail: string,
  token: string,
): EmailContent => ({
  subject: `Your ${site} email was changed`,
  heading: 'Your email was changed',
  paragraphs: [
    `The account ${username} now uses the address ${newEmail}.`,
    'If it was you, there is nothing to do. If not, undo the change: this address will be the account’s again, everybody will be signed out, passkeys and other ways to sign in will be removed, and you can set a new password.',
  ],
  action: { label: 'Undo the change', url: link(url, 'take-back-email', token) },
  notes: ['The link works for 72 hours.'],
});

/** `removed`: the ways in that went with the change, in words. */
export const takenBackEmail = ({ site, url, username }: To, removed: string[]): EmailContent => ({
  subject: `Your ${site} account has its email back`,
  heading: 'The change was undone',
  paragraphs: [
    `The account ${username} uses this address again. Everybody was signed out, and the old password no longer works.`,
    ...(removed.length > 0
      ? [
          `Somebody else may have added a way to sign in, so that these were removed, too: ${removed.join(', ')}. Please set up again what was yours.`,
        ]
      : []),
  ],
  action: { label: 'Set a new password', url: `${url}/forgot-password` },
  notes: ['Already set one on the page that the link opened? Then there is nothing more to do.'],
});

export const identityJoinedEmail = ({ site, url, username }: To, provider: string): EmailContent => ({
  subject: `A new way to sign in to ${site}`,
  heading: 'A new way to sign in',
  paragraphs: [
    `You can now also sign in to your account ${username} with ${provider}, using this email address.`,
  ],
  action: { label: 'Open settings', url: `${url}/settings` },
});

export interface SecurityNews {
  subject: string;
  sentence: string;
}

/** A change of how somebody signs in. */
export const securityEmail = (
  { site, url, username }: To,
  { subject, sentence }: SecurityNews,
): EmailContent => ({
  subject: `${subject} (${site})`,
  heading: subject,
  paragraphs: [`${sentence} This concerns your account ${username}.`],
  action: { label: 'Look at your account', url: `${url}/settings/security` },
  notes: ['If it was you, there is nothing to do. If not, set a new password and end all other sessions.'],
});

export const newDeviceEmail = (
  { site, url, username }: To,
  { device, place, at }: { device: string; place: string | null; at: Date },
): EmailContent => ({
  subject: `A new device signed in to ${site}`,
  heading: 'A sign-in from a new device',
  paragraphs: [
    `Somebody signed in to your account ${username} with ${device}${place ? ` in ${place}` : ''}, at ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
  ],
  action: { label: 'Look at your account', url: `${url}/settings/security` },
  notes: ['If it was you, there is nothing to do. If not, set a new password and end all other sessions.'],
});

export const deletedEmail = ({ site, username }: To): EmailContent => ({
  subject: `Your ${site} account has been deleted`,
  heading: 'Goodbye',
  paragraphs: [
    `Your account ${username} has been deleted, as you asked. What you wrote stays, as a deleted user's; orders are kept for our records.`,
    'Thank you for being with us.',
  ],
});

export const suspendedEmail = ({ site, username }: To, reason: string): EmailContent => ({
  subject: `Your ${site} account is suspended`,
  heading: 'Your account is suspended',
  paragraphs: [`The account ${username} was suspended. The reason:`, reason],
});

export const reinstatedEmail = ({ site, url, username }: To): EmailContent => ({
  subject: `Your ${site} account has been reinstated`,
  heading: 'Welcome back',
  paragraphs: [`The suspension of the account ${username} was lifted. You can sign in again.`],
  action: { label: 'Sign in', url: `${url}/login` },
});
