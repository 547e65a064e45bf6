import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { QUIET, mapPicture, mapSound, openInput } from './arguments.ts';
import type { Binaries } from './binaries.ts';
import { runChild } from './child.ts';
import { rejectDamaged } from './damage.ts';
import { MEDIA } from './rejection.ts';
import type { MediaInfo, WorkOptions } from './media-info.ts';

/** The bitstream filter of each codec that can set a matrix, with the option that leaves it unspecified. */
const OPEN: Record<string, string> = {
  h264: 'h264_metadata=matrix_coefficients=2',
  hevc: 'hevc_metadata=matrix_coefficients=2',
  vp9: 'vp9_metadata=color_space=unknown',
  av1: 'av1_metadata=matrix_coefficients=2',
  mpeg2video: 'mpeg2_metadata=matrix_coefficients=2',
  prores: 'prores_metadata=colorspace=unknown',
};

/**
 * A reserved matrix has no meaning, and ffmpeg 7.0 refuses it before a filter could set another. `work` gets a copy
 * that leaves it unspecified, made in `folder` and deleted afterwards.
 */
export async function withoutReserved<T>(
  binaries: Binaries,
  source: { path: string; info: MediaInfo; folder: string },
  { signal }: WorkOptions,
  work: (path: string, info: MediaInfo) => Promise<T>,
): Promise<T> {
  const { path, info, folder } = source;
  const filter = OPEN[info.videoCodec];
  if (!info.reservedMatrix || !filter) return work(path, info);
  const own = await mkdtemp(join(folder, 'open-matrix-'));
  const copy = join(own, 'copy.mkv');
  try {
    await runChild(
      binaries,
      'ffmpeg',
      [
        ...QUIET,
        ...openInput(path, { ...info, cut: null }),
        ...mapPicture(info),
        ...mapSound(info),
        '-c',
        'copy',
        '-bsf:v',
        filter,
        '-f',
        'matroska',
        `file:${copy}`,
      ],
      {
        signal,
        files: { reads: [path], writes: own },
        limits: { seconds: 300, memoryMiB: 2048, fileMiB: 4096, nice: 5 },
      },
    ).catch(rejectDamaged(MEDIA.DAMAGED_VIDEO()));
    const soundIndex = info.soundIndex === null ? null : 1;
    return await work(copy, { ...info, container: 'matroska', lateSec: 0, pictureIndex: 0, soundIndex });
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}
