import { afterEach, expect, test, vi } from 'vitest';
import { tryAgain } from './try-again.ts';

afterEach(() => vi.unstubAllGlobals());

test('the connection is blamed by a browser that is offline, and by no other', () => {
  for (const [onLine, text] of [
    [true, 'Please try again.'],
    [undefined, 'Please try again.'],
    [false, 'Please check your connection and try again.'],
  ]) {
    vi.stubGlobal('navigator', { onLine });
    expect(tryAgain()).toBe(text);
  }
});
