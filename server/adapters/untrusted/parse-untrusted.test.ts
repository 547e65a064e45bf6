import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { BrokenFile, ParsersBusy, TooComplex } from './faults.ts';
import { parseUntrusted } from './parse-untrusted.ts';
import { PARSERS } from './parsers.ts';

const limits = { ...PARSERS.exportDocument };
afterEach(() => Object.assign(PARSERS.exportDocument, limits));

const job = (member = 1) => ({ member, waits: true });
const call = (member: number) => ({ member, waits: false });
const parse = (document: object | string, turn = job()) =>
  parseUntrusted(
    'exportDocument',
    { text: typeof document === 'string' ? document : JSON.stringify(document) },
    turn,
  );
const empty = { format: 'lll-export', version: 1, site: 'https://a.example', videos: [] };

/** Each takes a thousand places in memory where it is copied: 190,000 of them took 2 GB. */
const holes = `[${Array<string>(190_000).fill('{"1000":0}').join(',')}]`;

test('keys of a file’s own never reach this process, wherever they stand', async () => {
  const video = `{"id":1,"title":"A","category":"B","file":null,"mine":${holes},"location":{"mine":1}}`;
  const text = JSON.stringify(empty)
    .replace('[]', `[${video},${holes}]`)
    .replace('"version"', '"7":8,"version"');
  const before = process.memoryUsage().rss;
  expect(await parse(text)).toEqual({
    site: 'https://a.example',
    displayName: null,
    bio: null,
    videos: [
      { id: 1, title: 'A', category: 'B', file: null, location: expect.stringMatching(/^\{"lat/) as string },
      null,
    ],
  });
  expect((process.memoryUsage().rss - before) / (1 << 20)).toBeLessThan(200);
});

test('the result of every parser names all of its keys', async () => {
  for (const [name, { load }] of Object.entries(PARSERS)) {
    const open: string[] = [];
    const schema = z.toJSONSchema((await load()).Result, {
      override: ({ zodSchema, path }) => {
        const { def } = zodSchema._zod;
        const isLoose = def.type === 'object' && 'catchall' in def && def.catchall !== undefined;
        if (isLoose || ['record', 'map', 'any', 'unknown', 'custom'].includes(def.type))
          open.push(path.join('.'));
      },
    });
    expect([name, schema.type, open]).toEqual([name, 'object', []]);
  }
});

test('what takes too much memory, time or room is refused, and takes nothing else down', async () => {
  const bottomless = `[${Array<string>(9_000_000).fill('[]').join(',')}]`;
  await expect(parse(bottomless)).rejects.toThrow(TooComplex);
  await expect(parse({ ...empty, site: 'x'.repeat(9 << 20) })).rejects.toThrow(TooComplex);
  PARSERS.exportDocument.maxOutput = 20;
  await expect(parse({ ...empty, site: 'x'.repeat(1000) })).rejects.toThrow(TooComplex);
  PARSERS.exportDocument.seconds = 0.005;
  await expect(parse(empty)).rejects.toThrow('This file is too complex to be read.');
  Object.assign(PARSERS.exportDocument, limits);
  expect(await parse(empty)).toMatchObject({ videos: [] });
});

test('a broken file is refused with a sentence; brackets within strings count for nothing', async () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  await expect(parse(nested(33))).rejects.toThrow('This is not the ZIP file of an export.');
  await expect(parse(nested(32))).rejects.toThrow('This is not the ZIP file of an export.');
  await expect(parse('{"format":')).rejects.toThrow(BrokenFile);
  const words = { ...empty, site: `\\"${'['.repeat(100)}` };
  expect(await parse(words)).toMatchObject({ site: words.site });
});

test('few run at once, of one member fewer: calls are turned away, jobs wait', async () => {
  const of = (...members: number[]) => members.map((member) => parse(empty, call(member)));
  const running = of(1, 1, 2);
  await expect(parse(empty, call(1))).rejects.toThrow(ParsersBusy);
  const jobs = [parse(empty, job(1)), parse(empty, job(1)), parse(empty, job(2))];
  await expect(parse(empty, call(3))).rejects.toThrow(ParsersBusy);
  expect(await Promise.all([...running, ...jobs])).toHaveLength(6);
  expect(await Promise.all(of(1, 2, 3, 4))).toHaveLength(4);
  const left = new AbortController();
  const leaving = parseUntrusted('exportDocument', { text: '' }, { ...job(), signal: left.signal });
  left.abort(new Error('Stopped'));
  await expect(leaving).rejects.toThrow('Stopped');
});
