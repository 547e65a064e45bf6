/** Codecs (as ffprobe names them) that cameras, phones, browsers and editors write, each with ffmpeg's decoders for it. */
const VIDEO: Record<string, string[]> = {
  h264: ['h264'],
  hevc: ['hevc'],
  vp8: ['vp8', 'libvpx'],
  vp9: ['vp9', 'libvpx-vp9'],
  av1: ['av1', 'libdav1d', 'libaom-av1'],
  mpeg4: ['mpeg4'],
  mpeg2video: ['mpeg2video'],
  h263: ['h263'],
  mjpeg: ['mjpeg'],
  prores: ['prores'],
};
const AUDIO: Record<string, string[]> = {
  aac: ['aac'],
  opus: ['opus', 'libopus'],
  vorbis: ['vorbis', 'libvorbis'],
  mp3: ['mp3', 'mp3float'],
  ac3: ['ac3'],
  eac3: ['eac3'],
  flac: ['flac'],
  alac: ['alac'],
  amr_nb: ['amrnb', 'libopencore_amrnb'],
  amr_wb: ['amrwb', 'libopencore_amrwb'],
  ...Object.fromEntries(
    ['s16le', 's16be', 's24le', 's24be', 's32le', 's32be', 'f32le', 'f32be', 'u8'].map((form) => [
      `pcm_${form}`,
      [`pcm_${form}`],
    ]),
  ),
};

/** Of tracks beside them that a good video may have: a cover, subtitles. ffprobe opens all there are. */
const ASIDE = ['png', 'mov_text', 'subrip', 'srt', 'ass', 'ssa', 'webvtt', 'text'];

/** For `-codec_whitelist`: some of ffmpeg's hundreds of decoders were last looked after twenty years ago. */
export const DECODERS = [...[VIDEO, AUDIO].flatMap((codecs) => Object.values(codecs).flat()), ...ASIDE].join(
  ',',
);

export const isVideoCodec = (name: string): boolean => Object.hasOwn(VIDEO, name);
export const isAudioCodec = (name: string): boolean => Object.hasOwn(AUDIO, name);
