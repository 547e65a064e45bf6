import sherpa from 'sherpa-onnx-node';

/** Samples that the model looks at together. */
const WINDOW = 512;
/** Seconds. What is longer is cut where the voice is weakest: engines lose their way in long passages. */
const LONGEST = 20;

/**
 * The passages of a sound that contain speech, by Silero's detector: engines never get the rest, so they
 * can't hallucinate text there.
 */
export function* findVoice(
  samples: Float32Array,
  { model, sampleRate }: { model: string; sampleRate: number },
): Generator<{ start: number; samples: Float32Array }> {
  const vad = new sherpa.Vad(
    {
      sileroVad: {
        model,
        threshold: 0.5,
        minSilenceDuration: 0.3,
        minSpeechDuration: 0.25,
        maxSpeechDuration: LONGEST,
        windowSize: WINDOW,
      },
      sampleRate,
      numThreads: 1,
    },
    2 * LONGEST,
  );
  function* take() {
    while (!vad.isEmpty()) {
      const { start, samples } = vad.front(false);
      vad.pop();
      yield { start: start / sampleRate, samples };
    }
  }
  for (let at = 0; at < samples.length; at += WINDOW) {
    vad.acceptWaveform(samples.subarray(at, at + WINDOW));
    yield* take();
  }
  vad.flush();
  yield* take();
}
