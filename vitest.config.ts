import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,server,web,standins,scripts}/**/*.test.ts'],
    pool: 'forks', globalSetup: ['server/testing/setup.ts'], testTimeout: 60_000, hookTimeout: 120_000,
  },
});
