import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';

const PROJECT = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(PROJECT, file), 'utf8');
const has = (program: string, ...args: string[]) =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/** The last line that matches wins; what is left out takes along everything below it. */
function isInImage(file: string): boolean {
  const parents = file.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));
  let included = true;
  for (const line of read('.dockerignore').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const pattern = line
      .replace(/^!/, '')
      .replaceAll('.', '\\.')
      .replaceAll(/(\*\*\/)|\*/g, (_, deep) => (deep ? '(.*/)?' : '[^/]*'));
    if (parents.some((name) => new RegExp(`^${pattern}$`).test(name))) included = line.startsWith('!');
  }
  return included;
}

it('starts the server from source, without flags that the tests do not use', () => {
  expect(read('deploy/Dockerfile')).toContain('\nCMD ["node", "server/main.ts"]\n');
  expect(read('deploy/lll.service')).toMatch(/^ExecStart=\S+\/node server\/main\.ts$/m);
});

it('copies no secrets, data or packages from the host into the image', () => {
  const ignored = [
    '.env',
    '.env.production',
    'server/.env',
    'deploy/.env',
    '.git/config',
    'data/postgres/PG_VERSION',
  ];
  const heavy = [
    'node_modules/pg/package.json',
    'test-results/a.json',
    'dist/web/index.html',
    'e2e/home.e2e.ts',
  ];
  for (const file of [...ignored, ...heavy]) expect(isInImage(file), file).toBe(false);
});

it('includes everything that is built or run in the image', () => {
  const needed = ['package.json', 'package-lock.json', '.npmrc', 'vite.config.ts', 'tsconfig.json'];
  const run = ['server/main.ts', 'server/migrations/0001_base.sql', 'contract/all.ts', 'web/main.tsx'];
  for (const file of [
    ...needed,
    ...run,
    'server/shell/health.mjs',
    'server/shell/admin.ts',
    'build/run.mjs',
    'standins/paypal/paypal.ts',
  ]) {
    expect(existsSync(path.join(PROJECT, file)), file).toBe(true);
    expect(isInImage(file), file).toBe(true);
  }
});

it('runs processes behind nginx that listen only once they are ready', () => {
  const compose = read('deploy/compose.yaml');
  expect(compose).toMatch(/LISTEN: ready/);
  // images in the OCI format bring no health check along
  expect(compose).toMatch(/test: \["CMD", "node", "server\/shell\/health.mjs"\]/);
  // what nginx knows the processes by stays true when one is replaced
  for (const name of ['web1', 'web2']) {
    const address = new RegExp(`"${name}:([\\d.]+)"`).exec(compose)?.[1] ?? 'none';
    expect(compose).toContain(`ipv4_address: ${address}`);
    expect(read('deploy/nginx-cluster.conf')).toContain(`server ${name}:3000 max_fails=0;`);
  }
});

it.runIf(has('docker-compose', '--version'))(
  'the Compose file works with docker-compose 1.29 from Debian 12',
  () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'lll-compose-'));
    try {
      cpSync(path.join(PROJECT, 'deploy/compose.yaml'), path.join(folder, 'compose.yaml'));
      writeFileSync(path.join(folder, '.env'), 'POSTGRES_PASSWORD=secret\n');
      for (const profile of ['one', 'many']) {
        const args = ['-f', 'compose.yaml', '--profile', profile, 'config'];
        const { status, stdout, stderr } = spawnSync('docker-compose', args, {
          cwd: folder,
          encoding: 'utf8',
        });
        expect([status, stderr]).toEqual([0, '']);
        expect(stdout).toContain('server/shell/health.mjs');
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

it.runIf(has('systemd-analyze', '--version'))(
  'confines the service, and lets encoders use nice and prlimit',
  () => {
    const unit = path.join(PROJECT, 'deploy/lll.service');
    const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', unit], {
      encoding: 'utf8',
    });
    const exposure = Number(/exposure level for lll\.service: ([\d.]+)/.exec(stdout)?.[1] ?? 10);
    expect(exposure).toBeLessThanOrEqual(2);
    expect(read('deploy/lll.service')).not.toMatch(/^SystemCallFilter=.*@resources/m);
  },
);

it('uses only metrics that /metrics exposes, in alerts and dashboards', () => {
  const { panels } = z
    .object({
      panels: z.object({ title: z.string(), targets: z.object({ expr: z.string() }).array() }).array(),
    })
    .parse(JSON.parse(read('deploy/grafana.json')));
  const metrics = ['app/observe/metrics.ts', 'app/observe/disk.ts', 'backups/backups.slice.ts']
    .map((file) => read(`server/${file}`))
    .join('\n');
  const queries = `${read('deploy/alerts.yml')} ${panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join(' ')}`;
  const names = new Set(queries.match(/\b(lll|nodejs|process)_[a-z0-9_]+\b/g));
  expect(names.size).toBeGreaterThan(6);
  for (const name of names)
    expect(metrics).toMatch(new RegExp(String.raw`\b${name.replace(/_(bucket|count|sum)$/, '')}\b`));
});

it.runIf(has('promtool', '--version'))('has alert rules that fire when they should, and only then', () => {
  const folder = path.join(PROJECT, 'deploy');
  const check = spawnSync('promtool', ['check', 'rules', 'alerts.yml'], { cwd: folder, encoding: 'utf8' });
  expect(check.stdout + check.stderr).toMatch(/SUCCESS: 9 rules/);
  const tried = spawnSync('promtool', ['test', 'rules', 'alerts.test.yml'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(tried.stdout + tried.stderr).toMatch(/SUCCESS/);
  expect(tried.status).toBe(0);
});
