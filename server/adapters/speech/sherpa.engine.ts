import sherpa from 'sherpa-onnx-node';
import type { OpenEngine } from './transcript.ts';
import type { ModelConfig } from './models.ts';
import { wordTimings } from './word-timings.rules.ts';

const SAMPLE_RATE = 16_000;

/** The owner's model, by sherpa-onnx. */
export const openEngine: OpenEngine<ModelConfig> = async (modelConfig, numThreads) => {
  const recognizer = new sherpa.OfflineRecognizer({
    featConfig: { sampleRate: SAMPLE_RATE, featureDim: 80 },
    modelConfig: { ...modelConfig, numThreads },
  });
  return {
    async recognise(samples, sampleRate) {
      const stream = recognizer.createStream();
      stream.acceptWaveform({ samples, sampleRate });
      recognizer.decode(stream);
      const { lang, ys_log_probs: logProbs, ...tokens } = recognizer.getResult(stream);
      // SenseVoice writes its own sign: <|en|>
      const language = lang.replaceAll(/[<|>]/g, '');
      return {
        language: language === '' ? null : language,
        words: wordTimings({ ...tokens, logProbs: logProbs ?? [] }, samples.length / sampleRate),
      };
    },
  };
};
