import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'contract/**/*.test.ts',
      'server/**/*.test.ts',
      'web/**/*.test.ts',
      'standins/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    // what is too long for every change: npm run soak
    exclude: [...configDefaults.exclude, ...(process.env['SOAK'] === '1' ? [] : ['**/*.soak.test.ts'])],
    pool: 'forks',
    // the modules of the server are read once by a worker, not once by each file
    isolate: false,
    // tests wait a lot: for a process to start, a job to be taken, an encoder
    maxWorkers: Math.max(2, availableParallelism() + 1),
    globalSetup: ['server/testing/setup.ts'],
    setupFiles: ['server/testing/each-file.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
