import type { VideoContainer } from './sniff.ts';

/** What the numbers of a picture mean, as ffmpeg's `setparams` names it; nothing is left open. */
export interface Colours {
  matrix: string;
  primaries: string;
  transfer: string;
  range: 'tv' | 'pc';
}

/** The video: the picture and the sound that are taken. Whatever else the file holds counts for nothing. */
export interface MediaInfo {
  container: VideoContainer;
  /**
   * From the start of the first picture or sound to the end of the last. Null where even reading the whole file doesn't
   * show it.
   */
  durationSec: number | null;
  /** When the pictures begin and end, in the video's time. */
  pictures: { start: number; end: number };
  /** How long after the start of the file its video track starts: other tracks may come first. */
  lateSec: number;
  /** The streams' numbers in the file; null for silent videos. */
  pictureIndex: number;
  soundIndex: number | null;
  /** As shown, after rotation; of the largest picture, where they change. */
  width: number;
  height: number;
  changesSize: boolean;
  rotation: 0 | 90 | 180 | 270;
  videoCodec: string;
  /** Null for silent videos. */
  audioCodec: string | null;
  /** Average frame rate; 0 if unknown. */
  frameRate: number;
  /** The constant rate it is encoded at, as ffmpeg writes rates ('30000/1001'). */
  encodingRate: string;
  /** Two fields in a picture, taken one after the other. */
  interlaced: boolean;
  /** Needs tone mapping (PQ or HLG transfer). */
  hdr: boolean;
  colours: Colours;
  /** The file names a matrix that the standard reserves. */
  reservedMatrix: boolean;
  /** Every browser plays the picture as it is: H.264, 8 bit, 4:2:0, whole pictures of one size in ordinary light. */
  copyable: boolean;
  /** The audio can be copied as well (AAC), or there is none. */
  audioCopyable: boolean;
  /** Of an edited video, which all else describes: where it starts in the file's video, and what turns and crops it. */
  cut: { start: number; filters: string[] } | null;
  /** A recording that was cut off: it is read as far as it goes. */
  cutOff: boolean;
}

export interface WorkOptions {
  signal?: AbortSignal | undefined;
  /** 0–1, at most a few times a second. */
  onProgress?: ((done: number) => void) | undefined;
}
