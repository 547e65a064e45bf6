import type { Scene, Sheet } from '../draw.ts';
import {
  add,
  circle,
  cloud,
  ease,
  fade,
  glow,
  group,
  lerp,
  linear,
  mix,
  move,
  n,
  overshoot,
  path,
  rect,
  sky,
  span,
  stroke,
} from '../draw.ts';

function growth(sheet: Sheet, t: number, u: number): void {
  sky(sheet, [
    [0, mix('#f4ede2', '#79b6e6', ease(span(u, 0.4, 0.8)))],
    [0.7, mix('#f8f2ea', '#cfe9f4', ease(span(u, 0.4, 0.8)))],
    [1, mix('#fbf7f0', '#fff1d0', ease(span(u, 0.4, 0.8)))],
  ]);
  const change = ease(span(u, 0.46, 0.74));
  const rise = ease(span(u, 0.5, 0.85));
  glow(sheet, 662, lerp(640, 190, rise), 300, '#fff2ba', 0.9 * rise);
  add(sheet, circle(662, lerp(700, 190, rise), 50, '#ffe9a3'));
  for (let i = 0; i < 4; i++)
    add(sheet, cloud(120 + i * 250 + t * 9, 100 + ((i * 47) % 90), 0.6, '#ffffff', 0.9 * change));
  for (let i = 0; i < 6; i++)
    add(sheet, rect(90, 130 + i * 62, 780, 1.5, '#b9ac98', `opacity="${n(0.45 * (1 - change))}"`));
  const bars = [74, 102, 90, 138, 166, 150, 212, 196, 262, 330];
  const tones = ['#f9c784', '#f7a75e', '#f28a3c', '#e96d2e'];
  const drawn: string[] = [];
  let line = '';
  for (const [i, high] of bars.entries()) {
    const grown = overshoot(span(u, i * 0.03 - 0.03, 0.1 + i * 0.03)) * high * (u > i * 0.03 - 0.03 ? 1 : 0);
    const left = 108 + i * 76;
    const top = 442 - grown;
    const spread = change * (40 + high * 0.42);
    const inset = change * 27;
    const base = mix(tones[i % 4] ?? '#f28a3c', i % 2 ? '#4d6f96' : '#3d5b82', change);
    const body = `M${n(left - spread)} ${n(442 + change * 110)}L${n(left + inset)} ${n(top)}L${n(left + 56 - inset)} ${n(top)}L${n(left + 56 + spread)} ${n(442 + change * 110)}Z`;
    const snow =
      change > 0.5 && high > 130
        ? path(
            `M${n(left + inset)} ${n(top)}L${n(left + 56 - inset)} ${n(top)}L${n(left + 28 + spread * 0.4)} ${n(top + high * 0.27)}L${n(left + 36)} ${n(top + high * 0.2)}L${n(left + 24)} ${n(top + high * 0.3)}L${n(left + 12)} ${n(top + high * 0.19)}L${n(left + 28 - spread * 0.4)} ${n(top + high * 0.26)}Z`,
            '#ffffff',
            `opacity="${n(span(change, 0.55, 0.95))}"`,
          )
        : '';
    drawn.push(
      path(
        body,
        linear(sheet, [
          [0, mix(base, '#ffffff', 0.16)],
          [1, mix(base, '#24405f', change * 0.35)],
        ]),
      ),
      snow,
    );
    if (u > 0.06 + i * 0.03) line += `${line ? 'L' : 'M'}${left + 28} ${n(top - 26)}`;
  }
  add(sheet, ...drawn);
  const hill = (base: number, colour: string, phase: number) =>
    path(`M0 540V${base}Q240 ${n(base - 46 - phase)} 480 ${base - 6}T960 ${base - 20}V540Z`, colour);
  add(sheet, group(move(0, lerp(150, 0, change)), hill(470, '#6ea27a', 0), hill(500, '#4f8763', 14)));
  if (change < 1)
    add(
      sheet,
      fade(
        1 - change,
        rect(90, 442, 780, 3, '#8d7f6c'),
        stroke(line, '#2b2f3a', 4),
        ...(line
          ? [circle(Number(line.split(/[ML ]/).at(-2)), Number(line.split(' ').at(-1)), 8, '#2b2f3a')]
          : []),
      ),
    );
  if (change > 0.8) {
    const at = span(u, 0.76, 0.95);
    add(
      sheet,
      fade(
        span(u, 0.76, 0.82),
        stroke(`M820 ${n(112)}v-40`, '#2b2f3a', 4),
        path(`M820 72q${n(16 + 3 * Math.sin(t * 6))}-7 30 0t24 0v22q-12 6-24 0t-30 0Z`, '#f28a3c'),
      ),
      circle(820, 112, 6 * at, '#2b2f3a'),
    );
  }
}

export const steadyClimb: Scene = {
  width: 960,
  height: 540,
  name: 'steady-climb',
  seconds: 7,
  poster: 0.85,
  music: {
    root: 2,
    chords: [
      [0, 4, 7, 12],
      [-5, -1, 2, 7],
      [5, 9, 12, 16],
    ],
    tempo: 112,
    pluck: 'bell',
  },
  draw: growth,
};
