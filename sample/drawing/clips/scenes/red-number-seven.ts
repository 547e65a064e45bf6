import type { Scene, Sheet } from '../draw.ts';
import {
  add,
  along,
  clamp,
  ease,
  ellipse,
  fade,
  group,
  lerp,
  linear,
  move,
  n,
  overshoot,
  path,
  random,
  rect,
  span,
  stroke,
} from '../draw.ts';
import { podium, stage } from './stage.ts';

function lipstick(sheet: Sheet, t: number, u: number): void {
  stage(sheet, ['#f7b7c6', '#f08aa4'], ['#e0688a', '#b93f68'], ['#fcdbe1', '#f6a5b8']);
  const swipe = ease(span(u, 0.42, 0.82));
  const strokePath = 'M40 250C140 150 240 330 340 230S470 190 508 236';
  for (let i = 0; i < 15; i++)
    add(
      sheet,
      group(
        `translate(0 ${n((i - 7) * 5.2)})`,
        stroke(
          strokePath,
          along(['#b3123f', '#d42a55', '#c01b49', '#e8476b'], (i * 0.37) % 1),
          7.4,
          `stroke-dasharray="${n(560 * clamp(swipe * (1.02 + 0.05 * Math.sin(i * 2.3))))} 900" opacity="${swipe > 0.01 ? 0.96 : 0}"`,
        ),
      ),
    );
  if (swipe > 0.2)
    add(
      sheet,
      fade(
        0.38 * span(swipe, 0.2, 0.6),
        group(
          'translate(0 -24)',
          stroke(strokePath, '#ffd3dd', 5, `stroke-dasharray="${n(520 * swipe)} 900"`),
        ),
      ),
    );
  podium(sheet, 752, 160, '#f3a3b8');
  const up = overshoot(ease(span(u, 0.04, 0.34))) * 176;
  const shine = 0.16 + 0.09 * Math.sin(t * 1.2);
  const metal = (a: string, b: string, c: string) =>
    linear(
      sheet,
      [
        [0, a],
        [clamp(shine), b],
        [clamp(shine + 0.16), c],
        [0.72, a],
        [0.9, c],
        [1, a],
      ],
      [0, 0, 1, 0],
    );
  const top = 600 - up;
  const red = linear(
    sheet,
    [
      [0, '#8f0d33'],
      [0.25, '#e23a62'],
      [0.42, '#c4194a'],
      [1, '#7a0a2b'],
    ],
    [0, 0, 1, 0],
  );
  add(sheet, ellipse(300, 760, 110, 20, '#7d1f43', 'opacity="0.4"'));
  add(
    sheet,
    path(
      `M224 620V${n(top + 46)}C226 ${n(top + 4)} 262 ${n(top - 44)} 308 ${n(top - 52)}Q318 ${n(top - 50)} 316 ${n(top - 30)}V620Z`,
      red,
    ),
    path(
      `M224 ${n(top + 50)}C232 ${n(top + 6)} 266 ${n(top - 40)} 308 ${n(top - 52)}C318 ${n(top - 20)} 262 ${n(top + 30)} 224 ${n(top + 50)}Z`,
      '#ee5c80',
    ),
    rect(240, top + 60, 9, Math.max(0, 540 - top), '#ffffff', 'opacity="0.25" rx="4"'),
  );
  add(
    sheet,
    path('M212 566H328V664H212Z', metal('#a6722c', '#fff3c4', '#e6b863')),
    rect(212, 590, 116, 4, '#7d5018', 'opacity="0.5"'),
    path('M194 652H346V744A76 15 0 0 1 194 744Z', metal('#231a2a', '#8a7d92', '#3b2f44')),
    ellipse(270, 653, 76, 8, '#4a3d55'),
    rect(194, 700, 152, 7, metal('#a6722c', '#fff3c4', '#e6b863')),
  );
  const cap = ease(span(u, 0, 0.2));
  add(
    sheet,
    group(
      move(lerp(270, 452, cap), lerp(470, 792, cap), lerp(0, 82, cap)),
      path('M-66-130Q-66-142-54-142H54Q66-142 66-130V72H-66Z', metal('#2b2033', '#9a8ca2', '#453850')),
      rect(-66, 58, 132, 14, metal('#a6722c', '#fff3c4', '#e6b863')),
    ),
  );
  for (let i = 0; i < 12; i++) {
    const chance = random(i + 88);
    const glint = Math.max(0, Math.sin(t * 2.1 + i * 1.3));
    const x = 60 + chance() * 420;
    const y = 120 + chance() * 560;
    const r = (4 + chance() * 8) * glint;
    add(
      sheet,
      path(
        `M${n(x)} ${n(y - r)}Q${n(x)} ${n(y)} ${n(x + r)} ${n(y)}Q${n(x)} ${n(y)} ${n(x)} ${n(y + r)}Q${n(x)} ${n(y)} ${n(x - r)} ${n(y)}Q${n(x)} ${n(y)} ${n(x)} ${n(y - r)}Z`,
        '#ffffff',
        `opacity="${n(glint * 0.9)}"`,
      ),
    );
  }
}

export const redNumberSeven: Scene = {
  width: 540,
  height: 960,
  name: 'red-number-seven',
  seconds: 7,
  poster: 0.72,
  music: {
    root: -3,
    chords: [
      [0, 3, 7, 10],
      [-4, 0, 3, 7],
      [5, 8, 12, 15],
    ],
    tempo: 100,
  },
  draw: lipstick,
};
