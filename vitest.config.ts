import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'contract/**/*.test.ts',
      'server/**/*.test.ts',
      'web/**/*.test.ts',
      'standins/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    pool: 'forks',
    globalSetup: ['server/testing/setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
