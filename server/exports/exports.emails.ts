import { EXPORT_HOURS } from '#contract/exports/exports.ts';
import type { EmailTemplate } from '#server/app/mail/email-template.ts';

/** Without the download's address: a mailbox alone must not give everything away. */
export const exportReadyEmail =
  ({ site, url, username }: { site: string; url: string; username: string }): EmailTemplate =>
  (i18n) => ({
    subject: i18n._('Your data from {site} is ready', { site }),
    heading: i18n._('Your data is ready'),
    paragraphs: [
      i18n._('Your data export for the account {username} is ready. You can download it in your settings.', {
        username,
      }),
    ],
    action: { label: i18n._('Open settings'), url: `${url}/settings/data` },
    notes: [
      i18n._('Available for {EXPORT_HOURS} hours.', { EXPORT_HOURS }),
      i18n._('Didn’t request this? Set a new password and end all other sessions.'),
    ],
  });
