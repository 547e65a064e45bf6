import { inflateRawSync } from 'node:zlib';

const CENTRAL = 0x02014b50;
const END = 0x06054b50;

/** The files of a ZIP archive by name, from its central directory, as every unzip program reads it. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from([END, END >> 8, END >> 16, END >> 24]));
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (archive.readUInt32LE(at) !== CENTRAL) throw new Error('not an archive');
    const size = archive.readUInt32LE(at + 20);
    const nameEnd = at + 46 + archive.readUInt16LE(at + 28);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(start, start + size);
    const isDeflated = archive.readUInt16LE(at + 10) === 8;
    files.set(archive.toString('utf8', at + 46, nameEnd), isDeflated ? inflateRawSync(packed) : packed);
    at = nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}
