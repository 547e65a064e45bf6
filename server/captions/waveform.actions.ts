import type { Waveform } from '#contract/captions/captions.ts';
import type { Context } from '#server/app/context.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { checkOwner } from './captions.actions.ts';
import { findCaptioned, findVideoFile } from './captions.store.ts';
import { drawWaveform, waveformKey } from './waveform.jobs.ts';
import { LEVELS_PER_SECOND } from './waveform.rules.ts';

/** The waveform of a video's audio; null while the job that it starts computes it. Throws 404. */
export async function readWaveform(ctx: Context, user: User, id: number): Promise<Waveform> {
  checkOwner(await findCaptioned(ctx.db, id), user);
  const nothing = { perSecond: LEVELS_PER_SECOND, levels: null };
  const source = await findVideoFile(ctx.db, id);
  if (!source) return nothing;
  const key = waveformKey(id, source.rev);
  if (!(await ctx.storage.stat(key))) {
    await ctx.jobs.send(drawWaveform, { videoId: id }, { singletonKey: String(id) });
    return nothing;
  }
  const read = await ctx.storage.read(key);
  const levels = Buffer.isBuffer(read) ? read : Buffer.concat(await read.toArray());
  return { ...nothing, levels: [...levels] };
}
