import { describe, expect, test } from 'vitest';
import { Email, NewPassword, Username } from '#contract/accounts/accounts.ts';
import { describeDevice, isReservedName, loginKey, suggestUsername } from './accounts.rules.ts';

const sentence = (schema: typeof Username | typeof Email | typeof NewPassword, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message;

describe('usernames', () => {
  test.for(['ann', 'Ann_B.c-9', 'a'.repeat(30), '  ann  '])('%j is valid', (name) => {
    expect(Username.parse(name)).toBe(name.trim());
  });
  test.for([
    'ab',
    'a'.repeat(31),
    'ann b',
    'аdmin' /* Cyrillic а */,
    'ａｎｎ',
    'ann\u0000',
    'ann\u202Egnp',
    'ann\r\nx',
    'ann\u200B',
    'émile',
    'x'.repeat(1e6),
  ])('%j is invalid', (name) => {
    expect(sentence(Username, name)).toBe(
      'A username has 3 to 30 letters (A–Z), digits, dots, dashes or underscores.',
    );
  });
  test.for(['', '   ', null, 7, undefined, {}])('%j is reported as missing', (name) => {
    expect(sentence(Username, name)).toBe('Please enter a username.');
  });
  test("the site's own names are reserved, regardless of case", () => {
    expect(['Admin', 'GUEST', 'deleted_user'].every(isReservedName)).toBe(true);
    expect(isReservedName('annadmin')).toBe(false);
  });
});

describe('email addresses', () => {
  test.for([
    ['ann@example.org', 'ann@example.org'],
    [' Ann+x@EXAMPLE.Org ', 'Ann+x@example.org'],
    ['admin@localhost', 'admin@localhost'],
    ['ann@MÜLLER.example', 'ann@xn--mller-kva.example'],
    ['ann@xn--mller-kva.example', 'ann@xn--mller-kva.example'],
    [`${'a'.repeat(64)}@example.org`, `${'a'.repeat(64)}@example.org`],
    ["o'neil@a-b.co.uk", "o'neil@a-b.co.uk"],
  ])('%j is accepted', ([given, expected]) => {
    expect(Email.parse(given)).toBe(expected);
  });
  test.for([
    'ann',
    'ann@',
    '@example.org',
    'a b@example.org',
    'a@b',
    'a@-b.org',
    'a..b@example.org',
    'a@example.org\r\nBcc: v@example.org',
    'a@example.org\n',
    'a@b.org,c@d.org',
    '<a@b.org>',
    'аnn@example.org',
    'a@ex\u0000ample.org',
    `${'a'.repeat(250)}@example.org`,
    `${'a'.repeat(65)}@example.org`,
    'ann@mü ller.example',
    `a@${'b'.repeat(1e6)}.org`,
  ])('%j is rejected', (address) => {
    expect(sentence(Email, address)).toBe('Please enter a valid email address.');
  });
  test.for([`${'a.'.repeat(450)}@`, `a@${'a-'.repeat(450)}`, `${'a'.repeat(999)}`])(
    'a hostile address does not hang the check',
    (address) => {
      expect(sentence(Email, address)).toBe('Please enter a valid email address.');
    },
  );
});

test('a password has 8 to 256 characters', () => {
  expect(sentence(NewPassword, '1234567')).toBe('Password must be at least 8 characters');
  expect(sentence(NewPassword, 'x'.repeat(257))).toBe('Password must be at most 256 characters');
  expect(NewPassword.parse('  8 chars')).toBe('  8 chars');
  expect(NewPassword.parse('☀️☀️☀️☀️')).toBe('☀️☀️☀️☀️');
});

test('logins are compared case-insensitively', () => {
  expect(loginKey('  Ann@Example.ORG ')).toBe('ann@example.org');
});

test.for([
  ['Ann Bee', 0, 'Ann.Bee'],
  ['ann@example.org', 0, 'ann'],
  ['Émile Zölå', 0, 'Emile.Zola'],
  ['李', 0, 'person73519246'.slice(0, 10)],
  ['admin', 0, 'admin7351'],
  ['Ann', 1, 'Ann73519'],
  ['x'.repeat(60), 2, `${'x'.repeat(22)}735192`],
] as const)('%j, attempt %i, suggests %s', ([from, attempt, expected]) => {
  const suggested = suggestUsername(from, attempt, '73519246');
  expect(Username.safeParse(suggested).success).toBe(true);
  if (from !== '李') expect(suggested).toBe(expected);
});

test.for([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0',
    'Edge on Windows',
  ],
  ['curl/8.0', 'Unknown device'],
  [null, 'Unknown device'],
] as const)('%j is described as %s', ([agent, name]) => {
  expect(describeDevice(agent)).toBe(name);
});
