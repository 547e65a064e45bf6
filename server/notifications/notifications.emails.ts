import { msg } from '#contract/text/message.ts';
import type { EmailTemplate } from '#server/app/mail/email-template.ts';
import type { Settings } from '#server/app/start/settings.ts';
import type { NotificationRow } from './shown.store.ts';
import { toNotification, TEXTS } from './texts.ts';

type Site = Pick<Settings, 'SITE_NAME' | 'PUBLIC_URL' | 'SITE_TAGLINE' | 'owner'>;

interface One {
  row: NotificationRow;
  to: { username: string };
  /** Of the page that switches these emails off. */
  unsubscribe: string;
}

/** The email about one notification. */
export const notificationEmail =
  (site: Site, one: One): EmailTemplate =>
  (i18n) => {
    const { SITE_NAME, PUBLIC_URL } = site;
    const { kind, title, excerpt, href } = toNotification(one.row, i18n, site);
    const { optOut, action, email } = TEXTS[kind];
    return {
      subject: title,
      heading: title,
      paragraphs: excerpt === null ? [] : [excerpt],
      ...email?.(one.row, { username: one.to.username, site: SITE_NAME }, i18n),
      action: { label: i18n._(action ?? msg('View')), url: PUBLIC_URL + href },
      optOut: { label: i18n._(optOut), url: one.unsubscribe },
    };
  };

/** The email of the day. */
export const dailyEmail =
  (
    settings: Site,
    { rows, to, unsubscribe }: { rows: NotificationRow[]; to: { username: string }; unsubscribe: string },
  ): EmailTemplate =>
  (i18n) => ({
    subject: i18n._('Your day on {site}', { site: settings.SITE_NAME }),
    heading: i18n._('Hello {username}', { username: to.username }),
    paragraphs: [
      i18n._("Here's what you missed."),
      ...rows
        .map((row) => toNotification(row, i18n, settings))
        .map(({ title, excerpt }) => (excerpt === null ? title : `${title}\n${excerpt}`)),
    ],
    action: { label: i18n._('View notifications'), url: `${settings.PUBLIC_URL}/notifications` },
    optOut: { label: i18n._('No more daily emails'), url: unsubscribe },
  });
