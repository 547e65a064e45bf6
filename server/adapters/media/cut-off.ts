import { open } from 'node:fs/promises';

/** Ten minutes of fragments of a fiftieth of a second: more than any file needs. */
const MAX_BOXES = 100_000;
const HEADER = 16;

/**
 * Whether a fragmented MP4 ends within a box (ISO/IEC 14496-12), as an interrupted recorder leaves it: everything
 * before is intact, unlike in a file with a single index.
 */
export async function endsWithinFragment(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    let at = 0;
    let fragments = 0;
    for (let boxes = 0; boxes < MAX_BOXES && at < size; boxes += 1) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER), 0, HEADER, at);
      if (bytesRead < 8) return fragments > 0;
      if (buffer.toString('latin1', 4, 8) === 'moof') fragments += 1;
      const length = buffer.readUInt32BE(0);
      // 0: to the end of the file; 1: the length follows in 8 bytes
      if (length === 0) return false;
      const whole = length === 1 ? Number(buffer.readBigUInt64BE(8)) : length;
      if (whole < 8) return false;
      at += whole;
    }
    return fragments > 0 && at > size;
  } finally {
    await file.close();
  }
}
