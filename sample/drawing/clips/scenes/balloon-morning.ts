import type { Scene, Sheet } from '../draw.ts';
import {
  add,
  circle,
  cloud,
  ease,
  glow,
  group,
  heightAt,
  lerp,
  linear,
  mix,
  move,
  path,
  pine,
  random,
  rect,
  ridge,
  sky,
  stroke,
} from '../draw.ts';

function balloon(
  sheet: Sheet,
  x: number,
  y: number,
  size: number,
  colours: [string, string, string],
  sway: number,
): string {
  const bag = 'M0-120C74-120 104-66 96-16C88 32 34 66 22 92H-22C-34 66-88 32-96-16C-104-66-74-120 0-120Z';
  const [a, b, c] = colours;
  const id = linear(
    sheet,
    [
      [0, '#ffffff', 0.35],
      [0.4, '#ffffff', 0],
      [1, '#3a1030', 0.35],
    ],
    [0, 0, 1, 0.25],
  );
  return group(
    move(x, y, sway, size),
    path(bag, a),
    path('M0-120C34-120 48-66 46-16C44 32 16 66 10 92H-10C-16 66-44 32-46-16C-48-66-34-120 0-120Z', b),
    path('M0-120C13-120 18-66 17-16C16 32 6 66 4 92H-4C-6 66-16 32-17-16C-18-66-13-120 0-120Z', c),
    path(bag, id),
    stroke('M-20 92L-13 122M20 92L13 122', '#5a3a2a', 2),
    rect(-16, 120, 32, 24, '#9a6238', 'rx="4"'),
    rect(-18, 118, 36, 6, '#6d4224', 'rx="3"'),
    path('M-5 94Q0 78 5 94Q0 106-5 94Z', '#ffd36b'),
  );
}

function balloons(sheet: Sheet, t: number, u: number): void {
  sky(sheet, [
    [0, '#8ec5ee'],
    [0.5, '#cfe6f2'],
    [0.75, '#ffe3c4'],
    [1, '#ffd0a4'],
  ]);
  glow(sheet, 190, 380, 380, '#fff4cf', 0.95);
  add(sheet, circle(190, lerp(400, 345, ease(u)), 46, '#fff8dc'));
  for (let i = 0; i < 5; i++)
    add(
      sheet,
      cloud(
        ((i * 257 + t * (6 + i * 3)) % 1250) - 140,
        90 + ((i * 71) % 190),
        0.55 + (i % 3) * 0.25,
        '#ffffff',
        0.75,
      ),
    );
  for (const [i, colour] of ['#b9c6e0', '#94a8c9', '#7b8bb0'].entries())
    add(
      sheet,
      path(
        ridge(sheet, 402 + i * 30, 40 - i * 7, i + 8, t * (3 + i * 2) + i * 150),
        linear(sheet, [
          [0, mix(colour, '#ffe3c4', 0.3)],
          [1, colour],
        ]),
      ),
    );
  const all: [number, number, number, [string, string, string], number][] = [
    [745, 300, 0.36, ['#6f9fd8', '#9cc1ea', '#d8e8f8'], 0.6],
    [300, 262, 0.48, ['#e3a33a', '#f4c968', '#fdeab8'], 1.3],
    [860, 190, 0.62, ['#4f9d8c', '#86c9b4', '#dff2e4'], 2.4],
    [540, 235, 1.14, ['#e2574c', '#f58a4b', '#ffd27a'], 3.2],
  ];
  for (const [x, y, size, colours, phase] of all)
    add(
      sheet,
      balloon(
        sheet,
        x + size * 34 * u + 9 * Math.sin(t * 0.8 + phase),
        y + 130 * size * (0.6 - ease(u)) + 6 * Math.sin(t * 1.2 + phase),
        size,
        colours,
        2.4 * Math.sin(t * 0.9 + phase),
      ),
    );
  for (const [i, colour] of ['#5f7f6a', '#3f6354'].entries()) {
    const shift = t * (12 + i * 12) + i * 90;
    add(sheet, path(ridge(sheet, 486 + i * 30, 20, i + 3, shift), colour));
    for (let k = Math.floor(shift / 52) - 1; k * 52 - shift < 1000; k++) {
      const chance = random(k * 17 + i)();
      if (chance > 0.35)
        add(
          sheet,
          pine(
            k * 52 + chance * 24 - shift,
            heightAt(486 + i * 30, 20, i + 3, k * 52 + chance * 24) + 4,
            0.4 + chance * 0.3 + i * 0.12,
            mix(colour, '#1d3a34', 0.4),
          ),
        );
    }
  }
}

export const balloonMorning: Scene = {
  width: 960,
  height: 540,
  name: 'balloon-morning',
  seconds: 8,
  poster: 0.7,
  music: {
    root: 5,
    chords: [
      [0, 4, 7, 11],
      [-4, 0, 3, 8],
      [-7, -3, 0, 4],
    ],
    tempo: 80,
    air: 'wind',
  },
  draw: balloons,
};
