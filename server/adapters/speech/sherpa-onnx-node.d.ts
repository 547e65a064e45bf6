/** What is used of it; it brings no types of its own. */
declare module 'sherpa-onnx-node' {
  interface OfflineModelConfig {
    tokens: string;
    numThreads: number;
    modelType?: string;
    transducer?: { encoder: string; decoder: string; joiner: string };
    whisper?: { encoder: string; decoder: string; language: string; task: 'transcribe' };
    senseVoice?: { model: string; language: string; useInverseTextNormalization: 0 | 1 };
    nemoCtc?: { model: string };
    zipformerCtc?: { model: string };
  }
  interface OfflineResult {
    text: string;
    lang: string;
    tokens: string[];
    /** Seconds, one for each token; empty where the model has none. */
    timestamps: number[];
    durations: number[];
    ys_log_probs: number[];
  }
  interface OfflineStream {
    acceptWaveform(wave: { samples: Float32Array; sampleRate: number }): void;
  }
  class OfflineRecognizer {
    constructor(config: {
      featConfig: { sampleRate: number; featureDim: number };
      modelConfig: OfflineModelConfig;
    });
    createStream(): OfflineStream;
    decode(stream: OfflineStream): void;
    getResult(stream: OfflineStream): OfflineResult;
  }
  class Vad {
    constructor(
      config: {
        sileroVad: {
          model: string;
          threshold: number;
          minSilenceDuration: number;
          minSpeechDuration: number;
          maxSpeechDuration: number;
          windowSize: number;
        };
        sampleRate: number;
        numThreads: number;
      },
      bufferSizeInSeconds: number,
    );
    acceptWaveform(samples: Float32Array): void;
    isEmpty(): boolean;
    /** Counted in samples from the beginning. */
    front(enableExternalBuffer: boolean): { start: number; samples: Float32Array };
    pop(): void;
    flush(): void;
  }
  const sherpa: { OfflineRecognizer: typeof OfflineRecognizer; Vad: typeof Vad };
  export type { OfflineModelConfig, OfflineResult };
  export default sherpa;
}
