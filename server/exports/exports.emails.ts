import { EXPORT_HOURS } from '#contract/exports/exports.ts';
import type { EmailTemplate } from '#server/app/mail/email-template.ts';

/** Without the download's address: a mailbox alone must not give everything away. */
export const exportReadyEmail =
  ({ site, url, username }: { site: string; url: string; username: string }): EmailTemplate =>
  (i18n) => ({
    subject: i18n._('Your data from {site} is ready', { site }),
    heading: i18n._('Your data is ready'),
    paragraphs: [
      i18n._('The data of your account {username} was gathered. You can download it in your settings.', {
        username,
      }),
    ],
    action: { label: i18n._('Open settings'), url: `${url}/settings` },
    notes: [
      i18n._('It is kept for {EXPORT_HOURS} hours.', { EXPORT_HOURS }),
      i18n._('Didn’t ask for it? Then set a new password and end all other sessions.'),
    ],
  });
