import { availableParallelism } from 'node:os';
import { readFileSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const STARTS_PROCESSES = /testing\/(process|cluster|killable|nginx|races|video-files)\.ts/;

/** Files that start servers and encoders take longest: first, so that none of them is alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => STARTS_PROCESSES.test(readFileSync(moduleId, 'utf8'));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    // each file is in one project, so that `npx vitest run <file>` runs it once
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{contract,server,web,standins,build,tools,bench}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, '**/*.{soak,cluster}.test.ts'],
        },
      },
      // what is too long for every change: npm run soak
      ...(process.env['SOAK'] === '1'
        ? [{ extends: true as const, test: { name: 'soak', include: ['**/*.soak.test.ts'] } }]
        : []),
      // on other engines: npm run test:cluster
      ...(process.env['CLUSTER'] === '1'
        ? [{ extends: true as const, test: { name: 'cluster', include: ['**/*.cluster.test.ts'] } }]
        : []),
    ],
    pool: 'forks',
    // the modules of the server are read once by a worker, not once by each file
    isolate: false,
    // Node.js reads TypeScript itself, and keeps it compiled: half the time until the first result
    experimental: { viteModuleRunner: false },
    // tests wait a lot: for a process to start, a job to be taken, an encoder
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    globalSetup: ['server/testing/setup.ts'],
    setupFiles: ['build/macros.ts', 'server/testing/each-file.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // another process hears of it a moment later, on a busy machine much later
    expect: { poll: { timeout: 30_000, interval: 50 } },
  },
});
