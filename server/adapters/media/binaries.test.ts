import { inEnglish } from '#contract/text/message.ts';
import { spawnSync } from 'node:child_process';
import { afterEach, expect, it, vi } from 'vitest';
import { findBinaries } from './binaries.ts';
import { openMedia } from './media.ts';

afterEach(() => vi.unstubAllEnvs());

const works = (prefix: string) => {
  const [command = '', ...args] = `${prefix} true`.split(' ');
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
};
const strictest = works(
  'bwrap --unshare-all --ro-bind / / --dev /dev --tmpfs /tmp --uid 65534 --cap-drop ALL',
)
  ? 'bwrap'
  : works('unshare --user --map-current-user --net --ipc')
    ? 'unshare'
    : 'none';

it('isolates ffmpeg by the strictest means that works on this machine', async () => {
  const { isolation } = await findBinaries({});
  expect(isolation.name).toBe(strictest);
});

it('warns about programs installed by npm and about missing isolation', async () => {
  vi.stubEnv('PATH', '');
  expect((await openMedia()).warnings().map(inEnglish)).toEqual([
    expect.stringMatching(
      /^Uploads are processed with 2023\/24 software .*ffmpeg, .*ffprobe.*apt-get install ffmpeg/,
    ),
    expect.stringMatching(/^ffmpeg can access the network .*bubblewrap/),
  ]);
});
