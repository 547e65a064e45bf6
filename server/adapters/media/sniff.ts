import type { StoredMessage } from '#contract/text/message.ts';
import { MEDIA } from './rejection.ts';

/** What a file is, judged by its first bytes alone: names and declared types are only claims. */

/** How many first bytes `sniffVideo` and `sniffImage` want to see. */
export const SNIFF_BYTES = 4096;

export type VideoContainer = 'mp4' | 'matroska';
export type Sniffed = { container: VideoContainer } | { rejection: StoredMessage };

const orInstead = (why: StoredMessage): StoredMessage =>
  MEDIA.WITH_ADVICE(why, MEDIA.CHOOSE_ANOTHER_FORMAT());

const PICTURE = orInstead(MEDIA.PICTURE());
const SOUND = orInstead(MEDIA.SOUND());
const PROGRAM = orInstead(MEDIA.PROGRAM());
const ARCHIVE = MEDIA.ARCHIVE();
const TRANSPORT_STREAM = orInstead(MEDIA.TRANSPORT_STREAM());
const UNREADABLE = orInstead(MEDIA.UNKNOWN());

/** Magic bytes at an offset, and the message for a sender who uploads such a file as a video. */
const STRANGERS: [offset: number, bytes: string, why: StoredMessage][] = [
  [0, 'PK', MEDIA.ZIP()],
  [0, 'Rar!', ARCHIVE],
  [0, '7z\xBC\xAF', ARCHIVE],
  [0, '\x1F\x8B', ARCHIVE],
  [0, '%PDF', orInstead(MEDIA.PDF())],
  [0, '\x7FELF', PROGRAM],
  [0, 'MZ', PROGRAM],
  [0, 'GIF8', PICTURE],
  [0, '\x89PNG', PICTURE],
  [0, '\xFF\xD8\xFF', PICTURE],
  [0, 'ID3', SOUND],
  [0, 'fLaC', SOUND],
  [8, 'WAVE', SOUND],
  [8, 'WEBP', PICTURE],
  [8, 'AVI ', orInstead(MEDIA.AVI())],
  [0, 'FLV', orInstead(MEDIA.FLASH())],
  [0, 'OggS', orInstead(MEDIA.OGG())],
  [0, '0&\xB2u', orInstead(MEDIA.WINDOWS_MEDIA())],
];

const TEXTS: [pattern: RegExp, why: StoredMessage][] = [
  [
    /^#EXTM3U|^\[playlist\]|^ffconcat version|^<\?xml[^]*<(MPD|playlist|smil)\b|^<(MPD|smil|asx)\b/i,
    MEDIA.PLAYLIST(),
  ],
  [/^#!|^<\?php|^<script|^<%|^(import|export|function|const|var) /i, orInstead(MEDIA.SCRIPT())],
  [/<svg[\s>]/i, orInstead(MEDIA.SVG())],
  [/^<!doctype html|<html[\s>]|^<(head|body)\b/i, orInstead(MEDIA.WEB_PAGE())],
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
  if (head.length === 0) return { rejection: MEDIA.EMPTY() };
  if (head.toString('latin1', 0, 4) === '\x1A\x45\xDF\xA3') return { container: 'matroska' };
  const box = head.toString('latin1', 4, 8);
  if (FIRST_BOXES.has(box)) return sniffBrand(head, box);
  for (const [offset, bytes, rejection] of STRANGERS) {
    if (head.toString('latin1', offset, offset + bytes.length) === bytes) return { rejection };
  }
  const text = head.toString('utf8').replace(/^\uFEFF?\s*/, '');
  for (const [pattern, rejection] of TEXTS) if (pattern.test(text)) return { rejection };
  if (head[0] === 0x47 && head[188] === 0x47) return { rejection: TRANSPORT_STREAM };
  return { rejection: UNREADABLE };
}

function sniffBrand(head: Buffer, box: string): Sniffed {
  const brand = box === 'ftyp' ? head.toString('latin1', 8, 12) : '';
  if (PICTURE_BRANDS.has(brand)) return { rejection: PICTURE };
  if (SOUND_BRANDS.has(brand)) return { rejection: SOUND };
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

/** Scans of a JPEG (ITU T.81, B.1.1.2): the number of passes over the picture. 0 for any other file. */
export function countScans(image: Buffer): number {
  if (image[0] !== 0xff || image[1] !== 0xd8) return 0;
  let scans = 0;
  for (let at = image.indexOf(0xff, 2); at >= 0; at = image.indexOf(0xff, at + 1))
    if (image[at + 1] === 0xda) scans += 1;
  return scans;
}
