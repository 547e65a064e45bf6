import type { z } from 'zod';
import type { Parser } from './parser.ts';

export interface Limits {
  /** Wall-clock seconds. */
  seconds: number;
  /** Of the parser's own heap. */
  memoryMiB: number;
  /** Characters of its result as JSON. */
  maxOutput: number;
}

interface Entry<Input, Result> extends Limits {
  load(): Promise<Parser<Input, Result>>;
}
const entry = <Input, Result>(each: Entry<Input, Result>): Entry<Input, Result> => each;

/**
 * Everything that parses bytes of strangers, by name. To add one: a module that exports a `Parser` (a pure function and the
 * schema of what it gives), and a line here. Call it by `parseUntrusted`.
 */
export const PARSERS = {
  captionFile: entry({
    seconds: 10,
    memoryMiB: 96,
    // as much as an editor may send
    maxOutput: 3 << 20,
    load: async () => (await import('../captions/read-captions.ts')).captionFile,
  }),
  csvTable: entry({
    seconds: 10,
    memoryMiB: 96,
    maxOutput: 3 << 20,
    load: async () => (await import('../tables/csv-table.ts')).csvTable,
  }),
  digitalSource: entry({
    seconds: 10,
    memoryMiB: 64,
    maxOutput: 100,
    load: async () => (await import('../media/digital-source.ts')).digitalSource,
  }),
  exportArchive: entry({
    seconds: 60,
    memoryMiB: 128,
    maxOutput: 8 << 20,
    load: async () => (await import('../archives/export-archive.ts')).exportArchive,
  }),
  videoArchive: entry({
    seconds: 120,
    memoryMiB: 256,
    maxOutput: 8 << 20,
    load: async () => (await import('../archives/video-archive.ts')).videoArchive,
  }),
};

export type ParserName = keyof typeof PARSERS;
type Loaded<Name extends ParserName> = Awaited<ReturnType<(typeof PARSERS)[Name]['load']>>;
export type InputOf<Name extends ParserName> = Parameters<Loaded<Name>['parse']>[0];
export type ResultOf<Name extends ParserName> = z.output<Loaded<Name>['Result']>;
