import type { Message } from '#contract/text/message.ts';
import { translateBy } from '#server/app/i18n/translate.ts';
import type { EmailTemplate } from '#server/app/mail/email-template.ts';

export const backupFailedEmail =
  ({ site, url }: { site: string; url: string }, failure: Message): EmailTemplate =>
  (i18n) => ({
    subject: i18n._('The backup of {site} failed', { site }),
    heading: i18n._('The backup failed'),
    paragraphs: [
      translateBy(i18n, failure),
      i18n._("Earlier backups aren't affected. We'll retry every hour and won't email you again today."),
    ],
    action: { label: i18n._('View'), url: `${url}/admin?tab=backups` },
  });
