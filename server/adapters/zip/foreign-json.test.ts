import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { readForeignJson } from './foreign-json.ts';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

test('what is nested more deeply than 32 is refused, brackets within strings count for nothing', async () => {
  expect(await readForeignJson(nested(32))).toEqual(JSON.parse(nested(32)));
  await expect(readForeignJson(nested(33))).rejects.toThrow('This is nested too deeply.');
  await expect(readForeignJson('['.repeat(1_900_000))).rejects.toThrow(SyntaxError);
  const words = { text: `\\"${'['.repeat(100)}` };
  expect(await readForeignJson(JSON.stringify(words))).toEqual(words);
});

test('it is read in a thread with little memory of its own, and never so much that memory could run out', async () => {
  const limits: (number | undefined)[] = [];
  const note = ({ resourceLimits }: Worker): number => limits.push(resourceLimits?.maxOldGenerationSizeMb);
  process.on('worker', note);
  const most = `[${Array<string>(699_050).fill('{}').join(',')}]`;
  expect(await readForeignJson(most)).toHaveLength(699_050);
  // beyond that V8 ends the whole process, thread or not
  await expect(readForeignJson(`${most}${' '.repeat(1 << 20)}`)).rejects.toThrow('This is too long.');
  process.off('worker', note);
  expect(limits).toEqual([64]);
});
