import type { VideoContainer } from './sniff.ts';

export interface MediaInfo {
  container: VideoContainer;
  /** Null where even reading the file through doesn't tell. */
  durationSec: number | null;
  /** As shown, after rotation. */
  width: number;
  height: number;
  rotation: 0 | 90 | 180 | 270;
  videoCodec: string;
  /** Null for silent videos. */
  audioCodec: string | null;
  /** Average pictures a second; 0 where the file doesn't tell. */
  frameRate: number;
  /** The constant rate it is encoded at, as ffmpeg writes rates ('30000/1001'). */
  encodingRate: string;
  /** Two fields in a picture, taken one after the other. */
  interlaced: boolean;
  /** Needs tone mapping (PQ or HLG transfer). */
  hdr: boolean;
  /** Every browser plays the picture as it is: H.264, 8 bit, 4:2:0, whole pictures. */
  copyable: boolean;
  /** The sound may be copied as well (AAC), or there is none. */
  audioCopyable: boolean;
}

export interface WorkOptions {
  signal?: AbortSignal | undefined;
  /** 0–1, at most a few times a second. */
  onProgress?: ((done: number) => void) | undefined;
}
