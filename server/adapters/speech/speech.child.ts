// The process in which speech is recognised: node speech.child.ts <work>, with the work and the answer as JSON.
import { readFile } from 'node:fs/promises';
import type { Transcript, OpenEngine, Passage } from './transcript.ts';
import { findVoice } from './voice.ts';

export interface SpeechWork {
  /** As `writeSound` writes it; null: only looks whether everything is there. */
  sound: string | null;
  sampleRate: number;
  voiceModel: string;
  engine: { module: string; options: unknown };
  threads: number;
}

const LOUDEST = 32_768;

async function readSamples(path: string): Promise<Float32Array> {
  const bytes = await readFile(path);
  const samples = new Float32Array(Math.floor(bytes.length / 2));
  for (let at = 0; at < samples.length; at += 1) samples[at] = bytes.readInt16LE(at * 2) / LOUDEST;
  return samples;
}

/** The dominant language. */
function dominantLanguage(seconds: Map<string, number>): string | null {
  return [...seconds].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

async function transcribe({
  sound,
  sampleRate,
  voiceModel,
  engine,
  threads,
}: SpeechWork): Promise<Transcript> {
  const samples = sound === null ? new Float32Array(sampleRate) : await readSamples(sound);
  const { openEngine } = (await import(engine.module)) as { openEngine: OpenEngine<unknown> };
  // without speech the model isn't loaded
  let opened = sound === null ? await openEngine(engine.options, threads) : null;
  const passages: Passage[] = [];
  const languages = new Map<string, number>();
  for (const { start, samples: audio } of findVoice(samples, { model: voiceModel, sampleRate })) {
    opened ??= await openEngine(engine.options, threads);
    const { language, words } = await opened.recognise(audio, sampleRate);
    const seconds = audio.length / sampleRate;
    if (language !== null) languages.set(language, (languages.get(language) ?? 0) + seconds);
    passages.push({
      start,
      end: start + seconds,
      words: words.map((word) => ({ ...word, start: start + word.start, end: start + word.end })),
    });
  }
  return { language: dominantLanguage(languages), passages };
}

const transcript = await transcribe(JSON.parse(process.argv[2] ?? '') as SpeechWork);
process.stdout.write(`\n${JSON.stringify(transcript)}`);
