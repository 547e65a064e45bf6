import type { EmailTemplate } from '#server/app/mail/email-template.ts';

export const testEmail =
  (site: string): EmailTemplate =>
  (i18n) => ({
    subject: i18n._('A test from {site}', { site }),
    heading: i18n._('It works'),
    paragraphs: [i18n._("This is a test email from your site's settings. If you can read it, email works.")],
  });
