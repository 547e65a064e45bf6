import { open } from 'node:fs/promises';

/** Changes one byte of a file; returns a function that restores it. */
export async function changeByte(file: string, at: number): Promise<() => Promise<void>> {
  const handle = await open(file, 'r+');
  const byte = Buffer.alloc(1);
  await handle.read(byte, 0, 1, at);
  await handle.write(Buffer.from([(byte[0] ?? 0) ^ 0x10]), 0, 1, at);
  await handle.close();
  return async () => {
    const again = await open(file, 'r+');
    await again.write(byte, 0, 1, at);
    await again.close();
  };
}
