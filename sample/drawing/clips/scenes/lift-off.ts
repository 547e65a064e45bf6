import type { Scene, Sheet } from '../draw.ts';
import {
  add,
  along,
  circle,
  clamp,
  cloud,
  ease,
  ellipse,
  glow,
  group,
  lerp,
  linear,
  mix,
  move,
  n,
  path,
  radial,
  random,
  rect,
  span,
  stroke,
} from '../draw.ts';

function rocket(sheet: Sheet, t: number, u: number): void {
  const climb = ease(clamp(u * 1.04)) * 2700;
  const high = clamp(climb / 2600);
  add(
    sheet,
    rect(
      0,
      0,
      540,
      960,
      linear(sheet, [
        [0, along(['#4aa5e6', '#3a6fc4', '#2a2a78', '#0d0b2e'], high)],
        [0.6, along(['#a9dcf4', '#f2a58e', '#8a3f86', '#1d1550'], high)],
        [1, along(['#fdf0d0', '#ffd0a0', '#d9577c', '#4a2470'], high)],
      ]),
    ),
  );
  for (let i = 0; i < 90; i++) {
    const chance = random(i + 700);
    const y = (chance() * 1000 + climb * 0.08 * (0.4 + chance())) % 1000;
    add(
      sheet,
      circle(
        chance() * 540,
        y,
        0.8 + chance() * 1.7,
        '#ffffff',
        `opacity="${n(span(high, 0.4, 0.85) * (0.45 + 0.5 * Math.sin(t * 3 + i)))}"`,
      ),
    );
  }
  const moonY = lerp(-260, 190, span(high, 0.5, 1));
  glow(sheet, 408, moonY, 190, '#fff0d2', 0.45);
  add(
    sheet,
    circle(
      408,
      moonY,
      68,
      linear(sheet, [
        [0, '#fff8e4'],
        [1, '#e3c9a4'],
      ]),
    ),
    circle(388, moonY - 18, 14, '#d9bd96', 'opacity="0.6"'),
    circle(430, moonY + 20, 20, '#d9bd96', 'opacity="0.5"'),
    circle(420, moonY - 30, 8, '#d9bd96', 'opacity="0.5"'),
  );
  const planetY = lerp(-700, 420, span(high, 0.66, 1));
  add(
    sheet,
    group(
      move(86, planetY, -18),
      ellipse(0, 0, 92, 20, 'none', 'stroke="#ffcf8a" stroke-width="7" opacity="0.5"'),
      circle(
        0,
        0,
        50,
        radial(sheet, [
          [0, '#ffb08a'],
          [0.7, '#e2577c'],
          [1, '#9c3a7c'],
        ]),
      ),
      stroke('M-91 4A92 20 0 0 0 91 4', '#ffcf8a', 7),
    ),
  );
  const groundY = 780 + climb * 0.9;
  add(
    sheet,
    group(
      `translate(0 ${n(groundY - 780)})`,
      path('M0 980V760Q130 700 270 744T540 720V980Z', '#7fb98a'),
      path('M0 980V800Q150 770 300 806T540 784V980Z', '#5a9c70'),
      rect(180, 792, 180, 190, '#54616e'),
      rect(164, 782, 212, 18, '#7a8793', 'rx="4"'),
      path('M392 800V470H404V800M420 800V470H408', 'none', 'stroke="#d9574c" stroke-width="6"'),
      ...[500, 560, 620, 680, 740].map((y) =>
        stroke(`M394 ${y}L418 ${y + 40}M418 ${y}L394 ${y + 40}`, '#d9574c', 4),
      ),
    ),
  );
  for (let i = 0; i < 12; i++) {
    const chance = random(i + 20);
    const depth = 0.5 + chance() * 0.9;
    const y = -150 - i * 135 + climb * depth * 0.85;
    if (y < 1100)
      add(
        sheet,
        cloud(chance() * 540, y, 0.7 + depth * 0.7, mix('#ffffff', '#f7b0b8', high), 0.5 + chance() * 0.4),
      );
  }
  const shake = (u < 0.3 ? 2.4 : 0.9) * Math.sin(t * 53);
  const y = lerp(610, 470, ease(span(u, 0.1, 0.6))) + 7 * Math.sin(t * 1.4);
  const flame = 1 + 0.14 * Math.sin(t * 41) + 0.1 * Math.sin(t * 67);
  const burn = span(u, 0, 0.08);
  for (let i = 0; i < 26; i++) {
    const chance = random(i + 90);
    const age = (t * (0.8 + chance() * 0.5) + chance()) % 1;
    add(
      sheet,
      circle(
        270 + (chance() - 0.5) * (60 + 260 * age * (1 - high)) + shake,
        y + 190 + age * (420 - 120 * (1 - high)),
        16 + age * 40,
        mix('#ffffff', '#ffc0a0', chance() * 0.5),
        `opacity="${n(burn * (1 - age) * 0.55 * (1 - high * 0.6))}"`,
      ),
    );
  }
  glow(sheet, 270, y + 210, 190, '#ffb45a', 0.75 * burn);
  add(
    sheet,
    group(
      move(270 + shake, y, 0.6 * Math.sin(t * 2), 1.1),
      path(`M-28 142Q0 ${n(142 + 210 * flame * burn)} 28 142Z`, '#ff7a3c'),
      path(`M-17 142Q0 ${n(142 + 140 * flame * burn)} 17 142Z`, '#ffd36b'),
      path(`M-8 142Q0 ${n(142 + 74 * flame * burn)} 8 142Z`, '#fffbe6'),
      path('M-44 60C-92 84-96 128-90 166L-38 128Z', '#d9473f'),
      path('M44 60C92 84 96 128 90 166L38 128Z', '#b8342f'),
      path(
        'M0-190C58-130 62-10 40 126H-40C-62-10-58-130 0-190Z',
        linear(
          sheet,
          [
            [0, '#ffffff'],
            [0.45, '#f7f4ef'],
            [1, '#c6cbd6'],
          ],
          [0, 0, 1, 0],
        ),
      ),
      path(
        'M0-190C26-163 41-124 48-84H-48C-41-124-26-163 0-190Z',
        linear(
          sheet,
          [
            [0, '#ff9a4c'],
            [1, '#e2603a'],
          ],
          [0, 0, 1, 0],
        ),
      ),
      circle(0, -24, 31, '#d9dde4'),
      circle(
        0,
        -24,
        24,
        radial(sheet, [
          [0, '#a9e4ff'],
          [1, '#3f8fc4'],
        ]),
      ),
      path(
        'M-15-34A20 20 0 0 1 4-43',
        'none',
        'stroke="#ffffff" stroke-width="5" stroke-linecap="round" opacity="0.8"',
      ),
      stroke('M-50 46Q0 58 50 46', '#e2603a', 7),
      rect(-26, 124, 52, 18, '#4a4f5e', 'rx="4"'),
      path('M-7 66Q0 58 7 66V160Q0 172-7 160Z', '#d9473f'),
    ),
  );
}

export const liftOff: Scene = {
  name: 'lift-off',
  width: 540,
  height: 960,
  seconds: 8,
  poster: 0.5,
  music: {
    root: -4,
    chords: [
      [0, 7, 12, 16],
      [-4, 3, 8, 12],
      [-2, 5, 10, 14],
    ],
    tempo: 100,
    air: 'wind',
  },
  draw: rocket,
};
