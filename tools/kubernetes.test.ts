import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, it, vi } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { openDatabaseServer } from '#server/adapters/database/database.ts';
import { runStatements } from '#server/adapters/database/sql.ts';
import { readSettings } from '#server/app/start/settings.ts';
import { TEST_TUNING } from '#server/testing/template.ts';
import type { Kinds } from './kubernetes-kinds.ts';
import { soakTest } from '#server/testing/soak.ts';

const PROJECT = path.resolve(import.meta.dirname, '..');
const FOLDER = path.join(PROJECT, 'deploy/kubernetes');
const run = promisify(execFile);
const PATH = `${path.join(PROJECT, 'node_modules/.bin')}:${process.env['PATH']}`;
vi.setConfig({ testTimeout: 120_000 });

type Kind = keyof Kinds;
type Manifest = { [K in Kind]: Kinds[K] & { apiVersion: string; kind: string } }[Kind];

const manifests = globSync('*.yaml', { cwd: FOLDER }).flatMap((file) =>
  parseAllDocuments(readFileSync(path.join(FOLDER, file), 'utf8')).map((document) => {
    expect(document.errors, file).toEqual([]);
    return document.toJS() as Manifest;
  }),
);

function find<K extends Kind>(kind: K, name?: string): Kinds[K][] {
  return manifests.filter(
    (each) => kindOf(each) === kind && (name === undefined || each.metadata?.name === name),
  ) as Kinds[K][];
}

const kindOf = ({ apiVersion, kind }: Manifest) => `${apiVersion} ${kind}` as Kind;
const workloads = [...find('apps/v1 Deployment'), ...find('batch/v1 Job')];

/**
 * The compiler's errors for these manifests as values of their types: unknown fields, wrong values, missing
 * ones.
 */
async function complain(values: Manifest[]): Promise<string> {
  mkdirSync(path.join(PROJECT, '.cache'), { recursive: true });
  const folder = mkdtempSync(path.join(PROJECT, '.cache/kubernetes-'));
  const lines = values.map(
    (each, at) => `export const m${at}: Kinds['${kindOf(each)}'] = ${JSON.stringify(each)};`,
  );
  const file = path.join(folder, 'manifests.ts');
  writeFileSync(file, `import type { Kinds } from '../../tools/kubernetes-kinds.ts';\n${lines.join('\n')}\n`);
  const flags = ['--ignoreConfig', '--noEmit', '--strict', '--module', 'nodenext', '--types', ''];
  try {
    await run('tsc', [...flags, '--skipLibCheck', '--allowImportingTsExtensions', file], {
      cwd: PROJECT,
      env: { PATH },
    });
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('contains only fields and values that Kubernetes knows', async () => {
  expect(manifests).toHaveLength(11);
  expect(await complain(manifests)).toBe('');
  const [web] = find('apps/v1 Deployment', 'lll-web');
  const text = JSON.stringify(web);
  const wrong = ['"maxSurge"', '"selector"', '"containerPort":3000'].map((part, at) => {
    expect(text).toContain(part);
    return JSON.parse(text.replace(part, ['"maxSurges"', '"selectors"', '"containerPort":"http"'][at] ?? ''));
  });
  const complaint = await complain(wrong as Manifest[]);
  expect(complaint.match(/error TS/g)).toHaveLength(wrong.length);
});

it('runs every container as an unprivileged user on a read-only root file system', () => {
  expect(workloads).toHaveLength(3);
  for (const { metadata, spec } of workloads) {
    const { template } = spec ?? {};
    const pod = template?.spec;
    expect(template?.metadata?.labels).toEqual(metadata?.labels);
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      // LLL_WEB_PORT and its like would look like settings
      enableServiceLinks: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    });
    for (const container of pod?.containers ?? []) {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.volumeMounts?.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp']);
      expect(container.resources?.limits).toHaveProperty('memory');
      for (const mount of container.volumeMounts ?? [])
        expect(pod?.volumes?.some(({ name, emptyDir }) => name === mount.name && emptyDir)).toBe(true);
    }
  }
});

it('gives every process settings that pass validation, and probes the health endpoint', () => {
  const [settings] = find('v1 ConfigMap', 'lll-settings');
  const [secrets] = find('v1 Secret', 'lll-secrets');
  const given = { ...settings?.data, ...secrets?.stringData };
  expect(readSettings({ ...given, DATA_DIR: '/data' })).toMatchObject({ LISTEN: 'ready', METRICS: true });
  const source = [{ configMapRef: { name: 'lll-settings' } }, { secretRef: { name: 'lll-secrets' } }];
  const httpGet = { path: '/api/health/ping', port: 'http' };
  for (const role of ['web', 'worker']) {
    const [deployment] = find('apps/v1 Deployment', `lll-${role}`);
    expect(deployment?.spec?.template.spec?.containers).toMatchObject([
      {
        env: [{ name: 'ROLES', value: role }],
        envFrom: source,
        startupProbe: { httpGet },
        readinessProbe: { httpGet },
        livenessProbe: { httpGet },
      },
    ]);
  }
});

it('selects pods by label, and scaling targets by name', () => {
  for (const role of ['web', 'worker']) {
    const name = `lll-${role}`;
    const matchLabels = { 'app.kubernetes.io/name': 'lll', 'app.kubernetes.io/component': role };
    expect(find('apps/v1 Deployment', name)).toMatchObject([
      { spec: { selector: { matchLabels }, template: { metadata: { labels: matchLabels } } } },
    ]);
    expect(find('policy/v1 PodDisruptionBudget', name)).toMatchObject([
      { spec: { selector: { matchLabels } } },
    ]);
    expect(find('autoscaling/v2 HorizontalPodAutoscaler', name)).toMatchObject([
      { spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name } } },
    ]);
    if (role === 'web') expect(find('v1 Service', name)).toMatchObject([{ spec: { selector: matchLabels } }]);
  }
  expect(JSON.stringify(find('networking.k8s.io/v1 Ingress'))).toContain('"name":"lll-web"');
});

it('is documented with files that exist and the metric that the workers scale by', () => {
  const documented = readFileSync(path.join(PROJECT, 'docs/operations.md'), 'utf8');
  const files = [...documented.matchAll(/-f (deploy\/\S+)/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThanOrEqual(5);
  for (const file of files) expect(existsSync(path.join(PROJECT, file)), file).toBe(true);
  const [scaler] = find('autoscaling/v2 HorizontalPodAutoscaler', 'lll-worker');
  const metric = scaler?.spec?.metrics?.[0]?.external?.metric.name;
  expect(documented).toContain(`name: { as: ${metric} }`);
});

soakTest('migrates an empty database with the command of the Job', async () => {
  const server = await openDatabaseServer({
    dataDir: inject('databaseFolder'),
    log: () => {},
    settings: TEST_TUNING,
  });
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const folder = mkdtempSync(path.join(tmpdir(), 'lll-migrate-'));
  try {
    await server.createDatabase(name);
    const [program = '', ...args] = find('batch/v1 Job')[0]?.spec?.template.spec?.containers[0]?.args ?? [];
    const socket = encodeURIComponent(server.connection().host ?? '');
    const { stdout } = await run(program, args, {
      cwd: PROJECT,
      env: {
        PATH,
        NODE_ENV: 'production',
        DATA_DIR: folder,
        DATABASE_URL: `postgres://postgres@localhost/${name}?host=${socket}`,
      },
    });
    expect(stdout).toContain('The database is up to date.');
    const [found] = await runStatements(server.connection(name), ["select to_regclass('videos') as videos"]);
    expect(found?.rows).toEqual([{ videos: 'videos' }]);
  } finally {
    rmSync(folder, { recursive: true });
    await server.dropDatabase(name);
    await server.stop();
  }
});
