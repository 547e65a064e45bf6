/** Three pairs of sunglasses as small 3D models, drawn as vector pictures: one light, one camera height, any angle. */
import { clamp, lerp, mix, n } from '../clips/draw.ts';

export type Point = [x: number, y: number, z: number];

export interface Model {
  name: string;
  /** Outline of the right lens in millimetres from the middle of the bridge, clockwise; the left one is its mirror. */
  lens: [x: number, y: number][];
  rim: number;
  depth: number;
  templeHeight: number;
  bridge: { y: number; wide: number; rise: number };
  frame: { light: string; base: string; dark: string };
  glass: { top: string; bottom: string; opacity: number };
  hinge: string;
  ground: { back: string; front: string };
}

export interface View {
  name: string;
  /** Degrees; a positive yaw shows the wearer's left side. */
  yaw: number;
  pitch: number;
  folded: boolean;
  zoom: number;
  /** Where the bridge stands in the picture, as parts of its width and height. */
  place: [x: number, y: number];
}

const WIDTH = 1200;
const HEIGHT = 900;
const GROUND = 25;

type Project = (point: Point) => [number, number];

function camera(view: View): Project {
  const yaw = (view.yaw * Math.PI) / 180;
  const pitch = (view.pitch * Math.PI) / 180;
  const middle = view.folded ? -8 : -34;
  return ([x, y, z]) => {
    const deep = z - middle * Math.min(1, Math.abs(view.yaw) / 30);
    const x1 = x * Math.cos(yaw) + deep * Math.sin(yaw);
    const z1 = -x * Math.sin(yaw) + deep * Math.cos(yaw);
    const y1 = y * Math.cos(pitch) - z1 * Math.sin(pitch) * -1;
    const z2 = -y * Math.sin(pitch) + z1 * Math.cos(pitch);
    const scale = (560 / (560 - z2)) * view.zoom;
    return [WIDTH * view.place[0] + x1 * scale, HEIGHT * view.place[1] + y1 * scale];
  };
}

/** A smooth closed line through the corners. */
function round(corners: [number, number][], steps = 14): [number, number][] {
  const at = (i: number) => corners[(i + corners.length) % corners.length] ?? [0, 0];
  return corners.flatMap((_, i) =>
    Array.from({ length: steps }, (_unused, k): [number, number] => {
      const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
      const t = k / steps;
      const spline = (p: number, q: number, r: number, s: number) =>
        0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t + (3 * q - p - 3 * r + s) * t ** 3);
      return [spline(a[0], b[0], c[0], d[0]), spline(a[1], b[1], c[1], d[1])];
    }),
  );
}

function outset(line: [number, number][], by: number): [number, number][] {
  return line.map((_, i) => {
    const [ax, ay] = line[(i - 1 + line.length) % line.length] ?? [0, 0];
    const [bx, by2] = line[(i + 1) % line.length] ?? [0, 0];
    const [x, y] = line[i] ?? [0, 0];
    const long = Math.hypot(bx - ax, by2 - ay) || 1;
    return [x + ((by2 - ay) / long) * by, y - ((bx - ax) / long) * by];
  });
}

const wrap = (x: number, z = 0): number => z - 0.0042 * x * x;
const toSpace = (line: [number, number][], z: number): Point[] => line.map(([x, y]) => [x, y, wrap(x, z)]);
const mirror = (line: [number, number][]): [number, number][] =>
  line.map(([x, y]): [number, number] => [-x, y]).toReversed();
const trace = (points: Point[], project: Project): string =>
  `M${points.map((point) => project(point).map(n).join(' ')).join('L')}Z`;

interface Shape {
  outer: [number, number][];
  inner: [number, number][];
}

function shapes(model: Model): Shape[] {
  const inner = round(model.lens);
  const outer = outset(inner, model.rim).map(([x, y]): [number, number] => [x, y]);
  return [
    { outer: mirror(outer), inner: mirror(inner) },
    { outer, inner },
  ];
}

function bridgeLine(model: Model): [number, number][] {
  const { y, wide, rise } = model.bridge;
  const reach = Math.min(...model.lens.map(([x]) => x)) - model.rim * 0.35;
  const top: [number, number][] = [];
  const bottom: [number, number][] = [];
  for (let i = 0; i <= 12; i++) {
    const x = lerp(-reach, reach, i / 12);
    const arch = rise * (1 - (x / reach) ** 2);
    const swell = 1 + 0.5 * (x / reach) ** 2;
    top.push([x, y - arch - (wide / 2) * swell]);
    bottom.push([x, y - arch + (wide / 2) * swell]);
  }
  return [...top, ...bottom.toReversed()];
}

/** One temple as a band from its hinge to behind the ear; folded it lies across the back of the front. */
function temple(
  model: Model,
  side: 1 | -1,
  folded: boolean,
): { top: Point[]; bottom: Point[]; inward: Point } {
  const hinge = Math.max(...model.lens.map(([x]) => x)) + model.rim * 0.7;
  const start = wrap(hinge) - model.depth * 0.5;
  const y0 = model.bridge.y - 3;
  const top: Point[] = [];
  const bottom: Point[] = [];
  for (let i = 0; i <= 26; i++) {
    const s = i / 26;
    const along = s * 132;
    const hook = Math.max(0, s - 0.7) / 0.3;
    const drop = s * 3 + 25 * hook ** 1.7;
    const high =
      model.templeHeight *
      (model.templeHeight < 4
        ? 1
        : lerp(1, 0.62, clamp(s * 1.8)) * lerp(1, 1.25, hook) * (1 - 0.75 * clamp((s - 0.95) / 0.05)));
    const turn = folded ? 1 : 0;
    const x = folded ? hinge - along * 0.86 : hinge - 5 * s + 1.4 * Math.sin(s * Math.PI);
    const z = folded ? start - 5 - (side > 0 ? 0 : 5) - 5 * Math.sin(s * Math.PI) : start - along * 0.96;
    top.push([side * x, y0 + drop * (1 - 0.35 * turn) - high / 2, z]);
    bottom.push([side * x, y0 + drop * (1 - 0.35 * turn) + high / 2, z]);
  }
  return { top, bottom, inward: folded ? [0, 0, -1] : [-side, 0, 0] };
}

const shift = (points: Point[], [dx, dy, dz]: Point, by: number): Point[] =>
  points.map(([x, y, z]) => [x + dx * by, y + dy * by, z + dz * by]);

/** Light from above left and in front: where a point's shadow meets the ground. */
const fallen = (points: Point[]): Point[] =>
  points.map(([x, y, z]) => [x + 0.32 * (GROUND - y), GROUND, z - 0.55 * (GROUND - y)]);

function drawTemple(model: Model, side: 1 | -1, view: View, project: Project): string {
  const { top, bottom, inward } = temple(model, side, view.folded);
  const band = [...top, ...bottom.toReversed()];
  const thick = model.templeHeight < 4 ? 1.2 : 3.4;
  const layers: string[] = [];
  const visibleInside = view.yaw * side > 0 || view.folded;
  for (let k = 6; k >= 0; k--) {
    const by = visibleInside ? (thick * (6 - k)) / 6 : (thick * k) / 6;
    const tone =
      k === 0
        ? mix(model.frame.base, model.frame.light, visibleInside ? 0.05 : 0.3)
        : mix(model.frame.base, model.frame.dark, 0.85);
    layers.push(`<path d="${trace(shift(band, inward, by), project)}" fill="${tone}"/>`);
  }
  const edge = top
    .map((point) =>
      project(shift([point], inward, visibleInside ? thick : 0)[0] ?? point)
        .map(n)
        .join(' '),
    )
    .join('L');
  layers.push(
    `<path d="M${edge}" fill="none" stroke="${model.frame.light}" stroke-width="2.4" stroke-opacity="0.75" stroke-linecap="round"/>`,
  );
  return layers.join('');
}

function drawFront(model: Model, view: View, project: Project): string {
  const out: string[] = [];
  const pair = shapes(model);
  const bridge = bridgeLine(model);
  for (let k = 7; k >= 1; k--) {
    const z = (-model.depth * k) / 7;
    const tone = mix(model.frame.dark, model.frame.base, 0.25 + 0.05 * (7 - k));
    out.push(
      `<path fill-rule="evenodd" fill="${tone}" d="${pair.map(({ outer, inner }) => trace(toSpace(outer, z), project) + trace(toSpace(inner, z), project)).join('')}"/><path fill="${tone}" d="${trace(toSpace(bridge, z), project)}"/>`,
    );
  }
  for (const [i, { inner }] of pair.entries()) {
    const d = trace(toSpace(inner, -model.depth * 0.4), project);
    const left = project([Math.min(...inner.map(([x]) => x)), 0, 0])[0];
    const right = project([Math.max(...inner.map(([x]) => x)), 0, 0])[0];
    const w = right - left;
    const [, y] = project([0, -20, 0]);
    const [, low] = project([0, 22, 0]);
    out.push(
      `<clipPath id="c${i}"><path d="${d}"/></clipPath><path d="${d}" fill="url(#glass)" fill-opacity="${model.glass.opacity}"/>`,
      `<g clip-path="url(#c${i})"><path d="M${n(left + w * 0.1)} ${n(low + 20)}L${n(left + w * 0.5)} ${n(y - 20)}H${n(left + w * 0.72)}L${n(left + w * 0.32)} ${n(low + 20)}Z" fill="#fff" fill-opacity="0.17"/><path d="M${n(left + w * 0.4)} ${n(low + 20)}L${n(left + w * 0.8)} ${n(y - 20)}H${n(left + w * 0.86)}L${n(left + w * 0.46)} ${n(low + 20)}Z" fill="#fff" fill-opacity="0.13"/><ellipse cx="${n(left + w * 0.5)}" cy="${n(y - 4)}" rx="${n(w * 0.62)}" ry="${n((low - y) * 0.24)}" fill="#fff" fill-opacity="0.16"/></g>`,
      `<path d="${d}" fill="none" stroke="${model.frame.dark}" stroke-width="2.6" stroke-opacity="0.55"/>`,
    );
  }
  out.push(
    `<g fill="url(#frame)"><path fill-rule="evenodd" d="${pair.map(({ outer, inner }) => trace(toSpace(outer, 0), project) + trace(toSpace(inner, 0), project)).join('')}"/><path d="${trace(toSpace(bridge, 0), project)}"/></g>`,
  );
  for (const { outer } of pair) {
    const shine = toSpace(outset(outer, -model.rim * 0.24), 0.1).map((point, i) => ({
      point,
      up: (outer[i]?.[1] ?? 0) < -6,
    }));
    const runs = shine
      .filter(({ up }) => up)
      .toSorted((a, b) => a.point[0] - b.point[0])
      .map(({ point }) => project(point).map(n).join(' '));
    out.push(
      `<path d="M${runs.join('L')}" fill="none" stroke="#fff" stroke-opacity="${model.rim < 3 ? 0.85 : 0.5}" stroke-width="${model.rim < 3 ? 2 : 4.6}" stroke-linecap="round" stroke-linejoin="round"/>`,
    );
  }
  const hinge = Math.max(...model.lens.map(([x]) => x)) + model.rim * 0.25;
  for (const side of [-1, 1]) {
    const [x, y] = project([side * hinge, model.bridge.y - 3, wrap(hinge, 0.2)]);
    if (model.rim > 3)
      out.push(
        `<rect x="${n(x - 8)}" y="${n(y - 3.4)}" width="16" height="6.8" rx="3.4" fill="${model.hinge}"/><rect x="${n(x - 6)}" y="${n(y - 2.4)}" width="9" height="2" rx="1" fill="#fff" fill-opacity="0.7"/>`,
      );
  }
  return out.join('');
}

function drawShadow(model: Model, view: View, project: Project): string {
  const parts: string[] = [];
  for (const side of [-1, 1] as const) {
    const { top, bottom } = temple(model, side, view.folded);
    parts.push(`<path d="${trace([...fallen(top), ...fallen(bottom).toReversed()], project)}"/>`);
  }
  const light: string[] = [];
  for (const { outer, inner } of shapes(model)) {
    parts.push(
      `<path fill-rule="evenodd" d="${trace(fallen(toSpace(outer, 0)), project)}${trace(fallen(toSpace(inner, 0)), project)}"/>`,
    );
    light.push(`<path d="${trace(fallen(toSpace(inner, 0)), project)}"/>`);
  }
  parts.push(`<path d="${trace(fallen(toSpace(bridgeLine(model), 0)), project)}"/>`);
  const tone = mix(model.ground.front, '#2a1a20', 0.72);
  return `<g filter="url(#soft)" fill="${tone}" stroke="${tone}" stroke-width="5" opacity="0.5">${parts.join('')}</g><g filter="url(#soft)" fill="${mix(model.glass.bottom, model.ground.front, 0.25)}" opacity="0.5" style="mix-blend-mode:multiply">${light.join('')}</g>`;
}

/** The gradients that a pair is painted with, between these two heights. */
function paints(model: Model, top: number, low: number): string {
  const gradient = (id: string, list: [number, string][]) =>
    `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="300" y1="${n(top)}" x2="420" y2="${n(low)}">${list.map(([at, tone]) => `<stop offset="${at}" stop-color="${tone}"/>`).join('')}</linearGradient>`;
  const frame = gradient('frame', [
    [0, model.frame.light],
    [0.4, model.frame.base],
    [1, mix(model.frame.base, model.frame.dark, 0.55)],
  ]);
  const glass = gradient('glass', [
    [0, model.glass.top],
    [1, model.glass.bottom],
  ]);
  return frame + glass;
}

/** A pair on somebody's nose, 1200 by 900 with the bridge in the middle; `mirrored` is what both lenses show. */
export function drawWorn(model: Model, yaw: number, pitch: number, mirrored = ''): string {
  const view: View = { name: 'worn', yaw, pitch, folded: false, zoom: 7.7, place: [0.5, 0.5] };
  const project = camera(view);
  const [, top] = project([0, -24, 0]);
  const [, low] = project([0, 26, 0]);
  // the other temple is behind the head
  const near = Math.abs(yaw) > 6 ? drawTemple(model, yaw > 0 ? 1 : -1, view, project) : '';
  const shown = mirrored && [0, 1].map((at) => `<g clip-path="url(#c${at})">${mirrored}</g>`).join('');
  return `<defs>${paints(model, top, low)}</defs>${near}${drawFront(model, view, project)}${shown}`;
}

export function drawGlasses(model: Model, view: View, background = true): string {
  const project = camera(view);
  const [, top] = project([0, -24, 0]);
  const [, low] = project([0, 26, 0]);
  const horizon = HEIGHT * (view.pitch < 10 ? 0.6 : 0.34);
  const scenery = background
    ? `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#wall)"/><ellipse cx="420" cy="${n(horizon)}" rx="620" ry="430" fill="url(#lamp)"/>${drawShadow(model, view, project)}`
    : '';
  const [first, second] = view.yaw >= 0 ? ([-1, 1] as const) : ([1, -1] as const);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"><defs>${paints(model, top, low)}
<linearGradient id="wall" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${model.ground.back}"/><stop offset="${n(horizon / HEIGHT)}" stop-color="${mix(model.ground.back, model.ground.front, 0.45)}"/><stop offset="1" stop-color="${model.ground.front}"/></linearGradient><radialGradient id="lamp"><stop offset="0" stop-color="#fff" stop-opacity="0.62"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient><filter id="soft" x="-20%" y="-40%" width="140%" height="180%"><feGaussianBlur stdDeviation="9 6"/></filter></defs>${scenery}${drawTemple(model, first, view, project)}${drawTemple(model, second, view, project)}${drawFront(model, view, project)}</svg>`;
}
