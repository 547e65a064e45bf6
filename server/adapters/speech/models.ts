import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { OfflineModelConfig } from 'sherpa-onnx-node';
import type { EngineFiles } from './transcript.ts';

/** What is passed to the engine: a model's files and what kind it is. */
export type ModelConfig = Omit<OfflineModelConfig, 'numThreads'>;

const LAYOUT = 'docs/captions.md says which files it has to hold';

/**
 * The speech recognition model in a folder, as published by sherpa-onnx; its type is detected from its files.
 * Throws an error that names what is missing.
 */
export async function readModel(folder: string): Promise<EngineFiles> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      error.code === 'ENOENT'
        ? `TRANSCRIBE_MODEL leads to ${folder}, but there is no such folder.`
        : `TRANSCRIBE_MODEL leads to ${folder}, which can't be read (${error.code}).`,
    );
  });
  const find = (part: string): string | undefined => pick(names, part);
  const tokens = names.find((name) => /(^|-)tokens\.txt$/.test(name));
  const [encoder, decoder, joiner, model] = [find('encoder'), find('decoder'), find('joiner'), find('model')];
  if (!tokens || !(model ?? (encoder && decoder)))
    throw new Error(
      `TRANSCRIBE_MODEL leads to ${folder}, which holds no model: ${missingOf({ tokens, encoder, decoder })} is missing; ${LAYOUT}.`,
    );
  const at = (name: string): string => join(folder, name);
  const listed = await readTokens(at(tokens));
  const { name, config, files } = kindOf({ at, listed, encoder, decoder, joiner, model });
  const sizes = await Promise.all(files.map(async (file) => (await stat(at(file))).size));
  return {
    module: join(import.meta.dirname, 'sherpa.engine.ts'),
    options: { tokens: at(tokens), ...config } satisfies ModelConfig,
    reads: [folder],
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    name,
  };
}

/** `encoder.int8.onnx`, `tiny-encoder.onnx`; the smaller of two. */
function pick(names: string[], part: string): string | undefined {
  const found = names.filter((name) => new RegExp(`(^|-)${part}(-[\\w.-]+)?(\\.int8)?\\.onnx$`).test(name));
  return found.find((name) => name.endsWith('.int8.onnx')) ?? found[0];
}

function missingOf(found: Record<'tokens' | 'encoder' | 'decoder', string | undefined>): string {
  if (!found.tokens) return 'tokens.txt';
  if (found.encoder) return 'decoder.onnx';
  return found.decoder ? 'encoder.onnx' : 'model.onnx';
}

/** A list of tokens is small; what is larger is another file. */
const MAX_TOKENS = 8 * 1024 * 1024;

async function readTokens(path: string): Promise<string> {
  if ((await stat(path)).size > MAX_TOKENS) throw new Error(`${path} is no list of tokens; ${LAYOUT}.`);
  return readFile(path, 'utf8');
}

interface Found {
  at: (name: string) => string;
  /** The token list, which distinguishes models with the same file names. */
  listed: string;
  encoder: string | undefined;
  decoder: string | undefined;
  joiner: string | undefined;
  model: string | undefined;
}

/** NeMo's lists end with the blank, those of others begin with it. */
const isNemo = (listed: string): boolean => /<blk> (?!0\b)\d+\s*$/.test(listed);

function kindOf({ at, listed, encoder, decoder, joiner, model }: Found): {
  name: string;
  config: Omit<ModelConfig, 'tokens'>;
  files: string[];
} {
  if (encoder && decoder && joiner)
    return {
      name: isNemo(listed) ? 'NeMo transducer' : 'transducer',
      config: {
        modelType: isNemo(listed) ? 'nemo_transducer' : 'transducer',
        transducer: { encoder: at(encoder), decoder: at(decoder), joiner: at(joiner) },
      },
      files: [encoder, decoder, joiner],
    };
  if (encoder && decoder)
    return {
      name: 'Whisper',
      config: {
        modelType: 'whisper',
        whisper: { encoder: at(encoder), decoder: at(decoder), language: '', task: 'transcribe' },
      },
      files: [encoder, decoder],
    };
  const file = model ?? '';
  if (listed.includes('<|zh|>'))
    return {
      name: 'SenseVoice',
      config: {
        modelType: 'sense_voice',
        senseVoice: { model: at(file), language: 'auto', useInverseTextNormalization: 1 },
      },
      files: [file],
    };
  return isNemo(listed)
    ? { name: 'NeMo CTC', config: { modelType: 'nemo_ctc', nemoCtc: { model: at(file) } }, files: [file] }
    : {
        name: 'CTC',
        config: { modelType: 'zipformer2_ctc', zipformerCtc: { model: at(file) } },
        files: [file],
      };
}
