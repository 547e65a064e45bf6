import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '#server/app/context.ts';

/** The audio of a stored video as a file in `dir`, in the format of `media.sound`; null where it has none. */
export async function extractSound(
  ctx: Context,
  key: string,
  { dir, signal }: { dir: string; signal: AbortSignal },
): Promise<string | null> {
  const source = await ctx.storage.localCopy(key, dir);
  const info = await ctx.media.probe(source, { signal });
  if (info.audioCodec === null) return null;
  const out = join(dir, 'sound.raw');
  await ctx.media.sound(source, out, info, { signal });
  return out;
}

export const readSound = async (path: string | null): Promise<Buffer> =>
  path === null ? Buffer.alloc(0) : readFile(path);
