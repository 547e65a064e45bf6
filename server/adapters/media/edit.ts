import type { Edit } from '#contract/submissions/edit.ts';
import { findEditProblem, turnedSize } from '#contract/submissions/edit.rules.ts';
import { scaledSize } from './arguments.ts';
import type { MediaInfo } from './media-info.ts';
import { MEDIA, MediaRejection } from './rejection.ts';

const TURNS: Record<Edit['rotate'], string[]> = {
  0: [],
  90: ['transpose=clock'],
  180: ['hflip', 'vflip'],
  270: ['transpose=cclock'],
};

/** The media info of an edited video, as if it were the whole file. Throws MediaRejection if the edit leaves nothing. */
export function applyEdit(info: MediaInfo, edit: Edit | null): MediaInfo {
  if (!edit) return info;
  const { start, crop, rotate, mute } = edit;
  const original = { durationSec: info.durationSec ?? 0, width: info.width, height: info.height };
  const problem = findEditProblem(edit, original);
  if (problem)
    throw new MediaRejection(problem.field === 'crop' ? MEDIA.CROP_OUTSIDE() : MEDIA.CUT_OUTSIDE());
  if (start >= info.pictures.end) throw new MediaRejection(MEDIA.CUT_OUTSIDE());
  const end = Math.min(edit.end, original.durationSec);
  const turned = turnedSize(original, rotate);
  return {
    ...info,
    durationSec: end - start,
    pictures: {
      start: Math.max(0, info.pictures.start - start),
      end: Math.min(info.pictures.end, end) - start,
    },
    width: Math.round(turned.width * (crop?.width ?? 1)),
    height: Math.round(turned.height * (crop?.height ?? 1)),
    ...(mute && { soundIndex: null, audioCodec: null }),
    copyable: false,
    cut: { start, filters: [...ofOneSize(info), ...TURNS[rotate], ...cropFilter(crop)] },
  };
}

/** Scales frames whose size varies to one size, so that a crop fits all of them. */
function ofOneSize(info: MediaInfo): string[] {
  const { width, height } = scaledSize(info, Infinity);
  return info.changesSize
    ? [
        `scale=${width}:${height}:flags=bicubic:force_original_aspect_ratio=decrease`,
        `pad=${width}:${height}:-1:-1:eval=frame`,
        'setsar=1',
      ]
    : [];
}

const cropFilter = (crop: Edit['crop']): string[] =>
  crop
    ? [
        `crop=min(iw\\,round(iw*${crop.width.toFixed(6)})):min(ih\\,round(ih*${crop.height.toFixed(6)})):` +
          `iw*${crop.x.toFixed(6)}:ih*${crop.y.toFixed(6)}`,
      ]
    : [];
