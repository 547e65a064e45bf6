import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { WithId } from '#server/testing/client.ts';
import { browserModule } from './contract-table.ts';

test('keeps methods, paths and plain constants, and drops schemas and functions', () => {
  const source = browserModule({
    things: {
      list: endpoint({
        method: 'GET',
        path: '/api/things/{id}',
        access: 'public',
        response: z.string(),
        summary: 'Things',
      }),
    },
    MAX: 60,
    KINDS: ['A', 'B'],
    PATHS: { home: '/' },
    Thing: WithId,
    clean: (text: string) => text,
  });
  expect(source.split('\n')).toEqual([
    'export const things = {"list":{"method":"GET","path":"/api/things/{id}"}};',
    'export const MAX = 60;',
    'export const KINDS = ["A","B"];',
    'export const PATHS = {"home":"/"};',
  ]);
});
