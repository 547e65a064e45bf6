/** A small drawing kit: each frame of a scene is one SVG built from these pieces. */

export interface Sheet {
  width: number;
  height: number;
  /** Gradients and clips of the frame. */
  defs: string[];
  body: string[];
}

export type Stop = [offset: number, colour: string, opacity?: number];

export interface Scene {
  name: string;
  width: number;
  height: number;
  seconds: number;
  /** The moment shown as the clip's picture, from 0 to 1. */
  poster: number;
  /** Semitones above A2, tempo and mood of the clip's music. */
  music: { root: number; chords: number[][]; tempo: number; air?: 'sea' | 'wind'; pluck?: 'soft' | 'bell' };
  /** `t` in seconds, `u` from 0 to 1 over the whole clip. */
  draw(sheet: Sheet, t: number, u: number): void;
}

export const TAU = Math.PI * 2;
export const clamp = (x: number, low = 0, high = 1): number => Math.min(high, Math.max(low, x));
export const lerp = (a: number, b: number, k: number): number => a + (b - a) * k;
/** How far `x` is between `a` and `b`, from 0 to 1. */
export const span = (x: number, a: number, b: number): number => clamp((x - a) / (b - a));
export const ease = (x: number): number => (x < 0.5 ? 4 * x ** 3 : 1 - (-2 * x + 2) ** 3 / 2);
export const overshoot = (x: number): number => 1 + 2.2 * (x - 1) ** 3 + 1.2 * (x - 1) ** 2;
export const n = (x: number): string => String(Math.round(x * 100) / 100);

/** A repeatable random sequence: a scene looks the same each time it is rendered. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function mix(a: string, b: string, k: number): string {
  const channel = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  const part = (at: number) =>
    Math.round(lerp(channel(a, at), channel(b, at), clamp(k)))
      .toString(16)
      .padStart(2, '0');
  return `#${part(1)}${part(3)}${part(5)}`;
}

/** The colour at `k` along a list of colours. */
export function along(colours: string[], k: number): string {
  const place = clamp(k) * (colours.length - 1);
  const at = Math.min(colours.length - 2, Math.floor(place));
  return mix(colours[at] ?? '#000000', colours[at + 1] ?? '#000000', place - at);
}

const stops = (list: Stop[]): string =>
  list
    .map(
      ([at, colour, opacity = 1]) =>
        `<stop offset="${n(at)}" stop-color="${colour}" stop-opacity="${n(opacity)}"/>`,
    )
    .join('');

/** A linear gradient across the shape that uses it; from top to bottom unless told. */
export function linear(sheet: Sheet, list: Stop[], [x1, y1, x2, y2] = [0, 0, 0, 1]): string {
  const id = `g${sheet.defs.length}`;
  sheet.defs.push(
    `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stops(list)}</linearGradient>`,
  );
  return `url(#${id})`;
}

export function radial(sheet: Sheet, list: Stop[]): string {
  const id = `g${sheet.defs.length}`;
  sheet.defs.push(`<radialGradient id="${id}">${stops(list)}</radialGradient>`);
  return `url(#${id})`;
}

export function clip(sheet: Sheet, shape: string): string {
  const id = `g${sheet.defs.length}`;
  sheet.defs.push(`<clipPath id="${id}">${shape}</clipPath>`);
  return `url(#${id})`;
}

export const add = (sheet: Sheet, ...shapes: string[]): void => {
  sheet.body.push(...shapes);
};
export const rect = (x: number, y: number, w: number, h: number, fill: string, more = ''): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(Math.max(0, w))}" height="${n(Math.max(0, h))}" fill="${fill}" ${more}/>`;
export const circle = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(Math.max(0, r))}" fill="${fill}" ${more}/>`;
export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = ''): string =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(Math.max(0, rx))}" ry="${n(Math.max(0, ry))}" fill="${fill}" ${more}/>`;
export const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}" ${more}/>`;
export const stroke = (d: string, colour: string, width: number, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
export const group = (transform: string, ...shapes: string[]): string =>
  `<g transform="${transform}">${shapes.join('')}</g>`;
export const fade = (opacity: number, ...shapes: string[]): string =>
  `<g opacity="${n(opacity)}">${shapes.join('')}</g>`;
export const move = (x: number, y: number, turn = 0, scale = 1): string =>
  `translate(${n(x)} ${n(y)}) rotate(${n(turn)}) scale(${Math.round(scale * 1000) / 1000})`;

export function sky(sheet: Sheet, list: Stop[]): void {
  add(sheet, rect(0, 0, sheet.width, sheet.height, linear(sheet, list)));
}

export function glow(sheet: Sheet, x: number, y: number, r: number, colour: string, strength = 0.8): void {
  add(
    sheet,
    circle(
      x,
      y,
      r,
      radial(sheet, [
        [0, colour, strength],
        [0.35, colour, strength * 0.42],
        [0.7, colour, strength * 0.1],
        [1, colour, 0],
      ]),
    ),
  );
}

/** Out of focus, or the edge of a shadow: `far` units soft. */
export function soft(sheet: Sheet, far: number, ...shapes: string[]): string {
  const id = `s${n(far).replace('.', '-')}`;
  if (!sheet.defs.some((each) => each.includes(`"${id}"`)))
    sheet.defs.push(
      `<filter id="${id}" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="${n(far)}"/></filter>`,
    );
  return `<g filter="url(#${id})">${shapes.join('')}</g>`;
}

/** Something without an edge: mist, a light out of focus, the shade of a cloud. */
export function haze(
  sheet: Sheet,
  [x, y, rx, ry]: [number, number, number, number],
  colour: string,
  strength: number,
): string {
  return ellipse(
    x,
    y,
    rx * 1.5,
    ry * 1.5,
    radial(sheet, [
      [0, colour, strength],
      [0.4, colour, strength * 0.8],
      [0.75, colour, strength * 0.2],
      [1, colour, 0],
    ]),
  );
}

/** A cloud of such. */
export function puffs(
  sheet: Sheet,
  x: number,
  y: number,
  size: number,
  colour: string,
  strength: number,
): string {
  return (
    [
      [-74, 0, 40],
      [-30, -26, 50],
      [24, -36, 60],
      [70, -6, 46],
      [0, 6, 70],
    ] as const
  )
    .map(([dx, dy, r]) =>
      haze(sheet, [x + dx * size, y + dy * size, r * size, r * size * 0.8], colour, strength),
    )
    .join('');
}

/** Rolling ground: a sum of sines, closed at the bottom of the sheet. */
export function ridge(
  sheet: Sheet,
  base: number,
  swing: number,
  seed: number,
  shift: number,
  step = 10,
): string {
  let d = `M-10 ${sheet.height + 10}`;
  for (let x = -10; x <= sheet.width + 10; x += step)
    d += `L${n(x)} ${n(heightAt(base, swing, seed, x + shift))}`;
  return `${d}L${sheet.width + 10} ${sheet.height + 10}Z`;
}

export function heightAt(base: number, swing: number, seed: number, x: number): number {
  const a = seed * 1.7;
  return (
    base -
    swing *
      (0.55 * Math.sin(x / 173 + a) + 0.3 * Math.sin(x / 71 + a * 2.3) + 0.15 * Math.sin(x / 31 + a * 3.1))
  );
}

/** A soft flat-bottomed cloud, about 200 wide at scale 1. */
export function cloud(x: number, y: number, scale: number, fill: string, opacity = 1): string {
  return group(
    move(x, y, 0, scale),
    path(
      'M-92 20a26 26 0 0 1 6-51a40 40 0 0 1 66-24a52 52 0 0 1 88 18a32 32 0 0 1 24 57Z',
      fill,
      `opacity="${n(opacity)}"`,
    ),
  );
}

export function toSvg(sheet: Sheet, width: number, height: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${sheet.width} ${sheet.height}"><defs>${sheet.defs.join('')}</defs>${sheet.body.join('')}</svg>`;
}

/** A fir of three tiers, about 70 high at size 1. */
export function pine(x: number, y: number, size: number, colour: string): string {
  const tier = (up: number, wide: number) =>
    `M${n(x - wide * size)} ${n(y - up * size)}L${n(x)} ${n(y - (up + 34) * size)}L${n(x + wide * size)} ${n(y - up * size)}Z`;
  return path(
    `${tier(4, 17)}${tier(20, 14)}${tier(36, 10)}M${n(x - 2 * size)} ${n(y)}h${n(4 * size)}v${n(-10 * size)}h${n(-4 * size)}Z`,
    colour,
  );
}
