/** What a file is, judged by its first bytes alone: names and declared types are only claims. */

/** How many first bytes `sniffVideo` and `sniffImage` want to see. */
export const SNIFF_BYTES = 4096;

export type VideoContainer = 'mp4' | 'matroska';
export type Sniffed = { container: VideoContainer } | { rejection: string };

const USE_INSTEAD = 'Please choose an MP4, MOV, WebM or MKV file.';

/** Bytes at an offset, and the sentence for whoever sent them under a video's name. */
const STRANGERS: [offset: number, bytes: string, sentence: string][] = [
  [0, 'PK', `This is a ZIP archive, not a video. Unpack it and choose the video inside.`],
  [0, 'Rar!', `This is an archive, not a video. Unpack it and choose the video inside.`],
  [0, '7z\xBC\xAF', `This is an archive, not a video. Unpack it and choose the video inside.`],
  [0, '\x1F\x8B', `This is an archive, not a video. Unpack it and choose the video inside.`],
  [0, '%PDF', `This is a PDF document, not a video. ${USE_INSTEAD}`],
  [0, '\x7FELF', `This is a program, not a video. ${USE_INSTEAD}`],
  [0, 'MZ', `This is a program, not a video. ${USE_INSTEAD}`],
  [0, 'GIF8', `This is a picture, not a video. ${USE_INSTEAD}`],
  [0, '\x89PNG', `This is a picture, not a video. ${USE_INSTEAD}`],
  [0, '\xFF\xD8\xFF', `This is a picture, not a video. ${USE_INSTEAD}`],
  [0, 'ID3', `This is an audio file, not a video. ${USE_INSTEAD}`],
  [0, 'fLaC', `This is an audio file, not a video. ${USE_INSTEAD}`],
  [8, 'WAVE', `This is an audio file, not a video. ${USE_INSTEAD}`],
  [8, 'WEBP', `This is a picture, not a video. ${USE_INSTEAD}`],
  [8, 'AVI ', `AVI files can't be played in browsers. ${USE_INSTEAD}`],
  [0, 'FLV', `Flash videos can't be played in browsers. ${USE_INSTEAD}`],
  [0, 'OggS', `Ogg files are not accepted. ${USE_INSTEAD}`],
  [0, '0&\xB2u', `Windows Media files can't be played in browsers. ${USE_INSTEAD}`],
];

const TEXTS: [pattern: RegExp, sentence: string][] = [
  [
    /^#EXTM3U|^\[playlist\]|^ffconcat version|^<\?xml[^]*<(MPD|playlist|smil)\b|^<(MPD|smil|asx)\b/i,
    'This is a playlist that points to other files, not a video. Choose the video file itself.',
  ],
  [
    /^#!|^<\?php|^<script|^<%|^(import|export|function|const|var) /i,
    `This is a script, not a video. ${USE_INSTEAD}`,
  ],
  [/<svg[\s>]/i, `This is an SVG drawing, not a video. ${USE_INSTEAD}`],
  [/^<!doctype html|<html[\s>]|^<(head|body)\b/i, `This is a web page, not a video. ${USE_INSTEAD}`],
];

const PICTURE_BRANDS = new Set([
  'heic',
  'heix',
  'heif',
  'hevc',
  'mif1',
  'msf1',
  'avif',
  'avis',
  'jxl ',
  'crx ',
]);
const SOUND_BRANDS = new Set(['M4A ', 'M4B ', 'M4P ']);
/** Boxes an ISO or QuickTime file may begin with (ISO/IEC 14496-12, and QuickTime files older than `ftyp`). */
const FIRST_BOXES = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);

/** Judge a video by its first `SNIFF_BYTES` bytes (fewer only when the file is shorter). */
export function sniffVideo(head: Buffer): Sniffed {
  if (head.length === 0) return { rejection: 'The file is empty. Please choose the video again.' };
  if (head.toString('latin1', 0, 4) === '\x1A\x45\xDF\xA3') return { container: 'matroska' };
  const box = head.toString('latin1', 4, 8);
  if (FIRST_BOXES.has(box)) return sniffBrand(head, box);
  for (const [offset, bytes, rejection] of STRANGERS) {
    if (head.toString('latin1', offset, offset + bytes.length) === bytes) return { rejection };
  }
  const text = head.toString('utf8').replace(/^\uFEFF?\s*/, '');
  for (const [pattern, rejection] of TEXTS) if (pattern.test(text)) return { rejection };
  if (head[0] === 0x47 && head[188] === 0x47)
    return { rejection: `Transport streams are not accepted. ${USE_INSTEAD}` };
  return { rejection: `This file is not a video we can read. ${USE_INSTEAD}` };
}

function sniffBrand(head: Buffer, box: string): Sniffed {
  const brand = box === 'ftyp' ? head.toString('latin1', 8, 12) : '';
  if (PICTURE_BRANDS.has(brand)) return { rejection: `This is a picture, not a video. ${USE_INSTEAD}` };
  if (SOUND_BRANDS.has(brand)) return { rejection: `This is an audio file, not a video. ${USE_INSTEAD}` };
  return { container: 'mp4' };
}

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

/** The picture format by its first bytes, null for anything that is no raster picture we take. */
export function sniffImage(head: Buffer): ImageFormat | null {
  const at = (start: number, end: number) => head.toString('latin1', start, end);
  if (at(0, 3) === '\xFF\xD8\xFF') return 'jpeg';
  if (at(0, 8) === '\x89PNG\r\n\x1A\n') return 'png';
  if (at(0, 4) === 'RIFF' && at(8, 12) === 'WEBP') return 'webp';
  if (at(0, 6) === 'GIF87a' || at(0, 6) === 'GIF89a') return 'gif';
  if (at(4, 8) === 'ftyp' && (at(8, 12) === 'avif' || at(8, 12) === 'avis')) return 'avif';
  return null;
}

/** Scans of a JPEG (ITU T.81, B.1.1.2): how often the picture is gone over. 0 for any other file. */
export function countScans(image: Buffer): number {
  if (image[0] !== 0xff || image[1] !== 0xd8) return 0;
  let scans = 0;
  for (let at = image.indexOf(0xff, 2); at >= 0; at = image.indexOf(0xff, at + 1))
    if (image[at + 1] === 0xda) scans += 1;
  return scans;
}
