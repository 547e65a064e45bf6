import { Message, msg } from '#contract/text/message.ts';
import type { Focus } from '#contract/videos/videos.ts';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { findBinaries, type Binaries, type BinaryPaths } from './binaries.ts';
import { decode } from './decode.ts';
import { encodeLadder, encodePlayable, remux, type Ladder, type LadderOptions } from './encode.ts';
import { inspect, type Inspection } from './inspect.ts';
import { measureLoudness } from './loudness.ts';
import type { MediaInfo, WorkOptions } from './media-info.ts';
import type { LogoFile } from './logo.ts';
import { inPictureChild } from './picture-child.ts';
import type { SizedImage, SquareImage, Thumbnails } from './pictures.ts';
import { probe } from './probe.ts';
import type { ShareCard } from './share-card.ts';
import { withoutReserved } from './reserved-matrix.ts';
import { writeSound } from './sound.ts';
import { makePoster, makeStoryboard, type Storyboard } from './stills.ts';

/**
 * All work on pictures and sound. Paths are of local files with names of our own making; outputs overwrite. Throws
 * MediaRejection when the file itself is at fault (never worth a retry), anything else when we are.
 */
export interface Media {
  /** Facts about a video, or the reason it is rejected (see LIMITS in probe.ts). */
  probe(path: string, options?: WorkOptions): Promise<MediaInfo>;
  /**
   * Fast-start MP4 without re-encoding the picture; only for `info.copyable`. Metadata is left behind. Without `gain` the
   * sound is copied as well, where that is possible.
   */
  remux(path: string, out: string, info: MediaInfo, options?: WorkOptions & { gain?: number }): Promise<void>;
  /** Decibels that bring its sound to −16 LUFS; 0 for what is there already, and for silence. */
  gain(path: string, info: MediaInfo, options?: WorkOptions): Promise<number>;
  /** Fast-start MP4 of 360 lines (or fewer: never enlarged), sound at −16 LUFS, for whatever can't be copied. */
  encodePlayable(path: string, out: string, info: MediaInfo, options?: WorkOptions): Promise<void>;
  /** Whether `ladder` can encode AV1. */
  encodesAv1: boolean;
  /** HLS in fMP4, one file per rendition, and each as fast-start MP4, sound at −16 LUFS. Writes the main playlist and all files into `outDir`. */
  ladder(path: string, outDir: string, info: MediaInfo, options?: LadderOptions): Promise<Ladder>;
  /** The audio alone (see sound.ts); only if `info.audioCodec` is set. */
  sound(path: string, out: string, info: MediaInfo, options?: WorkOptions): Promise<void>;
  /** One frame as JPEG, upright, at most 1280 px wide and 1280 high. */
  poster(path: string, out: string, atSeconds: number, info: MediaInfo, options?: WorkOptions): Promise<void>;
  /** `storyboard.jpg` and `storyboard.vtt` in `outDir`, for scrubbing. */
  storyboard(path: string, outDir: string, info: MediaInfo, options?: WorkOptions): Promise<Storyboard>;
  /** `thumb-{320,640,1280}.{avif,webp,jpg}` in `outDir` from a picture of any accepted kind, and crops around `focus`: `thumb-{320,640}-{4x5,9x16}.webp`. */
  thumbnailSet(image: string | Buffer, outDir: string, focus?: Focus): Promise<Thumbnails>;
  /** Rejects unless these bytes are a whole picture of an accepted kind. */
  checkPicture(image: Buffer): Promise<void>;
  /** A profile image: cut square, WebP in several sizes, nothing of the original's metadata. */
  squareImage(image: Buffer): Promise<SquareImage[]>;
  /** A product's picture: uncut, WebP in two widths, nothing of the original's metadata. */
  wholePicture(image: Buffer): Promise<SizedImage[]>;
  /** An owner's mark as PNG in several forms, nothing of the original's metadata. */
  drawLogo(image: Buffer): Promise<LogoFile[]>;
  /** A shared link's picture as PNG, 1200×630, of pictures that were made here. */
  shareCard(card: ShareCard): Promise<Buffer>;
  /** A picture that was made here, blurred beyond recognition: JPEG of 640 pixels. */
  blurred(picture: Buffer): Promise<Buffer>;
  /** Reads all of a video; rejects when it can't be decoded to its end. */
  decode(path: string): Promise<void>;
  /** Versions found, for the start-up block and `npm run admin -- check`. */
  describe(): Message;
  /** Its version, and what it lacks. */
  inspect(): Promise<Inspection>;
  /** What an owner should change before strangers upload, a sentence each. */
  warnings(): Message[];
}

/** Finds the programs and binds the work to them; throws a sentence if ffmpeg or ffprobe is missing. */
export async function openMedia(paths: BinaryPaths = {}): Promise<Media> {
  return bind(await findBinaries(paths));
}

function bind(binaries: Binaries): Media {
  const gain: Media['gain'] = async (path, info, options = {}) =>
    info.audioCodec ? measureLoudness(binaries, path, info, options) : 0;
  return {
    encodesAv1: binaries.encodesAv1,
    probe: (path, options = {}) => probe(binaries, path, options),
    remux: (path, out, info, options = {}) =>
      withoutReserved(binaries, { path, info, folder: dirname(out) }, options, (from, facts) =>
        remux(binaries, from, out, facts, options.gain ?? 0, options),
      ),
    gain,
    encodePlayable: (path, out, info, options = {}) =>
      withoutReserved(binaries, { path, info, folder: dirname(out) }, options, async (from, facts) =>
        encodePlayable(binaries, from, out, facts, await gain(from, facts, options), options),
      ),
    ladder: (path, outDir, info, options = {}) =>
      withoutReserved(binaries, { path, info, folder: outDir }, options, async (from, facts) =>
        encodeLadder(binaries, from, outDir, facts, await gain(from, facts, options), options),
      ),
    sound: (path, out, info, options = {}) => writeSound(binaries, path, out, info, options),
    poster: (path, out, at, info, options = {}) =>
      withoutReserved(binaries, { path, info, folder: dirname(out) }, options, (from, facts) =>
        makePoster(binaries, from, out, at, facts, options),
      ),
    storyboard: (path, outDir, info, options = {}) => makeStoryboard(binaries, path, outDir, info, options),
    async thumbnailSet(image, outDir, focus) {
      const bytes = typeof image === 'string' ? await readFile(image) : image;
      return inPictureChild(binaries, 'makeThumbnails', bytes, outDir, focus);
    },
    squareImage: (image) => inPictureChild(binaries, 'squareImage', image),
    wholePicture: (image) => inPictureChild(binaries, 'wholePicture', image),
    drawLogo: (image) => inPictureChild(binaries, 'drawLogo', image),
    shareCard: async (card) => (await import('./share-card.ts')).drawShareCard(card),
    blurred: async (picture) => (await import('./blurred.ts')).drawBlurred(picture),
    checkPicture: (image) => inPictureChild(binaries, 'checkImage', image),
    decode: (path) => decode(binaries, path),
    describe: () => new Message(ISOLATION[binaries.isolation.name], [binaries.ffmpeg, binaries.ffprobe]),
    inspect: () => inspect(binaries),
    warnings: () => warnAbout(binaries),
  };
}

const ISOLATION = {
  bwrap: msg('{0}, {1}; no access to the network or other files (bubblewrap)'),
  unshare: msg('{0}, {1}; no network access (unshare)'),
  none: msg('{0}, {1}; not isolated'),
};

function warnAbout({ bundled, isolation }: Binaries): Message[] {
  return [
    ...(bundled.length > 0
      ? [
          msg`Uploads are processed with 2023/24 software that no longer gets security fixes (${bundled.join(', ')}). Install the system version (Debian: apt-get install ffmpeg) or set FFMPEG_PATH.`,
        ]
      : []),
    ...(isolation.name === 'none'
      ? [
          msg`ffmpeg can access the network and all of this user's files because this system supports neither bubblewrap nor unshare. Install bubblewrap, or allow user namespaces.`,
        ]
      : []),
  ];
}
