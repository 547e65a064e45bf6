import { msg } from '#contract/text/message.ts';
import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { type Mail, rejectInjection } from './mail.ts';

/** Mail as `.eml` files, one each, for sites without an SMTP server: names sort by time. */
export function openMailFiles({
  folder,
  from,
  now = () => new Date(),
}: {
  folder: string;
  from: string;
  now?: () => Date;
}): Mail {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(message) {
      rejectInjection(message);
      const { message: bytes } = await composer.sendMail({
        from,
        to: { name: '', address: message.to },
        subject: message.subject,
        html: message.html,
        text: message.text,
        date: now(),
        headers: { 'Auto-Submitted': 'auto-generated', ...message.headers },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      if (!Buffer.isBuffer(bytes)) throw new TypeError('The composed mail is not a buffer.');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${now().toISOString().replace(/[:.]/g, '-')}-${randomUUID()}.eml`);
      // whole or not at all: a reader never sees half a mail
      await writeFile(`${path}.part`, bytes, { mode: 0o600 });
      await rename(`${path}.part`, path);
    },
    async check() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await access(folder, constants.W_OK);
      return msg`files in ${folder}`;
    },
    close: () => composer.close(),
  };
}
