import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { hasNginx } from '#server/testing/nginx.ts';
import { PROJECT } from '#server/testing/process.ts';

const ROWS = [
  'home, JavaScript',
  'list of 60',
  'comments',
  'posts',
  'home page',
  ...(hasNginx() ? ['1 MiB ranges', '1 MiB ranges, nginx in front'] : []),
  'admin, submissions',
  'rotation, 2,000 videos',
  'creators, 2,000 videos',
  "a creator's page, 2,000 videos",
];

test('the short benchmark run measures every row, and judges what does not depend on speed', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['tools/bench.ts', 'weight', 'api', 'ranges', 'admin'],
    { cwd: PROJECT, env: { ...process.env, NODE_ENV: 'production', BENCH_SHORT: '1' } },
  );
  for (const row of ROWS) expect(stdout).toContain(`pass  ${row}  `);
  expect(stdout).not.toContain('MISS');
});
