import { expect, test } from 'vitest';
import { readOptions } from './options.ts';

test('an address without options requests the video as it is', () => {
  expect(readOptions('')).toEqual({
    start: 0,
    end: null,
    loop: false,
    muted: false,
    autoplay: false,
    captions: null,
    controls: true,
  });
});

test('each option is read, and invalid values are ignored', () => {
  expect(readOptions('?start=1.5&end=4&loop=1&muted=true&autoplay=1&captions=pt-BR&controls=0')).toEqual({
    start: 1.5,
    end: 4,
    loop: true,
    muted: true,
    autoplay: true,
    captions: 'pt-BR',
    controls: false,
  });
  for (const start of ['abc', '-3', 'NaN', 'Infinity', ''])
    expect(readOptions(`?start=${start}`).start, start).toBe(0);
  expect(readOptions('?start=9&end=3').end).toBeNull();
  expect(readOptions('?captions=1').captions).toBe('');
  expect(readOptions('?captions=0').captions).toBeNull();
  expect(readOptions('?loop=off').loop).toBe(false);
});
