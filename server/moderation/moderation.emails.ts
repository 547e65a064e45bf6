import type { Message } from '#contract/text/message.ts';
import { translateBy } from '#server/app/i18n/translate.ts';
import type { EmailTemplate } from '#server/app/mail/email-template.ts';

/** To the uploader of a video that was taken down for copyright; it doesn't name who claims that. */
export const takedownEmail =
  (
    { site, url, username }: { site: string; url: string; username: string },
    { id, title, reason }: { id: number; title: string; reason: Message },
  ): EmailTemplate =>
  (i18n) => ({
    subject: i18n._('Your video was taken down: {title}', { title }),
    heading: i18n._('Your video was taken down'),
    paragraphs: [
      i18n._(
        'Hello {username}, someone claims that “{title}” infringes their copyright. An administrator of {site} took it down.',
        { username, title, site },
      ),
      i18n._('The reason:'),
      translateBy(i18n, reason),
      i18n._(
        'If this is a mistake, reply to this email. Explain why you may publish the video: for example, because you made it, you have permission, or the law allows your use. An administrator can then restore it.',
      ),
    ],
    action: { label: i18n._('View video'), url: `${url}/studio/${id}` },
  });
