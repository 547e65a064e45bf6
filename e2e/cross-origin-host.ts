import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { pointTo } from '#build/build.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

/** Another server than ours: hands out a folder, and index.html for every other address (docs/operations.md). */
export interface Elsewhere {
  port: number;
  /** Builds the app for this backend; it is handed out with the content policy that the documentation names. */
  buildFor(backend: string): Promise<void>;
  close(): Promise<void>;
}

export async function startCrossOriginHost(): Promise<Elsewhere> {
  const folder = await mkdtemp(join(tmpdir(), 'lll-elsewhere-'));
  let policy = '';
  let builtFor = '';
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    const file = /\.\w+$/.test(path) ? path : '/index.html';
    readFile(join(folder, file)).then(
      (bytes) => {
        const type = TYPES[extname(file)] ?? 'application/octet-stream';
        response.writeHead(200, { 'content-type': type, 'content-security-policy': policy }).end(bytes);
      },
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async buildFor(backend) {
      if (backend === builtFor) return;
      policy = `default-src 'self'; script-src 'self' ${backend}; img-src 'self' data: blob: ${backend}; media-src 'self' blob: ${backend}; connect-src 'self' ${backend}; frame-src https://www.youtube-nocookie.com; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'self'`;
      const options = ['--outDir', folder, '--emptyOutDir'];
      const build = spawn('vite', ['build', '--logLevel', 'error', ...options], {
        env: { ...process.env, NODE_ENV: 'production', VITE_API_HOST: `${backend}/` },
        stdio: 'inherit',
      });
      const [code] = (await once(build, 'exit')) as [number];
      if (code !== 0) throw new Error('The app could not be built for elsewhere.');
      pointTo(folder, backend);
      builtFor = backend;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
