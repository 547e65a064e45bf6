import { msg, type Message } from '#contract/text/message.ts';
import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { findBinaries } from '../media/binaries.ts';
import { ChildFailure, wrap } from '../media/child.ts';
import { SOUND_RATE } from '../media/sound.ts';
import type { EngineFiles, Transcript } from './transcript.ts';
import { readModel } from './models.ts';
import type { SpeechWork } from './speech.child.ts';

/** Transcribes the speech of a video. */
export interface Speech {
  /** All words of a sound file as written by `media.sound`; no passages for silence. Rejects on failure. */
  transcribe(sound: string, options: { signal: AbortSignal }): Promise<Transcript>;
  /** The engine in use, for the owner. Rejects with an error that names what is missing. */
  inspect(): Promise<Message>;
}

const ROOT = join(import.meta.dirname, '../../..');
const PROGRAM = join(import.meta.dirname, 'speech.child.ts');
const READS = [
  ...['server', 'contract', 'package.json'].map((name) => join(ROOT, name)),
  ...new Set([join(ROOT, 'node_modules'), realpathSync(join(ROOT, 'node_modules'))]),
  process.execPath,
];
/** Silero's voice activity detector, version 5; all else of its package is for browsers. */
const voiceModelPath = (): string =>
  createRequire(import.meta.url).resolve('@ricky0123/vad-web/dist/silero_vad_v5.onnx');

/** Per video: ten minutes at most, for which the slowest models need twice that. */
const MAX_SECONDS = 2400;
const CHECK_SECONDS = 120;
/** What Node.js and the libraries reserve, of which they use a small part. */
const RESERVED_MIB = 8192;
const MAX_ANSWER = 32 << 20;
const MAX_STDERR = 8192;
/** Half of the machine at most: it serves viewers at the same time. */
const THREADS = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));

/**
 * Loads nothing yet: a model takes a gigabyte, so each video is transcribed in its own process, with limits
 * of time, memory and threads, and without network where the system supports that.
 */
export function openSpeech({
  model,
  ffmpegPath,
  engine = () => readModel(model),
}: {
  /** The folder of the model. */
  model: string;
  ffmpegPath?: string | undefined;
  /** Another engine than the folder's, in tests. */
  engine?: () => Promise<EngineFiles>;
}): Speech {
  const run = async (sound: string | null, seconds: number, signal?: AbortSignal): Promise<Transcript> => {
    const files = await engine();
    const work: SpeechWork = {
      sound,
      sampleRate: SOUND_RATE,
      voiceModel: voiceModelPath(),
      engine: { module: files.module, options: files.options },
      threads: THREADS,
    };
    const limits = {
      seconds,
      memoryMiB: RESERVED_MIB + Math.ceil((files.bytes * 3) / 1048576),
      fileMiB: 64,
      nice: 15,
    };
    const reads = [...READS, ...files.reads, ...(sound === null ? [] : [sound])];
    const binaries = await findBinaries({ ffmpegPath });
    const command = [
      ...wrap(binaries, { limits, files: { reads } }),
      process.execPath,
      '--max-old-space-size=512',
      PROGRAM,
      JSON.stringify(work),
    ];
    return runSpeech(command, seconds, signal);
  };
  return {
    transcribe: (sound, { signal }) => run(sound, MAX_SECONDS, signal),
    async inspect() {
      const { name, bytes } = await engine();
      await run(null, CHECK_SECONDS);
      const megabytes = String(Math.round(bytes / 1e6));
      return THREADS === 1
        ? msg`${name}, ${megabytes} MB in ${model}, ${THREADS} thread`
        : msg`${name}, ${megabytes} MB in ${model}, ${THREADS} threads`;
    },
  };
}

function runSpeech(
  [command = '', ...args]: string[],
  seconds: number,
  signal?: AbortSignal,
): Promise<Transcript> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: dirname(PROGRAM),
      env: { LC_ALL: 'C.UTF-8' },
    });
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      child.kill('SIGKILL');
    }, seconds * 1000);
    const abort = (): void => void child.kill('SIGKILL');
    signal?.addEventListener('abort', abort, { once: true });
    let answer = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
      if (answer.length > MAX_ANSWER) child.kill('SIGKILL');
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-MAX_STDERR);
    });
    child.on('error', reject);
    child.on('close', (code, killedBy) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      if (signal?.aborted)
        reject(
          signal.reason instanceof Error ? signal.reason : new Error('Hearing the clip was given back.'),
        );
      else if (code === 0) resolve(JSON.parse(answer.slice(answer.lastIndexOf('\n') + 1)) as Transcript);
      else
        reject(
          new ChildFailure(
            `Speech recognition ended with ${killedBy ?? code}${timedOut ? ' (out of time)' : ''}: ${firstError(stderr)}`,
            stderr,
            timedOut,
          ),
        );
    });
  });
}

/** The first line with the error message; the stack follows. */
const firstError = (stderr: string): string =>
  (
    stderr.split('\n').find((line) => /\bError\b|Could not|error/i.test(line)) ??
    stderr.trim().split('\n').at(-1) ??
    ''
  )
    .trim()
    .slice(0, 300);
