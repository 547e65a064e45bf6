import { USERNAME_PATTERN } from '#contract/accounts/accounts.ts';
import { Message, msg } from '#contract/text/message.ts';
import { withPlainDomain } from '#contract/accounts/plain-domain.ts';

/** Names that could pass for the site, or that the site uses in place of a name. */
const RESERVED = new Set([
  'admin',
  'administrator',
  'anonymous',
  'deleted',
  'deleted-user',
  'deleted_user',
  'deleted.user',
  'guest',
  'me',
  'moderator',
  'null',
  'official',
  'root',
  'staff',
  'support',
  'system',
  'undefined',
  'unknown',
]);

/** Whether sign-ups under this name are rejected. The owner's shell may still create such an account. */
export const isReservedName = (username: string): boolean => RESERVED.has(username.toLowerCase());

/** A typed sign-in name, normalised for comparison with usernames and addresses: both ignore case. */
export const loginKey = (typed: string): string =>
  withPlainDomain(typed.toWellFormed().replaceAll('\0', '\uFFFD').normalize('NFC').trim()).toLowerCase();

const NAME = new RegExp(`^${USERNAME_PATTERN}$`);

/** A username from a name or an address: its plain letters, or `person`. `attempt` from 1 on adds digits. */
export function suggestUsername(from: string, attempt: number, digits: string): string {
  const written = from
    .replace(/@.*$/s, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9_.-]+/g, '.');
  // from the first letter or digit to the last
  const [plain = ''] = /[A-Za-z0-9](?:.*[A-Za-z0-9])?/.exec(written) ?? [];
  const base = plain.length >= 3 ? plain.slice(0, 22) : 'person';
  const name =
    attempt === 0 && !isReservedName(base) ? base : `${base}${digits.slice(0, 4 + attempt)}`.slice(0, 30);
  return NAME.test(name) ? name : `person${digits.slice(0, 8)}`;
}

const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** A stored device description in the reader's language. */
export function deviceLabel(device: string): Message {
  const [browser = '', system] = device.split(' on ', 2);
  return system === undefined ? new Message(device) : msg`${browser} on ${system}`;
}

/** A user agent as a stored description: "Firefox on Linux". */
export function describeDevice(userAgent: string | null): string {
  const find = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? msg('Unknown device');
}
