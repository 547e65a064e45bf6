import type { Scene, Sheet } from '../draw.ts';
import {
  add,
  circle,
  ease,
  ellipse,
  fade,
  group,
  lerp,
  linear,
  move,
  n,
  path,
  rect,
  stroke,
} from '../draw.ts';

function vinyl(sheet: Sheet, t: number, u: number): void {
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
          [0, '#f4b543'],
          [1, '#e98a35'],
        ],
        [0, 0, 1, 1],
      ),
    ),
  );
  for (let k = 0; k < 7; k++) {
    const r = ((k * 96 + t * 58) % 672) + 170;
    add(
      sheet,
      circle(
        392,
        270,
        r,
        'none',
        `stroke="#fff0c4" stroke-width="${n(15 - r * 0.016)}" opacity="${n(0.62 * (1 - (r - 170) / 672))}"`,
      ),
    );
  }
  add(
    sheet,
    rect(96, 34, 640, 484, '#8a3b1e', 'rx="34" opacity="0.28"'),
    rect(
      84,
      22,
      640,
      484,
      linear(
        sheet,
        [
          [0, '#fff4e0'],
          [1, '#f3dcb8'],
        ],
        [0, 0, 1, 1],
      ),
      'rx="34"',
    ),
  );
  add(sheet, circle(392, 268, 222, '#d9bd92'), circle(386, 264, 218, '#20202a'));
  for (let r = 84; r < 214; r += 6.5)
    add(
      sheet,
      circle(
        386,
        264,
        r,
        'none',
        `stroke="#3a3a48" stroke-width="1.4" opacity="${n(0.5 + 0.4 * Math.sin(r))}"`,
      ),
    );
  const shine = (turn: number, strength: number) =>
    group(
      move(386, 264, turn),
      path(
        'M0 0L-46-213A218 218 0 0 1 46-213Z',
        linear(sheet, [
          [0, '#ffffff', strength],
          [1, '#ffffff', 0],
        ]),
      ),
    );
  const wobble = 2.5 * Math.sin(t * 3.49);
  add(
    sheet,
    shine(38 + wobble, 0.24),
    shine(218 + wobble, 0.24),
    shine(-60 + wobble, 0.08),
    shine(120 + wobble, 0.08),
  );
  const wedges = ['#e2574c', '#f58a4b', '#ffd27a', '#fff4e0', '#7fb7a4', '#3f7f8c'].map((tone, i) =>
    group(`rotate(${i * 60})`, path('M0 0L-38.5-66.7A77 77 0 0 1 38.5-66.7Z', tone)),
  );
  add(
    sheet,
    group(
      move(386, 264, t * 200),
      ...wedges,
      circle(0, 0, 30, '#fff4e0'),
      rect(-20, -12, 40, 4, '#e2574c', 'rx="2"'),
      rect(-13, 8, 26, 3, '#3f7f8c', 'rx="1.5"'),
      circle(0, 0, 6, '#b98d55'),
    ),
  );
  const arm = lerp(-3, 17, ease(Math.min(1, u * 6))) + u * 4;
  add(
    sheet,
    circle(642, 110, 44, '#c9a878', 'opacity="0.6"'),
    circle(636, 104, 42, '#eee3d2'),
    fade(0.22, group(move(648, 120, arm), stroke('M0-30V190L-46 268', '#4a2a18', 11))),
    group(
      move(636, 104, arm),
      rect(-14, -62, 28, 40, '#4b4f5c', 'rx="6"'),
      stroke('M0-30V190L-46 268', '#b9bfc9', 9),
      stroke('M-2-30V188', '#ffffff', 2.5, 'opacity="0.8"'),
      group(move(-52, 280, 30), rect(-13, -20, 26, 48, '#e2574c', 'rx="5"')),
    ),
    circle(636, 104, 19, '#8d93a0'),
    circle(632, 100, 9, '#c6cbd4'),
  );
  for (let k = 0; k < 3; k++)
    add(
      sheet,
      circle(640, 380 + k * 44, 13, '#c9a878'),
      group(
        move(640, 378 + k * 44, -40 + k * 50 + 14 * Math.sin(t * 0.8 + k)),
        circle(0, 0, 12, '#4b4f5c'),
        rect(-1.5, -11, 3, 10, '#ffd27a'),
      ),
    );
  for (let k = 0; k < 5; k++) {
    const age = (t * 0.32 + k * 0.2) % 1;
    const x = 792 + 40 * Math.sin(age * 5 + k * 2) + (k % 2) * 46;
    const y = 470 - age * 440;
    add(
      sheet,
      fade(
        Math.sin(age * Math.PI),
        group(
          move(x, y, 12 * Math.sin(age * 7 + k), 0.9 + (k % 3) * 0.25),
          ellipse(-8, 14, 13, 9.5, '#7c2f16', 'transform="rotate(-18 -8 14)"'),
          rect(1.5, -34, 4.5, 48, '#7c2f16'),
          k % 2 ? path('M2-34Q26-26 22-4Q18-20 2-20Z', '#7c2f16') : '',
        ),
      ),
    );
  }
}

export const sideA: Scene = {
  width: 960,
  height: 540,
  name: 'side-a',
  seconds: 7,
  poster: 0.4,
  music: {
    root: 0,
    chords: [
      [0, 3, 7, 10],
      [5, 8, 12, 15],
      [-2, 2, 5, 8],
    ],
    tempo: 108,
  },
  draw: vinyl,
};
