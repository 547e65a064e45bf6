import type { Scene, Sheet } from '../draw.ts';
import {
  add,
  along,
  circle,
  clamp,
  ease,
  glow,
  group,
  linear,
  mix,
  n,
  overshoot,
  path,
  random,
  rect,
  stroke,
} from '../draw.ts';

function bloom(sheet: Sheet, t: number, u: number): void {
  add(
    sheet,
    rect(
      0,
      0,
      960,
      540,
      linear(
        sheet,
        [
          [0, '#3a1b4d'],
          [0.6, '#6d2a63'],
          [1, '#a8446c'],
        ],
        [0, 0, 1, 1],
      ),
    ),
  );
  glow(sheet, 480, 270, 420, '#ff9fb2', 0.55);
  for (let i = 0; i < 26; i++) {
    const chance = random(i + 61);
    const y = ((chance() * 600 - t * (10 + chance() * 20) + 1800) % 600) - 30;
    add(
      sheet,
      circle(
        chance() * 960 + 14 * Math.sin(t + i),
        y,
        2 + chance() * 9,
        '#ffc9d6',
        `opacity="${n(0.08 + chance() * 0.16)}"`,
      ),
    );
  }
  const shape = 'M0 6C-30-12-42-66 0-116C42-66 30-12 0 6Z';
  const open = ease(clamp(0.14 + u * 0.95));
  for (let i = 118; i >= 0; i--) {
    const ring = Math.sqrt(i / 118);
    const grown = overshoot(clamp(open * 1.9 - ring * 0.9));
    if (grown <= 0.02) continue;
    const tone = along(['#fff0c9', '#ffc48c', '#ff8f7d', '#f2567f', '#b92f72', '#742467'], ring);
    const fill = linear(sheet, [
      [0, mix(tone, '#ffffff', 0.34)],
      [0.6, tone],
      [1, mix(tone, '#4a1146', 0.35)],
    ]);
    const turn = i * 137.508 + t * 5 + 3 * Math.sin(t * 0.9 + ring * 3);
    const reach = ring * 132 * grown;
    add(
      sheet,
      group(
        `translate(480 270) rotate(${n(turn)}) translate(0 ${n(-reach)}) scale(${n((0.24 + ring * 0.72) * grown)})`,
        path(shape, fill),
        stroke('M0-4V-80', '#ffffff', 1.6, 'opacity="0.22"'),
      ),
    );
  }
  for (let i = 0; i < 44; i++) {
    const r = 3.4 * Math.sqrt(i);
    const a = i * 2.4 + t * 0.1;
    add(
      sheet,
      circle(
        480 + r * Math.cos(a),
        270 + r * Math.sin(a),
        2.6,
        i % 3 ? '#ffd35c' : '#fff3bf',
        `opacity="${n(open)}"`,
      ),
    );
  }
}

export const fullBloom: Scene = {
  width: 960,
  height: 540,
  name: 'full-bloom',
  seconds: 7,
  poster: 0.8,
  music: {
    root: -2,
    chords: [
      [0, 4, 7, 14],
      [-5, -1, 2, 7],
    ],
    tempo: 78,
    pluck: 'bell',
  },
  draw: bloom,
};
