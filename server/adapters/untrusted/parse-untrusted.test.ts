import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { z } from 'zod';
import { BrokenFile, ParsersBusy, TooComplex } from './faults.ts';
import { HOSTILE_FILES } from '#server/testing/hostile/files.ts';
import { takeSample, soakTest } from '#server/testing/soak.ts';
import { parseUntrusted } from './parse-untrusted.ts';
import { PARSERS } from './parsers.ts';

const limits = Object.entries(PARSERS).map(([name, each]) => [name, { ...each }] as const);
const reset = () => {
  for (const [name, each] of limits) Object.assign(PARSERS[name as keyof typeof PARSERS], each);
};
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lll-parsers-'));
});
afterEach(reset);
afterAll(() => rm(folder, { recursive: true, force: true }));

const job = (member = 1) => ({ member, waits: true });
const call = (member: number) => ({ member, waits: false });
let zips = 0;
async function zip(name: string, content: string): Promise<{ path: string }> {
  const archive = new ZipFile();
  archive.addBuffer(Buffer.from(content), name);
  archive.end();
  const path = join(folder, `${(zips += 1)}.zip`);
  await writeFile(path, await buffer(archive.outputStream));
  return { path };
}
const parse = async (document: object | string, turn = job()) =>
  parseUntrusted(
    'exportArchive',
    await zip('data.json', typeof document === 'string' ? document : JSON.stringify(document)),
    turn,
  );
const empty = { format: 'lll-export', version: 1, site: 'https://a.example', videos: [] };

/** Each takes a thousand places in memory where it is copied: 190,000 of them took 2 GB. */
const holes = `[${Array<string>(80_000).fill('{"1000":0}').join(',')}]`;

test('a file’s own keys never reach this process, at any depth', async () => {
  const video = `{"id":1,"title":"A","category":"B","file":null,"mine":${holes},"location":{"mine":1}}`;
  const text = JSON.stringify(empty)
    .replace('[]', `[${video},${holes}]`)
    .replace('"version"', '"7":8,"version"');
  const before = process.memoryUsage().rss;
  expect(await parse(text)).toEqual({
    site: 'https://a.example',
    displayName: null,
    bio: null,
    picture: null,
    leftOut: [],
    videos: [
      {
        id: 1,
        title: 'A',
        category: 'B',
        file: null,
        entry: null,
        tags: '',
        labels: '',
        edit: '',
        focus: null,
        downloadable: null,
        supportLink: null,
        location: expect.stringMatching(/^\{"lat/) as string,
      },
      null,
    ],
  });
  expect((process.memoryUsage().rss - before) / (1 << 20)).toBeLessThan(200);
});

test("every parser's result schema declares all of its keys", async () => {
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

test('rejects files that need too much memory, time or space without affecting others', async () => {
  const bottomless = await zip('list.json', `[${Array<string>(2_700_000).fill('[]').join(',')}]`);
  PARSERS.videoArchive.memoryMiB = 64;
  await expect(parseUntrusted('videoArchive', bottomless, job())).rejects.toThrow(TooComplex);
  reset();
  PARSERS.exportArchive.maxOutput = 20;
  await expect(parse({ ...empty, site: 'x'.repeat(1000) })).rejects.toThrow(TooComplex);
  PARSERS.exportArchive.seconds = 0.005;
  await expect(parse(empty)).rejects.toThrow('This file is too complex to read.');
  reset();
  expect(await parse(empty)).toMatchObject({ videos: [] });
});

test('rejects a broken file with a message, and ignores brackets within strings', async () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  await expect(parse(nested(33))).rejects.toThrow("This isn't an export's ZIP file.");
  await expect(parse(nested(32))).rejects.toThrow("This isn't an export's ZIP file.");
  await expect(parse('{"format":')).rejects.toThrow(BrokenFile);
  const archive = { ...empty, site: `\\"${'['.repeat(100)}` };
  expect(await parse(archive)).toMatchObject({ site: archive.site });
});

test.each(takeSample(Object.values(HOSTILE_FILES), 2).map((files) => files[0]))(
  '$title returns its result or a message',
  async (file) => {
    const parse = await file?.write(folder);
    // within a parser's output limit: the file may be larger than its result
    expect(JSON.stringify((await parse?.()) ?? null).length).toBeLessThan(1 << 20);
  },
);

soakTest('runs few at once, and fewer per member: calls are rejected, jobs wait', async () => {
  const file = await zip('data.json', JSON.stringify(empty));
  const start = (turn: ReturnType<typeof job>) => parseUntrusted('exportArchive', file, turn);
  const running = [1, 1, 2].map((member) => start(call(member)));
  await expect(start(call(1))).rejects.toThrow(ParsersBusy);
  const jobs = [start(job(1)), start(job(1)), start(job(2))];
  await expect(start(call(3))).rejects.toThrow(ParsersBusy);
  expect(await Promise.all([...running, ...jobs])).toHaveLength(6);
  expect(await Promise.all([1, 2, 3, 4].map((member) => start(call(member))))).toHaveLength(4);
  const left = new AbortController();
  const leaving = parseUntrusted('exportArchive', file, { ...job(), signal: left.signal });
  left.abort(new Error('Stopped'));
  await expect(leaving).rejects.toThrow('Stopped');
});
