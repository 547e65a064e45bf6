import { mkdir, mkdtemp, readFile, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clapTimes, colourOf, ffmpeg, firstTimes, streamTimes } from '#server/testing/ffmpeg.ts';
import { readPlaylist } from '#server/testing/playlists.ts';
import { soakTest, takeSample } from '#server/testing/soak.ts';
import { pictureSubtitle } from '#server/testing/subtitles.ts';
import { openMedia, type Media } from './media.ts';
import { posterTime } from './stills.ts';

let dir: string;
let media: Media;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lll-film-'));
  media = await openMedia();
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const X = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac';
const encodeArgs = (rate = '25', seconds = 2) =>
  `-f lavfi -i testsrc2=s=480x400:r=${rate}:d=${seconds} -f lavfi -i sine=440:d=${seconds}`;
const make = async (name: string, ...lines: string[]): Promise<string> => {
  for (const line of lines) await ffmpeg(dir, line);
  return join(dir, name);
};

/** The steps of every upload. */
async function process(path: string) {
  const info = await media.probe(path);
  const folder = `${path}.d`;
  await mkdir(folder);
  const playable = join(folder, 'video.mp4');
  await (info.copyable ? media.remux(path, playable, info) : media.encodePlayable(path, playable, info));
  const poster = join(folder, 'poster.jpg');
  await media.poster(path, poster, posterTime(info), info);
  const { renditions } = await media.ladder(path, folder, info);
  const mp4 = join(folder, renditions[0]?.mp4 ?? '');
  await media.storyboard(mp4, folder, await media.probe(mp4));
  return { info, folder, playable, poster, renditions, mp4 };
}

/** Black and silence, white and loud from 1 s on, the picture `late` seconds after the sound's beginning. */
const clap = (late: number) => [
  `-f lavfi -i color=black:s=480x400:r=25:d=${1 - late} -f lavfi -i color=white:s=480x400:r=25:d=2 -filter_complex [0][1]concat -c:v libvpx -deadline realtime -cpu-used 8 v${late}.webm`,
  `-f lavfi -i sine=440:d=3 -af volume=enable=lt(t\\,1):volume=0 -c:a libopus a${late}.webm`,
  `-i a${late}.webm -itsoffset ${late} -i v${late}.webm -map 1:v -map 0:a -c copy late${late}.webm`,
];

it.each(takeSample([0.6, 0, 0.2], 1))(
  'a picture that starts %s s after its sound stays in sync in every file, however players read timestamps',
  async (late) => {
    const { mp4, playable, renditions, folder } = await process(
      await make(`late${late}.webm`, ...clap(late)),
    );
    for (const path of [playable, mp4]) {
      const { picture, sound } = await clapTimes(path);
      expect(Math.abs(picture - 1), `picture of ${path}`).toBeLessThan(0.05);
      expect(Math.abs(sound - 1), `sound of ${path}`).toBeLessThan(0.05);
    }
    for (const { file, playlist } of renditions) {
      const times = await firstTimes(join(folder, file));
      expect(times).toEqual([0, 0]);
      expect((await readPlaylist(folder, playlist)).declaredSeconds).toBeCloseTo(3, 0);
    }
  },
);

const RATES = ['30', '1', '60', '24', '30000/1001', '15', '12', '6', '3'];
it.each(takeSample(RATES, 0))(
  'at %s frames per second, the first frame is present and none is late',
  async (rate) => {
    const name = `rate-${rate.replace('/', '-')}.mp4`;
    const path = await make(name, `${encodeArgs(rate, 3)} ${X} ${name}`);
    const { renditions, folder } = await process(path);
    const source = await streamTimes(path);
    for (const { file, mp4 } of renditions) {
      const { picture, sound } = await streamTimes(join(folder, mp4));
      expect([picture.start, sound.start]).toEqual([0, expect.closeTo(0, 2)]);
      expect(picture.frames).toBe(source.picture.frames);
      expect(await firstTimes(join(folder, file))).toEqual([0, 0]);
    }
  },
);

soakTest('a still with sound, or a picture that ends early, is shown until the sound ends', async () => {
  const path = await make(
    'still.mp4',
    `-f lavfi -i color=red:s=480x400:r=25:d=0.04 -f lavfi -i sine=440:d=6 ${X} still.mp4`,
  );
  const { poster, mp4, folder, renditions } = await process(path);
  const red = [expect.closeTo(254, -1), expect.closeTo(0, -1), expect.closeTo(0, -1)];
  expect(await colourOf(poster)).toEqual(red);
  expect(await colourOf(mp4, 5)).toEqual(red);
  expect(await colourOf(join(folder, 'storyboard.jpg'))).toEqual(red);
  expect((await readPlaylist(folder, renditions[0]?.playlist ?? '')).declaredSeconds).toBeCloseTo(6, 0);
});

/** With the third input as a text track, in the format named last. */
const beside = (file: string, format: string) =>
  `${encodeArgs()} -i ${file} -map 0 -map 1 -map 2 ${X} -c:s ${format}`;
const cover = (format: string) => `-f lavfi -i color=red:s=64x64 -frames:v 1 cover.${format}`;
const withCover = (format: string) =>
  `${encodeArgs()} ${X} -attach cover.${format} -metadata:s:t mimetype=image/${format} ${format}.mkv`;

const TRACKS: [what: string, name: string, lines: string[]][] = [
  ['a clock that begins at 3,600 s', 'clock.mkv', [`${encodeArgs()} ${X} -output_ts_offset 3600 clock.mkv`]],
  [
    'a clock of an MP4 that begins at 3,600 s',
    'clock.mp4',
    [`${encodeArgs()} ${X} clock.mkv`, '-i clock.mkv -c copy -output_ts_offset 3600 clock.mp4'],
  ],
  ['a subtitle that is longer', 'subtitle.mp4', [`${beside('words.srt', 'mov_text')} subtitle.mp4`]],
  ['a subtitle of Matroska that is longer', 'subtitle.mkv', [`${beside('words.srt', 'srt')} subtitle.mkv`]],
  [
    'a sound of no known kind first',
    'dts.mkv',
    [`${encodeArgs()} ${X} -map 1 -map 0 -map 1 -c:a:0 dca -strict -2 dts.mkv`],
  ],
  [
    'a second sound that is longer',
    'two.mp4',
    [`${encodeArgs()} -f lavfi -i sine=880:d=660 -map 0:v -map 1:a -map 2:a ${X} two.mp4`],
  ],
  [
    'a chapter that is longer',
    'chapter.mp4',
    [`${encodeArgs()} -i chapters.txt -map 0 -map 1 -map_metadata 2 ${X} chapter.mp4`],
  ],
  ['a cover that is a GIF', 'gif.mkv', [cover('gif'), withCover('gif')]],
  ['a subtitle of a DVD', 'vobsub.mkv', [`${beside('disc.sup', 'dvdsub')} vobsub.mkv`]],
  ['a cover that is a BMP', 'bmp.mkv', [cover('bmp'), withCover('bmp')]],
  ['a subtitle of a Blu-ray disc', 'pgs.mkv', [`${beside('disc.sup', 'copy')} pgs.mkv`]],
  ['captions of television', 'c608.mov', [`${beside('television.scc', 'copy')} c608.mov`]],
];

beforeAll(async () => {
  const beside = {
    'words.srt': '1\n00:00:00,000 --> 00:11:00,000\nHello\n',
    'chapters.txt': ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1\nSTART=0\nEND=1200\ntitle=One\n',
    'disc.sup': pictureSubtitle([0, 1, 660]),
    'television.scc':
      'Scenarist_SCC V1.0\n\n00:00:00:10\t94ae 94ae 9420 9420 9470 9470 c8e5 ecec ef80 942c 942c 942f 942f\n\n00:00:01:15\t942c 942c\n',
  };
  for (const [name, content] of Object.entries(beside)) await writeFile(join(dir, name), content);
});

it.each(takeSample(TRACKS, 0))('%s has no effect', async (_what, name, lines) => {
  const { info, playable, mp4 } = await process(await make(name, ...lines));
  expect(info).toMatchObject({ durationSec: expect.closeTo(2, 0), audioCodec: 'aac' });
  for (const path of [playable, mp4]) {
    const { picture, sound } = await streamTimes(path);
    expect([picture.start, picture.seconds, sound.seconds]).toEqual([
      expect.closeTo(0, 1),
      expect.closeTo(2, 0),
      expect.closeTo(2, 0),
    ]);
  }
});

const HLG = 'transfer=arib-std-b67';
const hevc = (params: string) =>
  `-c:v libx265 -preset ultrafast -pix_fmt yuv420p10le -x265-params log-level=none:${params} -tag:v hvc1`;
const PARTLY: [what: string, name: string, codec: string][] = [
  ['HEVC with the transfer alone', 'hlg.mp4', `${hevc(HLG)} -color_trc arib-std-b67`],
  ['PQ alone', 'pq.mp4', hevc('transfer=smpte2084')],
  ['constant luminance', 'cl.mp4', hevc(`${HLG}:colormatrix=bt2020c:colorprim=bt2020`)],
  ['no matrix', 'matrix.mp4', hevc(`${HLG}:colorprim=bt2020`)],
  [
    'VP9',
    'vp9.webm',
    '-c:v libvpx-vp9 -cpu-used 8 -deadline realtime -pix_fmt yuv420p -color_trc arib-std-b67',
  ],
  ['no primaries', 'primaries.mp4', hevc(`${HLG}:colormatrix=bt2020nc`)],
  ['H.264 of 8 bit', 'h264.mp4', `-c:v libx264 -preset ultrafast -pix_fmt yuv420p -x264-params ${HLG}`],
  [
    'reserved matrix and primaries',
    'reserved.mp4',
    '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -bsf:v h264_metadata=colour_primaries=3:transfer_characteristics=18:matrix_coefficients=3',
  ],
];

it.each(takeSample(PARTLY, 0))(
  'partially declared HDR (%s) is converted to standard colours',
  async (_what, name, codec) => {
    const { mp4 } = await process(
      await make(name, `-f lavfi -i testsrc2=s=480x400:r=10:d=0.5 ${codec} ${name}`),
    );
    expect(await media.probe(mp4)).toMatchObject({
      hdr: false,
      colours: { matrix: 'bt709', primaries: 'bt709' },
    });
  },
);

soakTest('concurrent outputs of a file with a reserved matrix each use their own copy', async () => {
  const path = await make(
    'twice.mp4',
    `${encodeArgs('25', 20)} ${X} -bsf:v h264_metadata=colour_primaries=3:transfer_characteristics=18:matrix_coefficients=3 twice.mp4`,
  );
  const info = await media.probe(path);
  expect(info.reservedMatrix).toBe(true);
  const folder = `${path}.d`;
  await mkdir(folder);
  const out = (name: string) => join(folder, name);
  await Promise.all([
    media.poster(path, out('poster.jpg'), 1, info),
    media.encodePlayable(path, out('video.mp4'), info),
    media.remux(path, out('copied.mp4'), info),
    media.poster(path, out('late.jpg'), 19, info),
  ]);
  for (const name of ['video.mp4', 'copied.mp4'])
    expect((await media.probe(out(name))).durationSec).toBeCloseTo(20, 0);
  expect((await readdir(folder)).toSorted()).toEqual(['copied.mp4', 'late.jpg', 'poster.jpg', 'video.mp4']);
});

/** Which track is used: the one that the file marks as default. */
const DEFAULTS: [what: string, name: string, dispositions: string, index: number][] = [
  ['the second sound of an MP4', 'second.mp4', '-disposition:a:0 0 -disposition:a:1 default', 2],
  ['the second sound of a Matroska', 'second.mkv', '-disposition:a:0 0 -disposition:a:1 default', 2],
  ['both sounds', 'both.mkv', '-disposition:a:0 default -disposition:a:1 default', 1],
  ['neither sound', 'neither.mkv', '-disposition:a:0 0 -disposition:a:1 0', 1],
];
it.each(takeSample(DEFAULTS, 1))(
  'selects the right sound with %s marked as default',
  async (_what, name, dispositions, index) => {
    const path = await make(
      name,
      `${encodeArgs()} -f lavfi -i sine=880:d=2 -map 0 -map 1 -map 2 ${X} ${dispositions} ${name}`,
    );
    expect((await media.probe(path)).soundIndex).toBe(index);
  },
);

it('shows the second video track if it is marked as default', async () => {
  const path = await make(
    'angles.mkv',
    `${encodeArgs()} -f lavfi -i color=red:s=64x64:d=2 -map 0 -map 2 -map 1 ${X} -disposition:v:0 0 -disposition:v:1 default angles.mkv`,
  );
  expect(await media.probe(path)).toMatchObject({ pictureIndex: 1, width: 64 });
});

const RED = [230, 30, 30];
const COLOURS: [what: string, name: string, codec: string, size: string][] = [
  [
    'SD that names none',
    'sd.webm',
    'scale=out_color_matrix=bt601:out_range=tv,format=yuv420p -c:v libvpx -deadline realtime -cpu-used 8',
    '640x480',
  ],
  [
    'HD that names none',
    'hd.webm',
    'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p -c:v libvpx -deadline realtime -cpu-used 8',
    '1280x720',
  ],
  [
    'P3',
    'p3.mp4',
    'zscale=tin=bt709:pin=bt709:min=gbr:rin=full:t=bt709:p=smpte432:m=bt709:r=limited,format=yuv420p -c:v libx264 -colorspace bt709 -color_primaries smpte432 -color_trc bt709',
    '1280x720',
  ],
  [
    'BT.2020',
    'bt2020.mp4',
    'zscale=tin=bt709:pin=bt709:min=gbr:rin=full:t=bt709:p=bt2020:m=bt2020nc:r=limited,format=yuv420p -c:v libx264 -colorspace bt2020nc -color_primaries bt2020 -color_trc bt2020-10',
    '1280x720',
  ],
];

it.each(takeSample(COLOURS, 0))(
  '%s looks the same in every size and in the poster',
  async (_what, name, codec, size) => {
    const path = await make(
      name,
      `-f lavfi -i color=0xE61E1E:s=${size}:r=10:d=0.4 -vf format=gbrp,${codec} ${name}`,
    );
    const { poster, renditions, folder } = await process(path);
    const pictures = [poster, ...renditions.map(({ mp4 }) => join(folder, mp4))];
    expect(pictures).toHaveLength(3);
    for (const picture of pictures) {
      const found = await colourOf(picture);
      const apart = found.map((part, at) => Math.abs(part - (RED[at] ?? 0)));
      expect(Math.max(...apart), `${picture}: ${found.join(' ')}`).toBeLessThan(9);
    }
  },
);

soakTest('a phone rotated while recording does not distort the video', async () => {
  const half = (size: string, name: string) =>
    `-f lavfi -i color=red:s=${size}:r=25:d=1 -f lavfi -i sine=440:d=1 -c:v libvpx -deadline realtime -cpu-used 8 -c:a libopus ${name}.webm`;
  await writeFile(join(dir, 'list.txt'), 'file wide.webm\nfile high.webm\n');
  const path = await make(
    'turned.webm',
    half('640x480', 'wide'),
    half('480x640', 'high'),
    '-f concat -i list.txt -c copy turned.webm',
  );
  const { info, mp4 } = await process(path);
  expect(info).toMatchObject({ changesSize: true, width: 640, height: 480 });
  expect((await colourOf(mp4, 1.5))[0]).toBeGreaterThan(200);
  // bars on both sides
  const { width, height } = await media.probe(mp4);
  expect(width / height).toBeCloseTo(4 / 3, 1);
});

it('removes locations from H.264 metadata', async () => {
  const metadata = 'sei_user_data=086f3693b7b34f2c965321492feee5b8+GPS48.8584';
  const path = await make(
    'gps.mp4',
    `-f lavfi -i testsrc2=s=320x180:d=1 ${X} plain.mp4`,
    `-i plain.mp4 -c copy -bsf:v h264_metadata=${metadata} gps.mp4`,
  );
  expect((await readFile(path)).includes('GPS48.8584')).toBe(true);
  const out = join(dir, 'placeless.mp4');
  await media.remux(path, out, await media.probe(path));
  expect((await readFile(out)).includes('GPS48.8584')).toBe(false);
  await media.decode(out);
});

soakTest('a truncated fragmented MP4 keeps what is left of it, like a WebM', async () => {
  const path = await make(
    'cut.mp4',
    `${encodeArgs('25', 4)} ${X} -g 25 -movflags frag_keyframe+empty_moov cut.mp4`,
  );
  await truncate(path, Math.floor((await stat(path)).size * 0.9));
  const { info, playable, mp4 } = await process(path);
  expect(info.durationSec).toBeGreaterThan(3);
  for (const made of [playable, mp4])
    expect((await media.probe(made)).durationSec).toBeCloseTo(info.durationSec ?? 0, 0);
});
