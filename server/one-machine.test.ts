import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request, type RequestOptions } from 'node:https';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasNginx } from '#server/testing/nginx.ts';
import { freePort, killAll, PROJECT, spawnSite, type SiteProcess } from '#server/testing/process.ts';

/** deploy/nginx.conf and deploy/Caddyfile unchanged but for the ports, the certificate path and the name. */
const NAME = 'clips.example.org';
const folder = mkdtempSync(path.join(os.tmpdir(), 'lll-one-machine-'));
const read = (name: string) => readFileSync(path.join(PROJECT, 'deploy', name), 'utf8');
const servers: ChildProcess[] = [];
let site: SiteProcess;

beforeAll(async () => {
  // in this public place the site finds a migrated database
  chmodSync(folder, 0o755);
  site = await spawnSite({
    env: { DATA_DIR: path.join(folder, 'data'), TRUST_PROXY: '1', PUBLIC_URL: `https://${NAME}` },
  });
  await site.ready();
});
afterAll(async () => {
  for (const server of servers) {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
  }
  await killAll();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Asks as a browser does that knows the name; the certificate is of no known authority. */
function sendRequest(port: number, where: string, options: RequestOptions = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port,
        path: where,
        servername: NAME,
        rejectUnauthorized: false,
        ...options,
        headers: { host: NAME, ...options.headers },
      },
      (answer) => {
        let body = '';
        answer.on('data', (chunk: Buffer) => (body += chunk.toString()));
        answer.on('end', () => {
          resolve({ status: answer.statusCode, headers: answer.headers, body });
          call.destroy();
        });
      },
    );
    call.on('error', reject);
    // only announces the length of its body
    if (options.method === 'POST') call.flushHeaders();
    else call.end();
  });
}

function start(program: string, args: string[], env: Record<string, string> = {}): () => string {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  servers.push(child);
  return () => output;
}

async function expectSite(port: number, plain: number): Promise<void> {
  const home = await vi.waitFor(() => sendRequest(port, '/'), { timeout: 30_000, interval: 200 });
  expect([home.status, home.headers['strict-transport-security']]).toEqual([200, 'max-age=31536000']);
  expect(home.body).toContain(`<link rel="canonical" href="https://${NAME}/">`);
  expect((await sendRequest(port, '/api/videos')).headers['content-type']).toBe(
    'application/json; charset=utf-8',
  );
  expect((await sendRequest(port, '/metrics')).status).toBe(403);
  const redirected = await fetch(`http://127.0.0.1:${plain}/videos?q=sea`, { redirect: 'manual' });
  expect(redirected.status).toBeGreaterThanOrEqual(301);
  expect(redirected.headers.get('location')).toMatch(/^https:\/\/.*\/videos\?q=sea$/);
}

describe.runIf(hasNginx())('nginx on one machine', () => {
  it('serves the site over HTTPS and redirects from HTTP', async () => {
    const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
    const subject = ['-subj', `/CN=${NAME}`, '-days', '1'];
    const files = ['-keyout', key, '-out', certificate];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files], {
      stdio: 'ignore',
    });
    const [https, http] = [await freePort(), await freePort()];
    const conf = read('nginx.conf')
      .replaceAll(/^ *listen \[::\].*\n/gm, '')
      .replace('listen 443', `listen 127.0.0.1:${https}`)
      .replace('listen 80', `listen 127.0.0.1:${http}`)
      .replace('127.0.0.1:3000', new URL(site.url).host)
      .replace(`/etc/letsencrypt/live/${NAME}/fullchain.pem`, certificate)
      .replace(`/etc/letsencrypt/live/${NAME}/privkey.pem`, key)
      .replaceAll('/var/log/nginx/', `${folder}/`);
    writeFileSync(path.join(folder, 'lll.conf'), conf);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join(' ');
    const file = path.join(folder, 'nginx.conf');
    writeFileSync(
      file,
      `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
events {} http { ${temporary} include lll.conf; }\n`,
    );
    const checked = spawnSync('nginx', ['-t', '-e', `${folder}/error.log`, '-c', file], { encoding: 'utf8' });
    expect(checked.stderr).not.toMatch(/\[(warn|emerg)\]/);
    start('nginx', ['-e', `${folder}/error.log`, '-c', file]);
    await expectSite(https, http);
    const large = { method: 'POST', headers: { 'content-length': '400000000' } };
    expect((await sendRequest(https, '/api/community/posts', large)).status).toBe(413);
    expect(readFileSync(`${folder}/access.log`, 'utf8')).toContain('"GET /videos HTTP/1.1" 301');
  });

  it('has the same site configuration as in front of several processes', () => {
    const part = (name: string) => {
      const text = read(name);
      return text
        .slice(text.indexOf('  # Uploads are streamed through;'))
        .replace(/ {2}# A process that is gone:[^]*?next_upstream_timeout 10s;\n/, '');
    };
    expect(part('nginx.conf').length).toBeGreaterThan(3000);
    expect(part('nginx.conf')).toBe(part('nginx-cluster.conf'));
  });
});

describe.runIf(spawnSync('caddy', ['version'], { stdio: 'ignore' }).status === 0)('Caddy', () => {
  it('serves the site over HTTPS and redirects from HTTP', async () => {
    const [https, http] = [await freePort(), await freePort()];
    // no certificate can be had here but one of Caddy's own
    const own = `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${http}\n\thttps_port ${https}\n\tlocal_certs\n}\n`;
    const text = read('Caddyfile').replace('127.0.0.1:3000', new URL(site.url).host);
    expect(text.split('\n').filter((line) => line !== '')).toHaveLength(5);
    const file = path.join(folder, 'Caddyfile');
    writeFileSync(file, own + text);
    const caddy = start('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
      HOME: folder,
      XDG_DATA_HOME: path.join(folder, 'caddy'),
      XDG_CONFIG_HOME: path.join(folder, 'caddy'),
    });
    await expectSite(https, http).catch((error: unknown) => {
      throw new Error(caddy().slice(-2000), { cause: error });
    });
  });
});
