import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A one-kilobyte ONNX model in NeMo's layout, written by hand: it recognises "la" wherever it is loud. The
 * output means nothing, but the engine really loads and runs it. Returns its folder.
 */
export async function makeTinyModel(dir: string): Promise<string> {
  const folder = await mkdtemp(join(dir, 'tiny-model-'));
  await writeFile(join(folder, 'tokens.txt'), '\u2581la 0\n<blk> 1\n');
  await writeFile(join(folder, 'model.onnx'), tinyModel());
  return folder;
}

const BANDS = 80;
/** Of the mean over all bands, as a logarithm. */
const LOUD = -8;

function tinyModel(): Buffer {
  // "la" by loudness, otherwise blank
  const weights = Array.from({ length: BANDS * 2 }, (_, at) => (at % 2 === 0 ? 2 / BANDS : 0));
  return message(
    [1, 8],
    [
      7,
      message(
        [1, node('Transpose', ['sound'], 'turned', attribute('perm', [0, 2, 1]))],
        [1, node('MatMul', ['turned', 'weights'], 'heard')],
        [1, node('Add', ['heard', 'least'], 'scores')],
        [1, node('LogSoftmax', ['scores'], 'said', attribute('axis', -1))],
        [2, 'tiny'],
        [5, tensor('weights', [BANDS, 2], weights)],
        [5, tensor('least', [2], [-2 * LOUD, 0])],
        [11, value('sound', FLOAT, ['N', BANDS, 'T'])],
        [11, value('length', INT64, ['N'])],
        [12, value('said', FLOAT, ['N', 'T', 2])],
      ),
    ],
    [8, message([2, 13])],
    ...Object.entries({
      model_type: 'EncDecCTCModelBPE',
      vocab_size: '1',
      subsampling_factor: '1',
      normalize_type: '',
    }).map(([key, text]): Field => [14, message([1, key], [2, text])]),
  );
}

const FLOAT = 1;
const INT64 = 7;

const node = (type: string, inputs: string[], output: string, ...attributes: Buffer[]): Buffer =>
  message(
    ...inputs.map((input): Field => [1, input]),
    [2, output],
    [4, type],
    ...attributes.map((each): Field => [5, each]),
  );

const attribute = (name: string, given: number | number[]): Buffer =>
  Array.isArray(given)
    ? message([1, name], ...given.map((each): Field => [8, each]), [20, 7])
    : message([1, name], [3, given], [20, 2]);

function tensor(name: string, dims: number[], floats: number[]): Buffer {
  const raw = Buffer.alloc(floats.length * 4);
  for (const [at, float] of floats.entries()) raw.writeFloatLE(float, at * 4);
  return message(...dims.map((dim): Field => [1, dim]), [2, FLOAT], [8, name], [9, raw]);
}

function value(name: string, type: number, dims: (number | string)[]): Buffer {
  const shape = message(
    ...dims.map((dim): Field => [1, message(typeof dim === 'number' ? [1, dim] : [2, dim])]),
  );
  return message([1, name], [2, message([1, message([1, type], [2, shape])])]);
}

/** Of a protocol buffer: its number, and a whole number, a text, or bytes. */
type Field = [number: number, value: number | string | Buffer];

function message(...fields: Field[]): Buffer {
  return Buffer.concat(
    fields.flatMap(([number, given]) => {
      if (typeof given === 'number') return [varint(BigInt(number) << 3n), varint(BigInt(given))];
      const bytes = Buffer.from(given as string);
      return [varint((BigInt(number) << 3n) | 2n), varint(BigInt(bytes.length)), bytes];
    }),
  );
}

function varint(given: bigint): Buffer {
  const bytes: number[] = [];
  for (let rest = BigInt.asUintN(64, given); ; rest >>= 7n) {
    const low = Number(rest & 0x7fn);
    if (rest < 0x80n) return Buffer.from([...bytes, low]);
    bytes.push(low | 0x80);
  }
}
