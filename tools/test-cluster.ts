import { spawnSync } from 'node:child_process';
import { findMissing } from '#server/testing/engines.ts';

/**
 * npm run test:cluster: many processes on an external PostgreSQL, PgBouncer, Swift's S3 interface and nginx; and the
 * commands of docs/operations.md as they are written.
 */
const missing = findMissing();
if (missing.length > 0) {
  console.log(
    `Missing: ${missing.join(', ')}. Debian: apt-get install postgresql pgbouncer nginx-light swift-proxy swift-account swift-container swift-object`,
  );
  process.exit(1);
}
const { status } = spawnSync(
  'vitest',
  [
    'run',
    '--project=cluster',
    'server/engines.cluster.test.ts',
    'server/worker.cluster.test.ts',
    'tools/operations.cluster.test.ts',
  ],
  {
    stdio: 'inherit',
    env: { ...process.env, CLUSTER: '1' },
  },
);
process.exitCode = status ?? 1;
