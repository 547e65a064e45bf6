import type { Scene, Sheet } from '../draw.ts';
import {
  add,
  along,
  circle,
  clamp,
  cloud,
  ellipse,
  glow,
  group,
  lerp,
  linear,
  mix,
  move,
  n,
  path,
  rect,
  ridge,
  sky,
  stroke,
} from '../draw.ts';

function solar(sheet: Sheet, t: number, u: number): void {
  const day = Math.sin(clamp(u) * Math.PI);
  sky(sheet, [
    [0, along(['#3a4a86', '#4aa8de', '#3aa0e0', '#54509a'], u)],
    [0.6, along(['#f7a58b', '#bfe6f5', '#c8ecf7', '#ff9f7c'], u)],
    [1, along(['#ffd9a0', '#f3fbf0', '#f6fbe8', '#ffd28a'], u)],
  ]);
  const angle = Math.PI * (1.06 - 1.12 * u);
  const sx = 480 + 430 * Math.cos(angle);
  const sy = 400 - 300 * Math.sin(angle);
  glow(sheet, sx, sy, 260, '#fff3c0', 0.95);
  add(sheet, circle(sx, sy, 38, along(['#ffc36b', '#fff6cf', '#fff6cf', '#ffb45e'], u)));
  for (let i = 0; i < 4; i++)
    add(
      sheet,
      cloud(
        ((i * 330 + t * (12 + i * 4)) % 1240) - 140,
        84 + ((i * 53) % 110),
        0.6 + (i % 2) * 0.28,
        '#ffffff',
        0.72,
      ),
    );
  for (const [i, colour] of ['#a9cdb0', '#86bb8c', '#68a873'].entries())
    add(
      sheet,
      path(
        ridge(sheet, 345 + i * 32, 30, i + 4, t * (3 + i * 3) + i * 200),
        mix(mix(colour, '#5b4a78', 0.45 * (1 - day)), '#ffffff', 0.06),
      ),
    );
  for (const [i, x] of [118, 206, 820].entries()) {
    const turn = t * 70 + i * 50;
    const high = i === 1 ? 92 : 118;
    const blade = (k: number) =>
      group(move(x, 338 - high, turn + k * 120), path('M-3 0Q-7-30 0-58Q5-30 3 0Z', '#ffffff'));
    add(
      sheet,
      path(`M${x - 3} 345L${x - 1} ${338 - high}h2L${x + 3} 345Z`, '#f4f7f8'),
      blade(0),
      blade(1),
      blade(2),
      circle(x, 338 - high, 5, '#dfe7ea'),
    );
  }
  add(
    sheet,
    rect(
      0,
      424,
      960,
      120,
      linear(sheet, [
        [0, mix('#7fbf6a', '#6a5a80', 0.45 * (1 - day))],
        [1, mix('#4b9150', '#3c3a62', 0.45 * (1 - day))],
      ]),
    ),
  );
  const lean = lerp(-34, 34, u);
  for (let row = 0; row < 2; row++) {
    for (let i = -1; i < 5 + row; i++)
      add(
        sheet,
        panel(
          sheet,
          96 + i * (204 + row * 26) - row * 60 + (row ? 26 : 0),
          418 + row * 78,
          0.84 + row * 0.34,
          lean,
          u,
        ),
      );
  }
}

function panel(sheet: Sheet, x: number, y: number, size: number, lean: number, u: number): string {
  const skew = lean * 0.55;
  const shine = linear(
    sheet,
    [
      [0, '#3a6ea8'],
      [clamp(u - 0.16), '#2f5f9a'],
      [clamp(u), '#bfe8ff'],
      [clamp(u + 0.16), '#2a5590'],
      [1, '#1f4478'],
    ],
    [0, 0, 1, 0.4],
  );
  let grid = '';
  for (let k = 1; k < 5; k++) grid += `M${-72 + k * 28.8} -38v76`;
  for (let k = 1; k < 3; k++) grid += `M-72 ${-38 + k * 25.3}h144`;
  return group(
    move(x, y, 0, size),
    ellipse(lean * 0.5, 54, 74, 8, '#1c3a2a', 'opacity="0.3"'),
    rect(-5, 18, 10, 38, '#8d99a4'),
    rect(-22, 52, 44, 6, '#6d7883', 'rx="3"'),
    group(
      `skewX(${n(-skew)}) rotate(${n(lean * 0.14)})`,
      rect(-77, -43, 154, 86, '#eef4f7', 'rx="5"'),
      rect(-72, -38, 144, 76, shine),
      stroke(grid, '#d6e6f2', 1.4, 'opacity="0.55"'),
    ),
  );
}

export const sunFollowers: Scene = {
  width: 960,
  height: 540,
  name: 'sun-followers',
  seconds: 7,
  poster: 0.42,
  music: {
    root: 0,
    chords: [
      [0, 4, 7, 14],
      [-3, 0, 4, 9],
    ],
    tempo: 92,
    pluck: 'bell',
  },
  draw: solar,
};
