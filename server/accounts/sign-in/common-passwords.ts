import { readFile } from 'node:fs/promises';
import { MIN_PASSWORD } from '#contract/accounts/accounts.ts';
import { msg } from '#contract/text/message.ts';
import type { Context } from '#server/app/context.ts';
import { fail } from '#server/app/http/errors.ts';

export const TOO_COMMON = msg('This password is too common. Please choose another.');

/** The 49,000 most used passwords of leaks, most used first; those too short for us are left out. */
async function readList(): Promise<Set<string>> {
  const file = new URL(import.meta.resolve('@zxcvbn-ts/language-common/src/passwords.json'));
  const list = JSON.parse(await readFile(file, 'utf8')) as string[];
  return new Set(list.filter((password) => password.length >= MIN_PASSWORD));
}

let list: Promise<Set<string>> | null = null;

/** Whether it is among the most used passwords, whatever its case. The list is read with the first question. */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= readList();
  return (await list).has(password.normalize('NFC').toLowerCase());
}

const TOO_EASY = msg(
  'This password is easy to guess because it matches your name, your email address or the name of this site.',
);

/** Throws 422 for one of the most used passwords, and for what everybody knows of this person; `field` is its name in the call. */
export async function rejectWeakPassword(
  { settings }: Pick<Context, 'settings'>,
  password: string,
  { field, username, email }: { field: string; username: string; email: string | null },
): Promise<void> {
  if (await isCommonPassword(password))
    throw fail(422, 'PASSWORD_TOO_COMMON', TOO_COMMON, { fields: { [field]: TOO_COMMON } });
  const plain = (text: string): string => text.normalize('NFC').toLowerCase().replaceAll(' ', '');
  const known = [username, email ?? '', (email ?? '').replace(/@.*$/s, ''), settings.SITE_NAME];
  if (known.map(plain).includes(plain(password)))
    throw fail(422, 'PASSWORD_TOO_EASY', TOO_EASY, { fields: { [field]: TOO_EASY } });
}
