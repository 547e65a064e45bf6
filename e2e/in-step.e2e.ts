import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { openMedia, type Media } from '#server/adapters/media/media.ts';
import { ffmpeg } from '#server/testing/ffmpeg.ts';
import { expect, test, type Page } from './fixture.ts';
import { within } from './slow.ts';

const TYPES: Record<string, string> = {
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.mp4': 'video/mp4',
  '.js': 'text/javascript',
};

let folder: string;
let media: Media;
let server: Server;
let address: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lll-in-step-'));
  media = await openMedia();
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    if (path === '/')
      return response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<link rel="icon" href="data:,"><video></video>');
    const file = path === '/hls.js' ? 'node_modules/hls.js/dist/hls.light.min.js' : join(folder, path);
    readFile(file).then(
      (bytes) => {
        const type = TYPES[extname(file)] ?? 'application/octet-stream';
        const [, from, to] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? [];
        if (from === undefined) return response.writeHead(200, { 'content-type': type }).end(bytes);
        const end = Math.min(to ? Number(to) : bytes.length, bytes.length - 1);
        const range = { 'content-range': `bytes ${from}-${end}/${bytes.length}`, 'accept-ranges': 'bytes' };
        response
          .writeHead(206, { 'content-type': type, ...range })
          .end(bytes.subarray(Number(from), end + 1));
      },
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
test.afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

/** When a video's picture turns white and its sound begins, in seconds as the player counts them, and how long it is. */
async function watch(page: Page, ladder: string, library: boolean) {
  await page.goto(address);
  if (library) await page.addScriptTag({ url: '/hls.js' });
  return page.evaluate(async (source) => {
    const video = document.querySelector('video') as HTMLVideoElement;
    const seconds = { picture: 0, sound: 0, whole: 0 };
    interface Library {
      loadSource: (address: string) => void;
      attachMedia: (player: HTMLVideoElement) => void;
    }
    const { Hls } = window as never as { Hls?: new () => Library };
    if (Hls) {
      const library = new Hls();
      library.loadSource(source);
      library.attachMedia(video);
    } else video.src = source;
    const awaitEvent = (event: string) =>
      new Promise<unknown>((resolve) => video.addEventListener(event, resolve, { once: true }));
    await awaitEvent('canplay');

    const context = new AudioContext();
    const listener = context.createScriptProcessor(512, 1, 1);
    listener.addEventListener('audioprocess', ({ inputBuffer }) => {
      if (seconds.sound === 0 && inputBuffer.getChannelData(0).some((value) => Math.abs(value) > 0.02))
        seconds.sound = video.currentTime;
    });
    context.createMediaElementSource(video).connect(listener).connect(context.destination);
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    const showsWhite = (): boolean => {
      canvas?.drawImage(video, 0, 0, 1, 1);
      return (canvas?.getImageData(0, 0, 1, 1).data[0] ?? 0) > 128;
    };
    const look: VideoFrameRequestCallback = (_now, { mediaTime }) => {
      if (showsWhite()) seconds.picture ||= mediaTime;
      else video.requestVideoFrameCallback(look);
    };
    video.requestVideoFrameCallback(look);
    const ended = awaitEvent('ended');
    await video.play();
    await ended;
    seconds.whole = video.currentTime;

    // a busy machine leaves pictures out while it plays, but not where it is stopped
    const isWhite = async (at: number): Promise<boolean> => {
      // a frame can only be drawn once the browser has reported it, which may be after the seek event
      const drawn = new Promise((resolve) => video.requestVideoFrameCallback(resolve));
      const there = awaitEvent('seeked');
      video.currentTime = at;
      await Promise.all([there, drawn]);
      return showsWhite();
    };
    let [black, white] = [0, seconds.whole - 0.2];
    while (white - black > 0.02) {
      const at = (black + white) / 2;
      if (await isWhite(at)) white = at;
      else black = at;
    }
    seconds.picture = Math.min(seconds.picture || white, white);
    return seconds;
  }, ladder);
}

/** Black and silent until a second after the picture's beginning, which is so late; then white and loud for 2 s. */
const VIDEOS: { name: string; late: number; rate: number; codecs: [picture: string, sound: string] }[] = [
  { name: 'webm', late: 0.6, rate: 25, codecs: ['libvpx -deadline realtime -cpu-used 8', 'libopus'] },
  { name: 'webm', late: 0, rate: 25, codecs: ['libvpx -deadline realtime -cpu-used 8', 'libopus'] },
  { name: 'webm', late: 2, rate: 25, codecs: ['libvpx -deadline realtime -cpu-used 8', 'libopus'] },
  { name: 'mp4', late: 0, rate: 15, codecs: ['libx264 -bf 3 -b_strategy 0 -pix_fmt yuv420p', 'aac'] },
  { name: 'mp4', late: 0, rate: 1, codecs: ['libx264 -bf 3 -b_strategy 0 -pix_fmt yuv420p', 'aac'] },
  { name: 'mp4', late: 0.6, rate: 15, codecs: ['libx264 -bf 3 -b_strategy 0 -pix_fmt yuv420p', 'aac'] },
];

for (const [index, { name, late, rate, codecs }] of VIDEOS.entries()) {
  const what = `${name} at ${rate} pictures a second, ${late} s late`;
  test(`audio and video are in sync in Chromium and with hls.js: ${what} @soak`, async ({ page }) => {
    const own = (part: string) => `${part}-${index}.${name}`;
    const [white, end] = [late + 1, late + 3];
    for (const line of [
      `-f lavfi -i color=black:s=480x400:r=${rate}:d=1 -f lavfi -i color=white:s=480x400:r=${rate}:d=2 -filter_complex [0][1]concat -c:v ${codecs[0]} ${own('v')}`,
      `-f lavfi -i sine=440:d=${end} -af volume=enable=lt(t\\,${white}):volume=0 -c:a ${codecs[1]} ${own('a')}`,
      `-i ${own('a')} -itsoffset ${late} -i ${own('v')} -map 1:v -map 0:a -c copy ${own('film')}`,
    ])
      await ffmpeg(folder, line);
    const output = join(folder, String(index));
    await mkdir(output);
    const videoFile = join(folder, own('film'));
    await media.ladder(videoFile, output, await media.probe(videoFile));
    for (const library of [false, true]) {
      const seen = await watch(page, `${address}/${index}/master.m3u8`, library);
      const by = `${library ? 'hls.js' : 'Chromium'}: ${JSON.stringify(seen)}`;
      expect(Math.abs(seen.picture - white), by).toBeLessThan(0.1);
      // checked while it plays, so a busy machine is late
      expect(Math.abs(seen.sound - white), by).toBeLessThan(within(300) / 1000);
      expect(Math.abs(seen.whole - end), by).toBeLessThan(0.2);
    }
  });
}
