import { join } from 'node:path';
import { openMailFiles } from './files.ts';
import type { Mail } from './mail.ts';
import { openSmtp } from './smtp.ts';

export interface MailSettings {
  SMTP_URL?: string | undefined;
  MAIL_FROM?: string | undefined;
  DATA_DIR: string;
  SITE_NAME: string;
  PUBLIC_URL: string;
}

/** The mail of this site: by SMTP_URL, else files under DATA_DIR/mail. The settings may change: the next mail goes by them. */
export function openMail(settings: MailSettings): Mail {
  let open: { key: string; mail: Mail } | null = null;
  const current = (): Mail => {
    const key = JSON.stringify([settings.SMTP_URL, settings.MAIL_FROM, settings.SITE_NAME]);
    if (open?.key === key) return open.mail;
    open?.mail.close();
    open = { key, mail: openOnce(settings) };
    return open.mail;
  };
  return {
    send: (message) => current().send(message),
    check: () => current().check(),
    close: () => open?.mail.close(),
  };
}

function openOnce(settings: MailSettings): Mail {
  const from =
    settings.MAIL_FROM ??
    `"${settings.SITE_NAME.replace(/["\\\r\n]/g, '')}" <no-reply@${new URL(settings.PUBLIC_URL).hostname}>`;
  return settings.SMTP_URL
    ? openSmtp({ url: settings.SMTP_URL, from })
    : openMailFiles({ folder: join(settings.DATA_DIR, 'mail'), from });
}
