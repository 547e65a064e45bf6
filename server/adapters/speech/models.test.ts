import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readModel } from './models.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'lll-models-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** A folder with such files; what they hold matters for the list of tokens alone. */
async function folderOf(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(root, 'model-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

const NEMO = '<unk> 0\n▁the 1\n<blk> 2\n';
const ICEFALL = '<blk> 0\n▁the 1\n';
const TRANSDUCER = { 'encoder.int8.onnx': 'abc', 'decoder.int8.onnx': 'de', 'joiner.int8.onnx': 'f' };

describe('a model', () => {
  test.each<[string, Record<string, string>, object]>([
    [
      'NeMo transducer',
      { ...TRANSDUCER, 'tokens.txt': NEMO },
      { modelType: 'nemo_transducer', transducer: { encoder: expect.stringContaining('encoder.int8.onnx') } },
    ],
    ['transducer', { ...TRANSDUCER, 'tokens.txt': ICEFALL }, { modelType: 'transducer' }],
    [
      'Whisper',
      {
        'base-encoder.onnx': 'large',
        'base-encoder.int8.onnx': 'abc',
        'base-decoder.int8.onnx': 'def',
        'base-tokens.txt': 'IQ== 0\n',
      },
      {
        modelType: 'whisper',
        whisper: { encoder: expect.stringContaining('base-encoder.int8.onnx') },
        tokens: expect.stringContaining('base-tokens.txt'),
      },
    ],
    [
      'SenseVoice',
      { 'model.int8.onnx': 'abcdef', 'tokens.txt': '<unk> 0\n<|zh|> 1\n' },
      { senseVoice: { model: expect.stringContaining('model.int8.onnx'), language: 'auto' } },
    ],
    ['NeMo CTC', { 'model.onnx': 'abcdef', 'tokens.txt': NEMO }, { modelType: 'nemo_ctc' }],
    ['CTC', { 'model.onnx': 'abcdef', 'tokens.txt': ICEFALL }, { modelType: 'zipformer2_ctc' }],
  ])('is recognized by its files: %s', async (name, files, options) => {
    const read = await readModel(await folderOf(files));
    expect(read).toMatchObject({ name, options, bytes: 6 });
  });

  test.each<[Record<string, string>, RegExp]>([
    [{}, /tokens\.txt is missing/],
    [{ 'tokens.txt': NEMO }, /model\.onnx is missing/],
    [{ 'tokens.txt': NEMO, 'encoder.onnx': '' }, /decoder\.onnx is missing/],
    [{ 'tokens.txt': NEMO, 'decoder.onnx': '' }, /encoder\.onnx is missing/],
  ])('that is incomplete is reported with what is missing: %j', async (files, sentence) => {
    await expect(readModel(await folderOf(files))).rejects.toThrow(sentence);
  });

  test('in a folder that does not exist is reported', async () => {
    await expect(readModel(join(root, 'nowhere'))).rejects.toThrow(
      /^TRANSCRIBE_MODEL leads to .*no such folder/,
    );
  });
});
