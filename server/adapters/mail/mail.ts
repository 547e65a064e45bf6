import type { Message } from '#contract/text/message.ts';
/** One mail to one person, as HTML and as text. */
export interface MailMessage {
  /** One bare address, `name@host`. */
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Further headers; names of letters, digits and hyphens. */
  headers?: Record<string, string>;
}

export interface Mail {
  /** Hands the mail on, or throws; a MailRejected is final, anything else may be tried again. */
  send(message: MailMessage): Promise<void>;
  /** One sentence on where mails go; throws when they can't go there now. */
  check(): Promise<Message>;
  close(): void;
}

/** This mail can never be sent: its address or a header is malformed, or the server rejected it for good. */
export class MailRejected extends Error {}

const ADDRESS = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,253}$/;
const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]{0,60}$/;
/** Characters that end a header line, or that no header may hold. */
// oxlint-disable-next-line no-control-regex -- these are just the characters a header may not hold
const BREAKS = /[\u0000-\u001F\u007F\u0085\u2028\u2029]/;

/** Refuses whatever could add a header or a recipient. Throws MailRejected. */
export function rejectInjection({ to, subject, headers = {} }: MailMessage): void {
  if (BREAKS.test(to) || !ADDRESS.test(to))
    throw new MailRejected('The recipient is not one plain mail address.');
  if (BREAKS.test(subject)) throw new MailRejected('The subject holds a line break or a control character.');
  for (const [name, value] of Object.entries(headers)) {
    if (!HEADER_NAME.test(name) || BREAKS.test(value))
      throw new MailRejected(`The header ${JSON.stringify(name.slice(0, 60))} is malformed.`);
  }
}
