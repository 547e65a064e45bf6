import type { Scene, Sheet } from '../draw.ts';
import {
  add,
  along,
  circle,
  ease,
  fade,
  glow,
  heightAt,
  lerp,
  linear,
  mix,
  n,
  path,
  pine,
  random,
  rect,
  ridge,
  sky,
  stroke,
} from '../draw.ts';

function bird(x: number, y: number, size: number, flap: number, colour: string): string {
  const lift = Math.sin(flap) * 5;
  return stroke(
    `M${n(x - 12 * size)} ${n(y - lift * size)}Q${n(x - 5 * size)} ${n(y - 6 * size)} ${n(x)} ${n(y)}Q${n(x + 5 * size)} ${n(y - 6 * size)} ${n(x + 12 * size)} ${n(y - lift * size)}`,
    colour,
    2 * size,
  );
}

function hills(sheet: Sheet, t: number, u: number): void {
  const low = ease(u);
  sky(sheet, [
    [0, mix('#5a6fae', '#2b2a5c', low)],
    [0.38, mix('#e79a9c', '#a24b78', low)],
    [0.62, mix('#ffc58a', '#f0785a', low)],
    [0.85, mix('#fff0c2', '#ffb46a', low)],
    [1, '#ffe3b0'],
  ]);
  const sunY = lerp(215, 345, low);
  glow(sheet, 600, sunY, 330, '#fff0b8', 0.9);
  add(
    sheet,
    circle(
      600,
      sunY,
      54,
      linear(sheet, [
        [0, '#fffbe0'],
        [1, mix('#ffd884', '#ff9a5c', low)],
      ]),
    ),
  );
  const veil = mix('#fff3dd', '#ff9e86', low);
  for (const [i, y] of [92, 138, 176, 118, 205].entries()) {
    const x = ((i * 263 + t * (7 + i * 2)) % 1300) - 150;
    add(
      sheet,
      fade(
        0.42,
        rect(x, y, 230 - i * 18, 9, veil, 'rx="5"'),
        rect(x + 46, y + 13, 170 - i * 12, 7, veil, 'rx="4"'),
      ),
    );
  }
  for (let i = 0; i < 5; i++)
    add(sheet, bird(130 + i * 34 + t * 21, 148 + (i % 3) * 16 - t * 3, 0.9, t * 7 + i, '#4a2f55'));
  const far = along(['#f2a48c', '#d57f8b'], low);
  const layers = [
    far,
    mix('#d98790', '#b4607f', low),
    mix('#a9668a', '#834a78', low),
    mix('#77507f', '#5a3568', low),
    mix('#4b3a68', '#3a2552', low),
    '#251a3d',
  ];
  for (const [i, colour] of layers.entries()) {
    const base = 322 + i * 39;
    const swing = 26 + i * 8;
    const shift = t * (4 + i * i * 3.2) + i * 340;
    add(
      sheet,
      path(
        ridge(sheet, base, swing, i + 1, shift),
        linear(sheet, [
          [0, mix(colour, '#ffd9a0', 0.16)],
          [0.5, colour],
          [1, mix(colour, '#1a1030', 0.2)],
        ]),
      ),
    );
    if (i < 3) continue;
    const size = 0.42 + (i - 3) * 0.34;
    const gap = 46 + (i - 3) * 34;
    for (let k = Math.floor(shift / gap) - 1; k * gap - shift < 1010; k++) {
      const chance = random(k * 31 + i)();
      if (chance < 0.4) continue;
      const x = k * gap + chance * 30;
      add(
        sheet,
        pine(
          x - shift,
          heightAt(base, swing, i + 1, x) + 5,
          size * (0.7 + chance * 0.5),
          mix(colour, '#150d28', 0.35),
        ),
      );
    }
  }
}

export const goldenHour: Scene = {
  width: 960,
  height: 540,
  name: 'golden-hour',
  seconds: 8,
  poster: 0.5,
  music: {
    root: -2,
    chords: [
      [0, 4, 7, 11],
      [-3, 0, 4, 7],
      [-5, -1, 2, 7],
      [-7, -3, 0, 5],
    ],
    tempo: 76,
    air: 'wind',
  },
  draw: hills,
};
