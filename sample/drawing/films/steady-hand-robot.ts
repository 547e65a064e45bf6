import { ease, span } from '../clips/draw.ts';
import type { Thing } from '../film/film.ts';
import type { Vec3 } from '../film/matrix.ts';
import { between, cross, dot, length, minus, normal, plus, reach, shift } from '../film/matrix.ts';

/** The canvas: its lower left corner, and its size. */
export const CANVAS = { x: 0.1, y: 1.02, wide: 1.5, high: 1.1 };
const HOME: Vec3 = [0.12, 1.75, 0.62];
const SHOULDER: Vec3 = [-0.5, 1.2, 0.62];
const UPPER = 1.16;
const LOWER = 1.02;

interface Stroke {
  from: number;
  to: number;
  colour: string;
  /** Where the brush is on the canvas, at `k` of the stroke. */
  at(k: number): [number, number];
}
const arc =
  (radius: number) =>
  (k: number): [number, number] => [
    0.68 - Math.cos(k * Math.PI) * radius,
    0.36 + Math.sin(k * Math.PI) * radius,
  ];
const STROKES: Stroke[] = [
  { from: 1, to: 2.1, colour: '#c8324a', at: arc(0.56) },
  { from: 2.3, to: 3.4, colour: '#e65a2c', at: arc(0.45) },
  { from: 4.8, to: 5.7, colour: '#f28a25', at: arc(0.34) },
  { from: 5.85, to: 6.6, colour: '#f8b53a', at: arc(0.235) },
  {
    from: 7.6,
    to: 9,
    colour: '#ffe08a',
    at: (k) => [
      0.68 + Math.cos(k * 25) * 0.12 * (1 - k),
      0.37 + Math.abs(Math.sin(k * 25)) * 0.13 * (1 - k * 0.6),
    ],
  },
  { from: 9.9, to: 10.4, colour: '#2f6f9e', at: (k) => [0.08 + k * 1.22, 0.3 + 0.012 * Math.sin(k * 14)] },
  {
    from: 10.55,
    to: 11.05,
    colour: '#28588a',
    at: (k) => [1.32 - k * 1.22, 0.21 + 0.012 * Math.sin(k * 12)],
  },
  { from: 11.2, to: 11.65, colour: '#1e4270', at: (k) => [0.1 + k * 1.2, 0.12 + 0.012 * Math.sin(k * 15)] },
];
/** When it goes back for more paint, and to which jar. */
const DIPS = [
  { from: 0.1, to: 0.85, jar: 0 },
  { from: 3.5, to: 4.7, jar: 1 },
  { from: 6.7, to: 7.5, jar: 2 },
  { from: 9.1, to: 9.8, jar: 3 },
];
export const JARS: Vec3[] = [
  [-0.05, 0.9, 0.98],
  [0.13, 0.9, 1.02],
  [0.31, 0.9, 1.05],
  [0.49, 0.9, 1.07],
];

function onCanvas([x, y]: [number, number], off: number): Vec3 {
  return [CANVAS.x + x, CANVAS.y + y, 0.03 + off];
}

/** Where the brush's tip is. */
function tip(t: number): Vec3 {
  for (const { from, to, at } of STROKES)
    if (t >= from && t <= to) return onCanvas(at(ease(span(t, from, to))), 0);
  for (const { from, to, jar } of DIPS) {
    if (t < from || t > to) continue;
    const k = span(t, from, to);
    const above = plus(JARS[jar]!, [0, 0.2, 0]);
    if (k < 0.4) return between(before(from), above, ease(k / 0.4));
    if (k < 0.7)
      return plus(JARS[jar]!, [
        0.01 * Math.sin(t * 22),
        0.2 - 0.2 * Math.sin(span(k, 0.4, 0.7) * Math.PI),
        0,
      ]);
    return between(above, after(to), ease(span(k, 0.7, 1)));
  }
  const last = STROKES.findLast(({ to }) => to < t);
  const coming = STROKES.find(({ from }) => from > t);
  if (!last)
    return coming && t > 0.85
      ? between(after(0.85), onCanvas(coming.at(0), 0), ease(span(t, 0.85, coming.from)))
      : HOME;
  if (!coming)
    return between(
      onCanvas(last.at(1), 0.12 * span(t, last.to, last.to + 0.2)),
      HOME,
      ease(span(t, last.to + 0.2, last.to + 1.3)),
    );
  const k = ease(span(t, last.to, coming.from));
  return plus(between(onCanvas(last.at(1), 0), onCanvas(coming.at(0), 0), k), [
    0,
    0,
    0.14 * Math.sin(k * Math.PI),
  ]);
}
const before = (t: number): Vec3 => {
  const last = STROKES.findLast(({ to }) => to <= t);
  return last ? onCanvas(last.at(1), 0.02) : HOME;
};
const after = (t: number): Vec3 => {
  const coming = STROKES.find(({ from }) => from >= t);
  return coming ? onCanvas(coming.at(0), 0.02) : HOME;
};

/** Two joints by the law of cosines; the elbow points up. */
function elbow(a: Vec3, b: Vec3): Vec3 {
  const far = Math.min(length(minus(b, a)), (UPPER + LOWER) * 0.999);
  const ahead = normal(minus(b, a));
  const along = (UPPER ** 2 - LOWER ** 2 + far ** 2) / (2 * far);
  const up: Vec3 = [0, 1, 0];
  const out = normal(plus(up, ahead, -dot(up, ahead)));
  return plus(plus(a, ahead, along), out, Math.sqrt(Math.max(0, UPPER ** 2 - along ** 2)));
}

export function robot(t: number): Thing[] {
  const point = tip(t);
  const wrist = plus(point, [-0.1, 0.07, 0.24]);
  const bend = elbow(SHOULDER, wrist);
  const side = normal(cross(minus(wrist, SHOULDER), [0, 1, 0]));
  const hinge = (at: Vec3, r: number, wide: number): Thing[] => [
    {
      mesh: 'rod',
      at: reach(plus(at, side, -wide), plus(at, side, wide), r),
      colour: '#23262d',
      rough: 0.35,
      metal: 0.4,
    },
    {
      mesh: 'rod',
      at: reach(plus(at, side, -wide - 0.006), plus(at, side, wide + 0.006), r * 0.62),
      colour: '#f07a28',
      rough: 0.3,
    },
  ];
  const used = STROKES.findLast(({ from }) => t >= from - 0.35);
  const colour = used?.colour ?? '#c8324a';
  const white = '#e9e6df';
  return [
    { mesh: 'base', at: shift(SHOULDER[0], 0.82, SHOULDER[2]), colour: '#23262d', rough: 0.4, metal: 0.3 },
    {
      mesh: 'link',
      at: reach(plus(SHOULDER, [0, -0.28, 0]), plus(SHOULDER, [0, 0.04, 0]), 0.17),
      colour: white,
      rough: 0.3,
    },
    { mesh: 'link', at: reach(SHOULDER, bend, 0.15, 0.13), colour: white, rough: 0.28, kind: 5 },
    { mesh: 'link', at: reach(bend, wrist, 0.11, 0.1), colour: white, rough: 0.28, kind: 5 },
    ...hinge(SHOULDER, 0.13, 0.12),
    ...hinge(bend, 0.105, 0.1),
    ...hinge(wrist, 0.062, 0.065),
    {
      mesh: 'rod',
      at: reach(plus(wrist, minus(wrist, point), 0.35), between(wrist, point, 0.5), 0.022),
      colour: '#8a5a2c',
      rough: 0.4,
    },
    {
      mesh: 'rod',
      at: reach(between(wrist, point, 0.48), between(wrist, point, 0.72), 0.03),
      colour: '#c9ccd2',
      metal: 1,
      rough: 0.25,
    },
    { mesh: 'bristle', at: reach(between(wrist, point, 0.7), point, 0.042), colour, rough: 0.4 },
  ];
}
