import type { Scene, Sheet } from '../draw.ts';
import {
  add,
  along,
  circle,
  clamp,
  ease,
  ellipse,
  fade,
  glow,
  group,
  lerp,
  linear,
  mix,
  move,
  n,
  overshoot,
  path,
  random,
  rect,
  span,
  stroke,
} from '../draw.ts';

function desk(sheet: Sheet, t: number, u: number): void {
  const night = ease(span(u, 0.35, 0.8));
  const dark = (day: string, late: string) => mix(day, late, night);
  add(
    sheet,
    rect(
      0,
      0,
      960,
      540,
      linear(sheet, [
        [0, dark('#f3d9bd', '#4a3f63')],
        [1, dark('#f7e6d0', '#6a5478')],
      ]),
    ),
  );
  const pane = linear(sheet, [
    [0, along(['#8fcdf2', '#f2a27c', '#2a2a66'], u * 1.05)],
    [0.7, along(['#d8f0f8', '#ffd08a', '#6a4a8e'], u * 1.05)],
    [1, along(['#fff6dd', '#ffe0a0', '#d97a7a'], u * 1.05)],
  ]);
  add(sheet, rect(92, 54, 330, 262, '#fff8ee', 'rx="8"'), rect(104, 66, 306, 238, pane));
  const sunX = lerp(170, 352, u);
  add(
    sheet,
    circle(
      sunX,
      lerp(118, 292, ease(u)),
      25,
      dark('#fff6cd', '#ff9d6a'),
      `opacity="${n(1 - span(u, 0.72, 0.86))}"`,
    ),
  );
  for (let i = 0; i < 7; i++) {
    const chance = random(i + 70);
    const h = 50 + chance() * 90;
    const x = 104 + i * 44;
    add(sheet, rect(x, 304 - h, 42, h, dark('#a9bccb', '#3a2f5e')));
    for (let k = 0; k < 8; k++)
      if (chance() < span(u, 0.45, 0.95))
        add(
          sheet,
          rect(
            x + 7 + (k % 2) * 17,
            314 - h + Math.floor(k / 2) * 17,
            9,
            9,
            '#ffd98a',
            `opacity="${n(night)}"`,
          ),
        );
  }
  add(
    sheet,
    rect(252, 66, 8, 238, '#fff8ee'),
    rect(104, 180, 306, 7, '#fff8ee'),
    rect(80, 312, 354, 14, dark('#fffaf2', '#cdbfd2'), 'rx="4"'),
  );
  add(
    sheet,
    fade(
      0.35 * (1 - night),
      path(
        `M${n(440 + u * 60)} 430L${n(610 + u * 90)} 430L${n(820 + u * 60)} 540H${n(580 + u * 60)}Z`,
        '#fff2c8',
      ),
    ),
  );
  for (const [i, tone] of ['#f28a3c', '#7fb7a4', '#e86a6a', '#6f8fc9', '#f4c95d', '#9c7fbf'].entries()) {
    const shown = overshoot(span(u, 0.08 + i * 0.07, 0.15 + i * 0.07));
    if (shown > 0)
      add(
        sheet,
        group(
          move(636 + (i % 3) * 76, 112 + Math.floor(i / 3) * 76, i % 2 ? 3 : -4, Math.max(0, shown)),
          rect(-29, -29, 58, 58, dark(tone, mix(tone, '#3a2f5e', 0.32))),
          rect(-18, -13, 36, 4, '#ffffff', 'opacity="0.65"'),
          rect(-18, -3, 26, 4, '#ffffff', 'opacity="0.65"'),
          circle(0, -24, 3.5, '#fffaf2'),
        ),
      );
  }
  if (night > 0) glow(sheet, 842, 330, 260, '#ffd38a', 0.75 * night);
  add(
    sheet,
    rect(0, 424, 960, 18, dark('#c98d54', '#8a5a52')),
    rect(
      0,
      442,
      960,
      98,
      linear(sheet, [
        [0, dark('#b4773f', '#6f4650')],
        [1, dark('#96602f', '#4f3244')],
      ]),
    ),
  );
  add(
    sheet,
    rect(376, 262, 244, 152, '#2b2f3a', 'rx="9"'),
    rect(
      384,
      270,
      228,
      136,
      linear(sheet, [
        [0, '#22304a'],
        [1, '#2f4a66'],
      ]),
      'rx="4"',
    ),
    path('M352 414H644L660 426H336Z', dark('#d9dee4', '#8d8ba4')),
  );
  const widths = [92, 148, 116, 174, 70, 132, 160, 104];
  const typed = u * 11;
  for (const [i, w] of widths.entries()) {
    const done = clamp(typed - i);
    add(
      sheet,
      rect(
        400 + (i % 3) * 12,
        284 + i * 14,
        w * done,
        6,
        ['#7fd1c0', '#ffd98a', '#9fb8ff', '#ff9f8c'][i % 4] ?? '#fff',
        'rx="3"',
      ),
    );
  }
  const steam = (k: number) =>
    stroke(
      `M${232 + k * 14} 372q${n(9 * Math.sin(t * 2 + k))} -16 0 -32t0 -30`,
      '#ffffff',
      4,
      'opacity="0.42"',
    );
  add(
    sheet,
    steam(0),
    steam(1),
    path('M206 380H272L266 424H212Z', dark('#f28a3c', '#b8604a')),
    stroke('M271 388q22 3 18 17t-22 12', dark('#f28a3c', '#b8604a'), 7),
  );
  add(sheet, path('M66 372H140L130 424H76Z', dark('#f6efe6', '#a998b4')));
  for (let i = 0; i < 7; i++)
    add(
      sheet,
      group(
        move(103, 374, -66 + i * 22 + 2.4 * Math.sin(t * 1.3 + i)),
        path('M0 0C-20-34-14-78 0-104C14-78 20-34 0 0Z', dark(i % 2 ? '#5fa36a' : '#478a58', '#35586a')),
      ),
    );
  add(
    sheet,
    stroke('M842 424V330L790 268', dark('#3a3f4c', '#2a2740'), 7),
    ellipse(842, 424, 42, 7, dark('#3a3f4c', '#2a2740')),
    group(
      move(786, 266, 30),
      path('M-40 30Q-34-16 0-18Q34-16 40 30Z', '#f28a3c'),
      ellipse(0, 30, 40, 8, mix('#c96a2a', '#fff2c0', night)),
    ),
  );
  if (night > 0) add(sheet, fade(night * 0.34, path('M742 288L812 314L900 424H650Z', '#ffe6a8')));
  add(
    sheet,
    rect(690, 412, 92, 12, '#e86a6a', 'rx="3"'),
    rect(698, 400, 80, 12, '#f4efe6', 'rx="3"'),
    rect(702, 388, 70, 12, '#5c8fb8', 'rx="3"'),
  );
}

export const lateShift: Scene = {
  width: 960,
  height: 540,
  name: 'late-shift',
  seconds: 8,
  poster: 0.72,
  music: {
    root: -1,
    chords: [
      [0, 4, 7, 11],
      [2, 5, 9, 12],
      [-3, 0, 4, 9],
    ],
    tempo: 84,
  },
  draw: desk,
};
