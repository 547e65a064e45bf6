import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { EngineFiles, SpokenWord, OpenEngine } from '#server/adapters/speech/transcript.ts';

/** Debian's package; a twenty-year-old program that supports only English, and needs no separate model. */
const PROGRAM = 'pocketsphinx_continuous';

/** For tests only: its transcripts are not good enough to read. */
export const pocketsphinx = async (): Promise<EngineFiles> => ({
  module: import.meta.filename,
  options: null,
  reads: [],
  bytes: 0,
  name: 'PocketSphinx',
});

const run = promisify(execFile);
/** `good(2) 0.120 0.410 0.981`; `<s>` and `[NOISE]` are no words. */
const WORD = /^([a-z][a-z'.-]*)(?:\(\d+\))? ([\d.]+) ([\d.]+) ([\d.]+)$/;

export const openEngine: OpenEngine<null> = async () => ({
  async recognise(samples, sampleRate) {
    const dir = await mkdtemp(join(tmpdir(), 'lll-heard-'));
    try {
      const path = join(dir, 'said.wav');
      await writeFile(path, writeWave(samples, sampleRate));
      const { stdout } = await run(PROGRAM, ['-infile', path, '-time', 'yes', '-logfn', '/dev/null']);
      return { language: 'en', words: stdout.split('\n').flatMap(readWord) };
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  },
});

function readWord(line: string): SpokenWord[] {
  const [, text = '', start, end, confidence] = WORD.exec(line.trim()) ?? [];
  return text === ''
    ? []
    : [{ text, start: Number(start), end: Number(end), confidence: Number(confidence), isJoined: false }];
}

function writeWave(samples: Float32Array, sampleRate: number): Buffer {
  const wave = Buffer.alloc(44 + samples.length * 2);
  wave.write('RIFF', 0);
  wave.writeUInt32LE(wave.length - 8, 4);
  wave.write('WAVEfmt ', 8);
  wave.writeUInt32LE(16, 16);
  wave.writeUInt16LE(1, 20);
  wave.writeUInt16LE(1, 22);
  wave.writeUInt32LE(sampleRate, 24);
  wave.writeUInt32LE(sampleRate * 2, 28);
  wave.writeUInt16LE(2, 32);
  wave.writeUInt16LE(16, 34);
  wave.write('data', 36);
  wave.writeUInt32LE(samples.length * 2, 40);
  for (const [at, sample] of samples.entries())
    wave.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), 44 + at * 2);
  return wave;
}
