/** A word as it was heard; seconds from the beginning of the sound. */
export interface SpokenWord {
  text: string;
  start: number;
  end: number;
  /** From 0 to 1; null if the engine doesn't report it. */
  confidence: number | null;
  /** Without a space before it: a part of a word, or of a script without spaces. */
  isJoined: boolean;
}

/** A passage of speech without a longer break. */
export interface Passage {
  start: number;
  end: number;
  words: SpokenWord[];
}

export interface Transcript {
  /** As named by the engine; null if unknown. */
  language: string | null;
  passages: Passage[];
}

/** Recognises speech. Runs in the child process, and only ever gets speech. */
export interface Engine {
  /** Words with times relative to the start of `samples` (one channel, from -1 to 1). */
  recognise(
    samples: Float32Array,
    sampleRate: number,
  ): Promise<Pick<Transcript, 'language'> & { words: SpokenWord[] }>;
}

/** An engine, before the child process opens it. */
export interface EngineFiles {
  /** Exports `openEngine`. */
  module: string;
  /** What `openEngine` is given; goes through JSON. */
  options: unknown;
  /** All that it reads beside the server's own files. */
  reads: string[];
  /** Of the model, which it holds in memory. */
  bytes: number;
  /** For the owner. */
  name: string;
}

export type OpenEngine<Options> = (options: Options, threads: number) => Promise<Engine>;
