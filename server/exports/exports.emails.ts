import { EXPORT_HOURS } from '#contract/accounts/exports.ts';
import type { EmailContent } from '#server/app/mail/email-template.ts';

/** Without the download's address: a mailbox alone must not give everything away. */
export const exportReadyEmail = ({
  site,
  url,
  username,
}: {
  site: string;
  url: string;
  username: string;
}): EmailContent => ({
  subject: `Your data from ${site} is ready`,
  heading: 'Your data is ready',
  paragraphs: [`The data of your account ${username} was gathered. You can download it in your settings.`],
  action: { label: 'Open settings', url: `${url}/settings` },
  notes: [
    `It is kept for ${EXPORT_HOURS} hours.`,
    'Didn’t ask for it? Then set a new password and end all other sessions.',
  ],
});
