import type { EmailTemplate } from '#server/app/mail/email-template.ts';

export const testEmail =
  (site: string): EmailTemplate =>
  (i18n) => ({
    subject: i18n._('A test from {site}', { site }),
    heading: i18n._('It works'),
    paragraphs: [i18n._('This email was sent from the settings of your site to show that its mail arrives.')],
  });
