import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { beginsAsVideo } from './container.ts';

const looks = (text: string): Promise<boolean> =>
  beginsAsVideo(new Blob([Uint8Array.from(text, (letter) => letter.charCodeAt(0))]));

test('recognizes a video by the beginning of its file', async () => {
  expect(await beginsAsVideo(new Blob([await readFile('e2e/media/planes.mp4')]))).toBe(true);
  for (const [what, beginning] of Object.entries({
    mov: '\0\0\0\x14ftypqt  ',
    'old mov': '\0\0\0\x08wide\0\0\0\0mdat',
    webm: '\x1A\x45\xDF\xA3\x01\0\0\0',
    avi: 'RIFF\x24\0\0\0AVI LIST',
    mpeg: '\0\0\x01\xBA\x44',
    ts: '\x47\x40\0\x10',
    m2ts: '\0\0\0\0\x47\x40\0',
  }))
    expect.soft(await looks(beginning), what).toBe(true);
});

test('rejects files that are videos only by name', async () => {
  for (const [what, beginning] of Object.entries({
    nothing: '',
    zeros: '\0'.repeat(16),
    text: 'Dear diary, today',
    png: '\x89PNG\r\n\x1A\n\0\0\0\rIHDR',
    zip: 'PK\x03\x04\x14\0',
    heic: '\0\0\0\x18ftypheic\0\0\0\0',
    m4a: '\0\0\0\x18ftypM4A \0\0\0\0',
    wav: 'RIFF\x24\0\0\0WAVEfmt ',
  }))
    expect.soft(await looks(beginning), what).toBe(false);
});
