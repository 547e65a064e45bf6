import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { seedCluster } from '#server/testing/cached-cluster.ts';
import { freePort, PROJECT } from '#server/testing/process.ts';

test('development mode prints only one address, that of the server with live reload', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lll-dev-'));
  chmodSync(folder, 0o755);
  await seedCluster(folder);
  const [PORT, DEV_PORT] = [String(await freePort()), String(await freePort())];
  const child = spawn(process.execPath, ['build/dev.ts'], {
    cwd: PROJECT,
    env: { ...process.env, NODE_ENV: 'development', PORT, DEV_PORT, DATA_DIR: folder, SAMPLE_CONTENT: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  try {
    await vi.waitFor(() => expect(output).toContain('is ready at'), { timeout: 60_000, interval: 200 });
    const addresses = new Set(output.match(/https?:\/\/(localhost|127\.0\.0\.1):\d+/g));
    expect([...addresses]).toEqual([`http://localhost:${DEV_PORT}`]);
    const page = await fetch(`http://localhost:${DEV_PORT}/`, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain('/@vite/client');
    expect((await fetch(`http://localhost:${DEV_PORT}/api/health/ping`)).status).toBe(200);
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  }
}, 90_000);
