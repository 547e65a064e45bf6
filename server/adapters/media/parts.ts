import { DECODERS } from './codecs.ts';

/** What we ask of ffmpeg, by the names it is built with. */
export const PARTS = {
  decoder: DECODERS.split(','),
  encoder: ['libx264', 'aac', 'mjpeg', 'rawvideo', 'wrapped_avframe', 'pcm_s16le'],
  demuxer: ['mov', 'matroska'],
  muxer: ['mp4', 'hls', 'mjpeg', 'null'],
  protocol: ['file', 'pipe'],
  // from transpose on: put in by ffmpeg itself, to turn, cut and convert
  filter: (
    'scale zscale tonemap format setsar setparams pad tpad bwdif fps split tile aresample volume alimiter ebur128 ' +
    'crop setpts asetpts transpose hflip vflip rotate trim atrim null anull aformat'
  ).split(' '),
};
