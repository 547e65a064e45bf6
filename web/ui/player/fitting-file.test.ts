import { afterEach, expect, test, vi } from 'vitest';
import { fittingFile, phoneFile, sizedFile } from './fitting-file.ts';

test.each([
  ['1080p.mp4', [360, 720, 1080], '720p.mp4'],
  ['900p.mp4', [360, 720, 900], '720p.mp4'],
  ['540p.mp4', [360, 540], '540p.mp4'],
  ['1080p.mp4', [], '1080p.mp4'],
  ['1080p.mp4', undefined, '1080p.mp4'],
  // as a release left it that knew no sizes
  ['video.mp4', [360, 720, 1080], 'video.mp4'],
])('from %s in the sizes %j a phone gets %s', (file, lines, fits) => {
  expect(phoneFile(`/media/videos/1080/7p/${file}`, lines)).toBe(`/media/videos/1080/7p/${fits}`);
});

test('the smallest size is never larger than the file', () => {
  expect(sizedFile('/a/720p.mp4', [360, 720], 0)).toBe('/a/360p.mp4');
  expect(sizedFile('/a/720p.mp4', [360, 720], 2000)).toBe('/a/720p.mp4');
});

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['an unknown connection', undefined, '720p.mp4'],
  ['a fast connection', { downlink: 10, effectiveType: '4g' }, '720p.mp4'],
  ['a slow connection', { downlink: 1.6, effectiveType: '4g' }, '360p.mp4'],
  ['a 3G connection', { effectiveType: '3g' }, '360p.mp4'],
  ['data saver', { downlink: 10, saveData: true }, '360p.mp4'],
])('chooses a file on a phone, for %s', (_line, connection, fits) => {
  vi.stubGlobal('navigator', { connection });
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('screen', { width: 412, height: 823 });
  vi.stubGlobal('devicePixelRatio', 3);
  expect(fittingFile('/a/1080p.mp4', [360, 720, 1080])).toBe(`/a/${fits}`);
});
