import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { BrokenFile } from '#server/adapters/untrusted/faults.ts';
import { parseUntrusted } from '#server/adapters/untrusted/parse-untrusted.ts';
import type { InputOf, ParserName } from '#server/adapters/untrusted/parsers.ts';

/** For tests: the largest and nastiest of what each parser takes. */

const MB = 1_000_000;
const CUE = '00:00:01.000 --> 00:00:02.000\n';
const lines = (line: string): string =>
  Array(Math.floor(MB / (line.length + 2)))
    .fill(line)
    .join('\n\n');
/** Of lines as long as one may be. */
const CAPTIONS: Record<string, () => string> = {
  digits: () => `${CUE}x\n\n${lines(`1:11${'1'.repeat(9990)}`)}`,
  colons: () => `${CUE}x\n\n${lines(`1:11${':.,'.repeat(3300)}`)}`,
  'blanks before an arrow': () => `WEBVTT\n\n${lines(`00:01.000${' '.repeat(9900)}x-->`)}`,
  'returns alone': () => `${CUE}x${'\r'.repeat(MB)}`,
  'line breaks': () => `${CUE}x${'\n'.repeat(MB)}`,
  arrows: () => lines('-->'),
  brackets: () => `${CUE}${'<'.repeat(9990)}\n${CUE}`,
  'brackets to the end': () => lines(`${CUE}${'<'.repeat(1900)}`),
  'open tags': () => lines(`${CUE}${'<v a'.repeat(450)}`),
  ampersands: () => lines(`${CUE}${'&'.repeat(1900)}`),
  'names of characters': () => lines(`${CUE}${'&amp;'.repeat(380)}`),
  braces: () => lines(`${CUE}${'{a'.repeat(900)}`),
};

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
const holes = `[${Array<string>(190_000).fill('{"1000":0}').join(',')}]`;
const lists = (count: number, ending: string, content: string): [string, string][] =>
  numbers(count).map((at) => [`${at}.${ending}`, content]);
const video = (at: number) => ({
  name: `Video ${at}`,
  description: '“” <"> '.repeat(700),
  archiveFiles: { videoFile: `${at}.mp4` },
});

const ARCHIVES: Record<string, () => [name: string, content: string][]> = {
  'objects with holes': () => [
    ['data.json', holes],
    ['a.json', holes],
    ['a.mp4', ''],
  ],
  'tables of quotes': () => lists(20, 'csv', '"a'.repeat(1 << 20)),
  'nested lists': () => lists(200, 'json', '['.repeat(2 << 20)),
  'videos times paths': () => [
    ...numbers(700).map((at): [string, string] => [`${'long/'.repeat(100)}${at}.mp4`, '']),
    ...lists(20, 'json', JSON.stringify(numbers(4_550).map((at) => ({ ...video(at), description: '' })))),
  ],
  'endless names': () => numbers(5_000).map((at) => [`${'ü'.repeat(29_000)}${at}.mp4`, '']),
  'as many files as may be': () => numbers(20_000).map((at) => [`${'a/'.repeat(400)}${at}`, 'text']),
  'the largest result': () => [
    ...[0, 500].map((from): [string, string] => [
      `${from}.json`,
      JSON.stringify(numbers(500).map((at) => video(from + at))),
    ]),
    ...numbers(1_000).map((at): [string, string] => [`${at}.mp4`, '']),
  ],
};

const TABLE = 'a,b\n';
const TABLES: Record<string, () => string> = {
  quotes: () => `${TABLE}${'"a'.repeat(MB)}`,
  commas: () => `${TABLE}${','.repeat(MB)}`,
  'empty lines': () => `${TABLE}${'\n'.repeat(MB)}`,
  'as many rows as may be': () => `${TABLE}${'1,2\n'.repeat(MB / 4)}`,
  'an endless cell': () => `${TABLE}${'a'.repeat(MB)},b`,
};

const SOURCE = 'digitalsourcetype/trainedAlgorithmicMedi';
const VIDEOS: Record<string, () => string> = {
  'almost a source type': () => SOURCE.repeat((20 * MB) / SOURCE.length),
  nothing: () => '',
};

interface HostileFile {
  title: string;
  /** Writes it into this folder; what comes back reads it, to a result or a BrokenFile. */
  write(folder: string): Promise<() => Promise<unknown>>;
}

const filesOf = <Name extends ParserName>(
  parser: Name,
  names: string[],
  write: (name: string, folder: string) => Promise<InputOf<Name>>,
): HostileFile[] =>
  names.map((name) => ({
    title: `${parser}: ${name}`,
    async write(folder) {
      const input = await write(name, folder);
      return () =>
        parseUntrusted(parser, input, { member: 1, waits: true }).catch((error: unknown) => {
          if (!(error instanceof BrokenFile)) throw error;
        });
    },
  }));

async function writeArchive(name: string, folder: string): Promise<{ path: string }> {
  const path = join(folder, `${name}.zip`);
  const zip = new ZipFile();
  for (const [file, content] of ARCHIVES[name]?.() ?? []) zip.addBuffer(Buffer.from(content), file);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
  return { path };
}

export const HOSTILE_FILES: Record<ParserName, HostileFile[]> = {
  captionFile: filesOf('captionFile', Object.keys(CAPTIONS), async (name) => ({
    bytes: Buffer.from(CAPTIONS[name]?.() ?? ''),
  })),
  csvTable: filesOf('csvTable', Object.keys(TABLES), async (name) => ({
    bytes: Buffer.from(TABLES[name]?.() ?? ''),
    columns: ['a', 'b'],
  })),
  digitalSource: filesOf('digitalSource', Object.keys(VIDEOS), async (name, folder) => {
    const path = join(folder, `${name}.mp4`);
    await writeFile(path, VIDEOS[name]?.() ?? '');
    return { path };
  }),
  exportArchive: filesOf('exportArchive', Object.keys(ARCHIVES), writeArchive),
  videoArchive: filesOf('videoArchive', Object.keys(ARCHIVES), writeArchive),
};
