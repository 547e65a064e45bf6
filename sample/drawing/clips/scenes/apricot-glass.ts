import type { Scene, Sheet } from '../draw.ts';
import {
  TAU,
  add,
  clamp,
  ellipse,
  glow,
  group,
  linear,
  mix,
  move,
  n,
  path,
  random,
  rect,
  stroke,
} from '../draw.ts';
import { podium, stage } from './stage.ts';

/** A turning prism of glass: each facet is shaded by the way it faces. */
function perfume(sheet: Sheet, t: number): void {
  stage(sheet, ['#ffe3d3', '#fbc4b0'], ['#f3ab98', '#dd8478'], ['#fff3e6', '#ffd3bd']);
  glow(sheet, 170, 260, 380, '#fff8e6', 0.7);
  podium(sheet, 738, 170, '#f7c6b6');
  const faces = 8;
  const turn = t * 0.55;
  const facet = (k: number) => {
    const from = turn + (k * TAU) / faces;
    return {
      from: 270 + 122 * Math.sin(from),
      to: 270 + 122 * Math.sin(from + TAU / faces),
      facing: Math.cos(from + TAU / faces / 2),
      angle: from + TAU / faces / 2,
    };
  };
  const all = Array.from({ length: faces }, (_, k) => facet(k))
    .filter((f) => f.facing > 0)
    .toSorted((a, b) => a.from - b.from);
  add(sheet, ellipse(290, 742, 140, 24, '#a8483f', 'opacity="0.35"'));
  for (const f of all) {
    const light = clamp(0.5 + 0.5 * Math.cos(f.angle + 0.7));
    const w = f.to - f.from;
    const glass = linear(sheet, [
      [0, mix('#ffb08a', '#fff6ee', light), 0.92],
      [0.55, mix('#f58a6a', '#ffd9c2', light), 0.95],
      [1, mix('#c8503f', '#ff9f7c', light)],
    ]);
    add(
      sheet,
      path(
        `M${n(270 + (f.from - 270) * 0.78)} 442L${n(270 + (f.to - 270) * 0.78)} 442L${n(f.to)} 486V724L${n(270 + (f.to - 270) * 0.93)} 742H${n(270 + (f.from - 270) * 0.93)}L${n(f.from)} 724V486Z`,
        glass,
      ),
    );
    add(
      sheet,
      rect(
        f.from,
        530,
        w,
        190,
        linear(sheet, [
          [0, mix('#e8573f', '#ffb08a', light), 0.85],
          [1, mix('#b8332f', '#f47a58', light), 0.9],
        ]),
      ),
    );
    add(
      sheet,
      stroke(`M${n(f.from)} 486V724`, '#ffffff', 1.8, `opacity="${n(0.25 + 0.5 * light)}"`),
      rect(
        f.from + w * 0.14,
        496,
        w * 0.16,
        216,
        '#ffffff',
        `opacity="${n(0.12 + 0.42 * light ** 3)}" rx="${n(Math.max(0.5, w * 0.06))}"`,
      ),
    );
  }
  const gold = (k: number) =>
    linear(
      sheet,
      [
        [0, '#a8702a'],
        [clamp(0.2 + k), '#fff0bd'],
        [clamp(0.42 + k), '#e2b25c'],
        [0.8, '#8f5a1e'],
        [1, '#c99545'],
      ],
      [0, 0, 1, 0],
    );
  const slide = 0.1 * Math.sin(t * 1.1);
  add(
    sheet,
    rect(222, 398, 96, 46, gold(slide), 'rx="5"'),
    rect(
      206,
      292,
      128,
      112,
      linear(
        sheet,
        [
          [0, '#2b2130'],
          [clamp(0.22 + slide), '#8b7a8c'],
          [clamp(0.36 + slide), '#3d3040'],
          [1, '#1a131f'],
        ],
        [0, 0, 1, 0],
      ),
      'rx="10"',
    ),
    ellipse(270, 296, 62, 10, '#6a5a6c'),
  );
  const label = 270 + 122 * 0.86 * Math.sin(turn);
  const facing = Math.cos(turn);
  if (facing > 0.12)
    add(
      sheet,
      group(
        `translate(${n(label)} 620) scale(${n(facing)} 1)`,
        rect(-44, -34, 88, 68, '#fff7ee', 'rx="3"'),
        stroke('M-12 12L-4-14M0 12L8-14M12 12L20-14', '#c8503f', 5),
        rect(-26, 21, 52, 3, '#c8503f'),
      ),
    );
  petals(sheet, t, '#ff9f8c', '#ffd0c0');
}

function petals(sheet: Sheet, t: number, a: string, b: string): void {
  for (let i = 0; i < 13; i++) {
    const chance = random(i + 512);
    const speed = 38 + chance() * 46;
    const y = ((chance() * 1060 + t * speed) % 1060) - 50;
    const x = chance() * 560 + 34 * Math.sin(t * 0.9 + i * 1.7);
    const size = 0.45 + chance() * 0.75;
    add(
      sheet,
      group(
        `${move(x, y, t * (24 + i * 5) + i * 40, size)} scale(1 ${n(0.45 + 0.5 * Math.abs(Math.sin(t * 1.2 + i)))})`,
        path('M0-24C19-20 22 8 0 26C-22 8-19-20 0-24Z', i % 2 ? a : b),
        stroke('M0-16Q3 2 0 18', '#ffffff', 1.6, 'opacity="0.5"'),
      ),
    );
  }
}

export const apricotGlass: Scene = {
  width: 540,
  height: 960,
  name: 'apricot-glass',
  seconds: 7,
  poster: 0.04,
  music: {
    root: 3,
    chords: [
      [0, 4, 7, 11],
      [-4, 0, 3, 7],
    ],
    tempo: 76,
    pluck: 'bell',
  },
  draw: perfume,
};
