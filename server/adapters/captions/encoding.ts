import type { Encoding } from '#contract/captions/captions.ts';

const MARKS: [Encoding, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
/** So much of a file is looked at for the zeros of UTF-16. */
const LOOKED_AT = 4096;

/**
 * The text of a file and its encoding: by its byte order mark, else `declared`, else UTF-16 where every other
 * byte is zero, UTF-8 where it is valid, and windows-1252 as a last resort.
 */
export function readText(bytes: Buffer, declared?: Encoding): { text: string; encoding: Encoding } {
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (marked) return { text: decode(bytes.subarray(marked[1].length), marked[0]), encoding: marked[0] };
  const encoding = declared ?? wideEncoding(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252');
  return { text: decode(bytes, encoding), encoding };
}

const decode = (bytes: Buffer, encoding: Encoding): string =>
  new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);

function wideEncoding(bytes: Buffer): Encoding | null {
  const head = bytes.subarray(0, LOOKED_AT);
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = head.length / 8;
  if (odd > many && even < odd / 8) return 'utf-16le';
  return even > many && odd < even / 8 ? 'utf-16be' : null;
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
