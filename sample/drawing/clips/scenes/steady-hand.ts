import type { Scene, Sheet } from '../draw.ts';
import {
  TAU,
  add,
  circle,
  clamp,
  ease,
  ellipse,
  group,
  lerp,
  linear,
  move,
  n,
  path,
  rect,
  span,
  stroke,
} from '../draw.ts';

/** What the arm paints: a sun over waves, as one line. */
const drawing: [number, number][] = [];
for (let i = 0; i <= 60; i++)
  drawing.push([
    600 + 58 * Math.cos((i / 60) * TAU - Math.PI / 2),
    168 + 58 * Math.sin((i / 60) * TAU - Math.PI / 2),
  ]);
for (let i = 0; i <= 40; i++) {
  const spiral = 1 - i / 40;
  drawing.push([
    600 + 46 * spiral * Math.cos((i / 40) * TAU * 2 - Math.PI / 2),
    168 + 46 * spiral * Math.sin((i / 40) * TAU * 2 - Math.PI / 2),
  ]);
}
const lines: [number, number][][] = [drawing];
for (let row = 0; row < 3; row++)
  lines.push(
    Array.from({ length: 41 }, (_, i) => [
      492 + i * 6.6,
      272 + row * 30 + 12 * Math.sin(i / 3.2 + row * 1.4),
    ]),
  );
const total = lines.reduce((sum, line) => sum + line.length, 0);

function robot(sheet: Sheet, t: number, u: number): void {
  add(
    sheet,
    rect(
      0,
      0,
      960,
      540,
      linear(sheet, [
        [0, '#d9f0ea'],
        [1, '#b7dfd8'],
      ]),
    ),
  );
  add(
    sheet,
    circle(610, 240, 300, '#ffffff', 'opacity="0.28"'),
    circle(610, 240, 210, '#ffffff', 'opacity="0.25"'),
  );
  for (let i = 0; i < 5; i++)
    add(
      sheet,
      rect(60 + i * 44, 110 - (i % 2) * 18, 30, 5, '#8cc4bb', 'rx="2.5"'),
      circle(52 + i * 44, 140 + (i % 3) * 14, 3, '#8cc4bb'),
    );
  add(
    sheet,
    rect(
      0,
      462,
      960,
      80,
      linear(sheet, [
        [0, '#7fbcb2'],
        [1, '#5a9c97'],
      ]),
    ),
    rect(0, 462, 960, 5, '#a9d9d0'),
  );
  add(
    sheet,
    stroke('M520 400L470 500M740 400L790 500', '#8a5f3c', 12),
    rect(462, 66, 330, 346, '#2e5f60', 'opacity="0.18" rx="6"'),
    rect(454, 56, 330, 346, '#fffdf8', 'rx="6" stroke="#c89a66" stroke-width="9"'),
  );
  let left = Math.round(span(u, 0.04, 0.92) * total);
  let tip = lines[0]?.[0] ?? [600, 110];
  for (const [row, line] of lines.entries()) {
    const shown = line.slice(0, Math.max(0, Math.min(line.length, left)));
    left -= line.length;
    if (shown.length < 2) continue;
    tip = shown.at(-1) ?? tip;
    add(
      sheet,
      stroke(
        `M${shown.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}`,
        row === 0 ? '#f28a3c' : (['#3f8fa8', '#57a9b8', '#7cc3c6'][row - 1] ?? '#3f8fa8'),
        row === 0 ? 9 : 10,
      ),
    );
  }
  const home = ease(span(u, 0.92, 1));
  const [tx, ty] = [lerp(tip[0], 400, home), lerp(tip[1], 240, home)];
  arm(sheet, t, tx, ty);
}

function arm(sheet: Sheet, t: number, tx: number, ty: number): void {
  const [bx, by] = [236, 404];
  const [upper, lower] = [262, 262];
  const wristX = tx - 34;
  const wristY = ty - 16;
  const reach = Math.min(upper + lower - 1, Math.hypot(wristX - bx, wristY - by));
  const aim = Math.atan2(wristY - by, wristX - bx);
  const bend = Math.acos(clamp((upper ** 2 + reach ** 2 - lower ** 2) / (2 * upper * reach), -1, 1));
  const [ex, ey] = [bx + upper * Math.cos(aim - bend), by + upper * Math.sin(aim - bend)];
  const limb = (x1: number, y1: number, x2: number, y2: number, wide: number) => {
    const turn = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
    const long = Math.hypot(x2 - x1, y2 - y1);
    return group(
      move(x1, y1, turn),
      path(
        `M0 ${-wide}L${n(long)} ${n(-wide * 0.62)}V${n(wide * 0.62)}L0 ${wide}Z`,
        linear(sheet, [
          [0, '#ffffff'],
          [0.5, '#f0f3f5'],
          [1, '#c3ced6'],
        ]),
      ),
      path(
        `M${n(long * 0.2)} ${n(-wide * 0.3)}L${n(long * 0.8)} ${n(-wide * 0.2)}V${n(wide * 0.1)}L${n(long * 0.2)} ${n(wide * 0.2)}Z`,
        '#f28a3c',
      ),
    );
  };
  const joint = (x: number, y: number, r: number) => [
    circle(x, y, r, '#3a4654'),
    circle(x, y, r * 0.62, '#f28a3c'),
    circle(x, y, r * 0.26, '#fff3e0'),
  ];
  add(
    sheet,
    ellipse(236, 474, 120, 15, '#2e5f60', 'opacity="0.35"'),
    path(
      'M156 470L184 416H288L316 470Z',
      linear(sheet, [
        [0, '#4a5868'],
        [1, '#2b3542'],
      ]),
    ),
    rect(140, 462, 192, 14, '#222b36', 'rx="7"'),
  );
  add(
    sheet,
    limb(bx, by, ex, ey, 27),
    ...joint(bx, by, 38),
    limb(ex, ey, wristX, wristY, 21),
    ...joint(ex, ey, 29),
    ...joint(wristX, wristY, 18),
  );
  add(
    sheet,
    group(
      move(wristX, wristY, 25),
      rect(8, -8, 20, 16, '#3a4654', 'rx="3"'),
      path('M26-6L40 0L26 6Z', '#f28a3c'),
    ),
    circle(196, 446, 4, Math.sin(t * 8) > 0 ? '#7dffb0' : '#2f7a55'),
    circle(210, 446, 4, '#ffd36b'),
  );
}

export const steadyHand: Scene = {
  width: 960,
  height: 540,
  name: 'steady-hand',
  seconds: 8,
  poster: 0.88,
  music: {
    root: -1,
    chords: [
      [0, 4, 7, 11],
      [5, 9, 12, 16],
      [-3, 0, 4, 7],
    ],
    tempo: 116,
    pluck: 'bell',
  },
  draw: robot,
};
