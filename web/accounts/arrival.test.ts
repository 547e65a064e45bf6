import { expect, test } from 'vitest';
import { afterSignIn } from './arrival.ts';

const after = (next: string) => afterSignIn(new URLSearchParams({ next }));

test('signing in returns to the page before, and never to another site', () => {
  expect(after('/video/7?t=3#comments')).toBe('/video/7?t=3#comments');
  for (const next of [
    '',
    'video/7',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
  ])
    expect(after(next), JSON.stringify(next)).toBe('/');
});
