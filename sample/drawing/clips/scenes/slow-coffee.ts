import type { Scene, Sheet } from '../draw.ts';
import {
  add,
  circle,
  ellipse,
  fade,
  group,
  linear,
  move,
  n,
  path,
  radial,
  random,
  rect,
  stroke,
} from '../draw.ts';

function coffee(sheet: Sheet, t: number): void {
  add(
    sheet,
    rect(
      0,
      0,
      540,
      960,
      linear(sheet, [
        [0, '#f6d9b4'],
        [0.7, '#efbf8f'],
        [1, '#e0a06e'],
      ]),
    ),
  );
  const drift = 10 * Math.sin(t * 0.35);
  const pane = (x: number, y: number) => path(`M${n(x + drift)} ${y}l120-46v150l-120 46Z`, '#fff3d2');
  add(sheet, fade(0.62, pane(90, 180), pane(224, 128), pane(90, 350), pane(224, 298)));
  const leaves: string[] = [];
  for (let i = 0; i < 8; i++) {
    for (const side of [-1, 1])
      leaves.push(
        group(
          move(
            470 - i * 19 + drift * 2,
            30 + i * 58,
            204 + side * (62 - i * 4) + 4 * Math.sin(t * 1.1 + i * 0.7),
            1.15 - i * 0.08,
          ),
          path('M0 0C-30-30-26-84 0-126C26-84 30-30 0 0Z', '#b5713e'),
        ),
      );
  }
  leaves.push(stroke(`M${n(490 + drift * 2)} -20L${n(330 + drift * 2)} 470`, '#b5713e', 6));
  add(sheet, fade(0.26, ...leaves));
  add(
    sheet,
    rect(
      0,
      700,
      540,
      260,
      linear(sheet, [
        [0, '#a8663a'],
        [1, '#6f3d22'],
      ]),
    ),
    rect(0, 700, 540, 10, '#c98552'),
  );
  for (let i = 0; i < 6; i++)
    add(
      sheet,
      stroke(`M-10 ${742 + i * 38}q140 ${i % 2 ? 12 : -10} 280 0t280 0`, '#5b3019', 2.5, 'opacity="0.28"'),
    );
  add(
    sheet,
    ellipse(286, 806, 190, 30, '#3d1f0f', 'opacity="0.35"'),
    ellipse(262, 786, 178, 30, '#e9e2d6'),
    ellipse(262, 779, 178, 28, '#fffaf0'),
    ellipse(262, 777, 116, 17, '#ded3c2'),
  );
  for (let k = 0; k < 3; k++) {
    let d = '';
    for (let i = 0; i <= 30; i++) {
      const up = i / 30;
      const x = 214 + k * 50 + Math.sin(up * 5.4 - t * 1.6 + k * 1.9) * (7 + 32 * up);
      d += `${i ? 'L' : 'M'}${n(x)} ${n(560 - up * (250 + ((30 * k) % 60)))}`;
    }
    const mist = linear(sheet, [
      [0, '#ffffff', 0],
      [0.55, '#ffffff', 0.5],
      [1, '#ffffff', 0.12],
    ]);
    for (const wide of [30, 19, 9]) add(sheet, stroke(d, mist, wide, 'opacity="0.42"'));
  }
  const side = linear(
    sheet,
    [
      [0, '#d9572f'],
      [0.22, '#f58a4b'],
      [0.5, '#ee7338'],
      [1, '#b5401f'],
    ],
    [0, 0, 1, 0],
  );
  add(
    sheet,
    stroke('M390 608C470 590 478 700 372 704', '#c44f28', 26),
    stroke('M390 606C462 592 468 690 374 698', '#f0814a', 11),
  );
  add(sheet, path('M124 572H400C402 680 356 776 300 780H224C168 776 122 680 124 572Z', side));
  add(sheet, path('M127 610Q262 640 397 610L394 640Q262 672 130 640Z', '#fff1dc', 'opacity="0.92"'));
  add(
    sheet,
    ellipse(262, 572, 138, 25, '#fff6e8'),
    ellipse(
      262,
      574,
      126,
      20,
      radial(sheet, [
        [0, '#8a4b22'],
        [0.75, '#6b3616'],
        [1, '#4f250d'],
      ]),
    ),
  );
  const heart = 'M0 12C-42-8-46-24-22-24C-8-24 0-14 0-10C0-14 8-24 22-24C46-24 42-8 0 12Z';
  add(
    sheet,
    group(
      `translate(262 578) scale(1.5 ${n(0.5 + 0.02 * Math.sin(t * 2))})`,
      path(heart, '#f2d3a6'),
      group('scale(.6)', path(heart, '#c98f55')),
    ),
  );
  add(
    sheet,
    path(
      'M152 600C158 680 186 748 220 766',
      'none',
      'stroke="#ffd9b8" stroke-width="9" stroke-linecap="round" opacity="0.5"',
    ),
  );
  add(
    sheet,
    group(
      move(446, 822, -18),
      ellipse(0, 10, 60, 18, '#3d1f0f', 'opacity="0.3"'),
      ellipse(0, 0, 58, 30, '#d99a54'),
      ellipse(-2, -5, 50, 23, '#eab670'),
      ...[
        [-22, -8],
        [4, -14],
        [24, -2],
        [-4, 4],
      ].map(([x = 0, y = 0]) => ellipse(x, y, 7, 5, '#6b3a1c')),
    ),
  );
  for (let i = 0; i < 16; i++) {
    const chance = random(i + 300);
    const x = chance() * 540;
    const y = (chance() * 760 - t * (8 + chance() * 16) + 1520) % 760;
    add(
      sheet,
      circle(
        x + 8 * Math.sin(t + i),
        y,
        1.6 + chance() * 2,
        '#fff6dd',
        `opacity="${n(0.35 + 0.3 * Math.sin(t * 1.4 + i))}"`,
      ),
    );
  }
}

export const slowCoffee: Scene = {
  width: 540,
  height: 960,
  name: 'slow-coffee',
  seconds: 7,
  poster: 0.4,
  music: {
    root: 1,
    chords: [
      [0, 4, 7, 11],
      [-3, 0, 4, 7],
      [2, 5, 9, 12],
    ],
    tempo: 72,
  },
  draw: coffee,
};
