import { expect, test } from 'vitest';
import { formatBytes, formatLeft, evaluate, titleFrom, TransferRate, whatIsWrong } from './upload.rules.ts';

test('a server that is waking up is tried three times, three seconds apart', () => {
  for (const attempt of [1, 2]) {
    expect(evaluate({ kind: 'rejected', status: 503, text: '' }, attempt)).toMatchObject({
      again: true,
      waitMs: 3000,
      notice: { title: 'Server Waking Up', text: `Attempt ${attempt + 1} of 3 in 3 seconds…` },
    });
  }
  expect(evaluate({ kind: 'rejected', status: 503, text: 'x' }, 3)).toEqual({
    again: false,
    notice: {
      kind: 'bad',
      title: 'Server Unavailable',
      text: 'The server is taking longer than usual. Please wait a moment and try again.',
    },
  });
});

test('a broken connection is tried three times, two seconds apart', () => {
  expect(evaluate({ kind: 'network' }, 2)).toMatchObject({
    again: true,
    waitMs: 2000,
    notice: { title: 'Retrying Upload' },
  });
  expect(evaluate({ kind: 'network' }, 3)).toMatchObject({
    again: false,
    notice: { title: 'Network Error' },
  });
});

test.each([
  [
    { kind: 'timeout' },
    'Upload Timeout',
    'Upload took too long. Please check your connection and file size.',
  ],
  [
    { kind: 'rejected', status: 403, text: 'no' },
    'Upload Access Required',
    'Contact admin to upgrade your account to Content Creator.',
  ],
  [
    { kind: 'rejected', status: 413, text: '' },
    'File Too Large',
    'Video must be under 300MB. Try recording at 720p or shorter clips!',
  ],
  [{ kind: 'rejected', status: 413, text: 'Far too large.' }, 'File Too Large', 'Far too large.'],
  [{ kind: 'rejected', status: 415, text: 'This is a picture.' }, 'Upload Failed', 'This is a picture.'],
  [{ kind: 'rejected', status: 429, text: 'Too much today.' }, 'Upload Failed', 'Too much today.'],
  [{ kind: 'rejected', status: 507, text: 'There is no room.' }, 'Upload Failed', 'There is no room.'],
  [{ kind: 'rejected', status: 500, text: '' }, 'Upload Failed', 'Please try again.'],
] as const)('%o ends the upload: %s', (outcome, title, text) => {
  expect(evaluate(outcome, 1)).toMatchObject({ again: false, notice: { title, text } });
});

test('cancelling shows no message', () => {
  expect(evaluate({ kind: 'cancelled' }, 1)).toEqual({ again: false, notice: null });
});

test('computes the speed and the time left', () => {
  const rate = new TransferRate();
  rate.record(0, 0);
  expect(rate.secondsLeft(0, 10)).toBeNull();
  rate.record(1_000_000, 1000);
  rate.record(2_000_000, 2000);
  expect(rate.speed()).toBe(1_000_000);
  expect(rate.secondsLeft(2_000_000, 12_000_000)).toBe(10);
  expect([formatBytes(41_200), formatBytes(3_140_000), formatBytes(52_000_000)]).toEqual([
    '41 KB',
    '3.1 MB',
    '52 MB',
  ]);
  expect([formatLeft(0.2), formatLeft(42), formatLeft(61)]).toEqual(['1 s left', '42 s left', '2 min left']);
});

test.each([
  [{ name: 'a.mp4', type: 'video/mp4', size: 1 }, undefined],
  [{ name: 'a.MKV', type: '', size: 1 }, undefined],
  [{ name: 'a.mxf', type: 'application/mxf', size: 1 }, undefined],
  [{ name: 'a.txt', type: 'text/plain', size: 1 }, 'This isn’t a video'],
  [{ name: 'a.jpg', type: 'image/jpeg', size: 1 }, 'This isn’t a video'],
  [{ name: 'notes', type: '', size: 1 }, 'This isn’t a video'],
  [{ name: 'a.mp4', type: 'video/mp4', size: 0 }, 'This file is empty'],
  [{ name: 'a.mp4', type: 'video/mp4', size: 300 * 1024 * 1024 }, undefined],
  [{ name: 'a.mp4', type: 'video/mp4', size: 300 * 1024 * 1024 + 1 }, 'Video Too Large'],
])('%j chosen: %s', (file, title) => {
  expect(whatIsWrong(file)?.title).toBe(title);
});

test.each([
  ['beach_run-02.final.mp4', 'Beach run 02 final'],
  ['Café at dawn.MOV', 'Café at dawn'],
  ['東京の夜の散歩.webm', '東京の夜の散歩'],
  ['IMG_2034.MOV', null],
  ['VID20260101_120000.mp4', null],
  ['recording.webm', null],
  ['20260101.mp4', null],
  [`${'a'.repeat(400)}.mp4`, `A${'a'.repeat(199)}`],
])('a file called %s suggests %s', (name, title) => {
  expect(titleFrom({ name })).toBe(title);
});
