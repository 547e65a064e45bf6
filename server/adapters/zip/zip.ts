import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  /** With slashes between folders. */
  name: string;
  /** Text is compressed; a file, opened when its turn comes, goes in as it is. */
  content: string | (() => Promise<Readable | Buffer>);
}

/** A ZIP archive (ZIP64 where it needs to be), written as fast as it is read. It fails when one of its files does. */
export function writeZip(entries: ZipEntry[], at: Date): Readable {
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  let open: Readable | null = null;
  zip.on('error', (error: Error) => out.destroy(error));
  out.on('close', () => open?.destroy());
  for (const { name, content } of entries) {
    if (typeof content === 'string') zip.addBuffer(Buffer.from(content), name, { mtime: at });
    else
      zip.addReadStreamLazy(name, { mtime: at, compress: false }, (take) => {
        content().then(
          (file) => {
            open = Buffer.isBuffer(file) ? Readable.from([file]) : file;
            take(null, open);
          },
          (error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))),
        );
      });
  }
  zip.end();
  return out;
}
