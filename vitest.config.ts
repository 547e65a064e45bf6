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
    // tests wait a lot, and one worker less than processors would be a single one on two
    maxWorkers: Math.max(2, availableParallelism()),
    globalSetup: ['server/testing/setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
