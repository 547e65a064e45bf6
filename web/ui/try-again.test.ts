import { afterEach, expect, test, vi } from 'vitest';
import { tryAgain } from './try-again.ts';

afterEach(() => vi.unstubAllGlobals());

test('blames the connection only if the browser is offline', () => {
  for (const [onLine, text] of [
    [true, 'Please try again.'],
    [undefined, 'Please try again.'],
    [false, 'Please check your connection and try again.'],
  ]) {
    vi.stubGlobal('navigator', { onLine });
    expect(tryAgain()).toBe(text);
  }
});
