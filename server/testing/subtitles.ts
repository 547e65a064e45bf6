/**
 * A Blu-ray subtitle stream (PGS, as in a `.sup` file) of one small box, shown at each of these seconds for
 * half a second.
 */
export function pictureSubtitle(seconds: number[]): Buffer {
  return Buffer.concat(
    seconds.flatMap((at, index) => [...drawn(at, 2 * index), ...clear(at + 0.5, 2 * index + 1)]),
  );
}

const [WIDTH, HEIGHT] = [16, 8];
const KIND = { palette: 0x14, object: 0x15, composition: 0x16, window: 0x17, end: 0x80 };

const drawn = (at: number, index: number): Buffer[] => [
  segment(at, KIND.composition, composition(index, true)),
  segment(at, KIND.window, [1, 0, 0, 100, 0, 100, 0, WIDTH, 0, HEIGHT]),
  segment(at, KIND.palette, [0, 0, 1, 235, 128, 128, 255]),
  segment(at, KIND.object, [0, 0, 0, 0xc0, 0, 0, box.length + 4, 0, WIDTH, 0, HEIGHT, ...box]),
  segment(at, KIND.end, []),
];

const clear = (at: number, index: number): Buffer[] => [
  segment(at, KIND.composition, composition(index, false)),
  segment(at, KIND.window, [1, 0, 0, 100, 0, 100, 0, WIDTH, 0, HEIGHT]),
  segment(at, KIND.end, []),
];

/** 640×480, with the one object or none. */
const composition = (index: number, whole: boolean): number[] => [
  2,
  128,
  1,
  224,
  0x10,
  0,
  index,
  whole ? 0x80 : 0,
  0,
  0,
  ...(whole ? [1, 0, 0, 0, 0, 0, 100, 0, 100] : [0]),
];

/** Lines of colour 1, each with its end. */
const box = Array.from({ length: HEIGHT }, () => [...Array<number>(WIDTH).fill(1), 0, 0]).flat();

function segment(at: number, kind: number, body: number[]): Buffer {
  const head = Buffer.alloc(13);
  head.write('PG');
  head.writeUInt32BE(at * 90_000, 2);
  head[10] = kind;
  head.writeUInt16BE(body.length, 11);
  return Buffer.concat([head, Buffer.from(body)]);
}
