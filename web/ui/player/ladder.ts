import { withoutAv1 } from '#contract/videos/files.ts';
import {
  addressOn,
  isOn,
  release,
  type Attached,
  type LadderOptions,
  type WithLadder,
} from './ladder-source.ts';

/**
 * Attaches a source to a player: the ladder (HLS) if the browser plays it natively, or else through hls.js,
 * which is loaded only then; otherwise, and whenever the ladder fails, the plain file. The size menu loads in
 * parallel.
 */
export function attachLadder(player: HTMLVideoElement, given: LadderOptions): Attached {
  const isNative = player.canPlayType('application/vnd.apple.mpegurl') !== '';
  const ladder = given.ladder && (isNative ? withoutAv1(given.ladder) : given.ladder);
  const options = { ...given, ladder, file: addressOn(player) || given.file };
  const { file, startsAsFile } = options;
  // also what was started before the scripts loaded
  const isFile = startsAsFile || (isNative && isOn(player, file) && hasBegun(player));
  let attached: Attached | undefined;
  let isDeleted = false;
  const play = (address: string): void => {
    if (!isOn(player, address)) player.src = address;
  };
  const attach = async (withLadder: WithLadder): Promise<void> => {
    const { attachSizes } = await (isNative
      ? import('./ladder-native.ts')
      : isFile
        ? import('./ladder-later.ts')
        : import('./ladder-library.ts'));
    if (!isDeleted) attached = attachSizes(player, withLadder);
  };
  const isPlayable = ladder && (isNative || 'MediaSource' in window);
  if (!isPlayable || isFile) play(file);
  else if (isNative) play(ladder);
  if (isPlayable) attach({ ...options, ladder }).catch(() => isDeleted || isNative || play(file));
  return {
    detach: () => {
      isDeleted = true;
      attached?.detach();
      release(player);
    },
    choose: (index) => attached?.choose(index),
  };
}

const hasBegun = (player: HTMLVideoElement): boolean => !player.paused || player.currentTime > 0;
