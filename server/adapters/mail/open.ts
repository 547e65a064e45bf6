import { join } from 'node:path';
import { openMailFiles } from './files.ts';
import type { Mail } from './mail.ts';
import { openSmtp } from './smtp.ts';

/** The mail of this site: by SMTP_URL, else files under DATA_DIR/mail. */
export function openMail(settings: {
  SMTP_URL?: string | undefined;
  MAIL_FROM?: string | undefined;
  DATA_DIR: string;
  SITE_NAME: string;
  PUBLIC_URL: string;
}): Mail {
  const from =
    settings.MAIL_FROM ??
    `"${settings.SITE_NAME.replace(/["\\\r\n]/g, '')}" <no-reply@${new URL(settings.PUBLIC_URL).hostname}>`;
  return settings.SMTP_URL
    ? openSmtp({ url: settings.SMTP_URL, from })
    : openMailFiles({ folder: join(settings.DATA_DIR, 'mail'), from });
}
