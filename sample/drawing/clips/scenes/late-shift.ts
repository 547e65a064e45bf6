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
  soft,
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
  if (night > 0) {
    glow(sheet, 842, 330, 330, '#ffd38a', 0.8 * night);
    glow(sheet, 498, 330, 300, '#6f9fe8', 0.5 * night);
  }
  // the sun comes in by the window, goes along the wall and is gone
  const beam = Math.max(0, 1 - night * 1.2) * 0.5;
  if (beam > 0)
    add(
      sheet,
      soft(
        sheet,
        10,
        ...[0, 1].map((i) =>
          path(
            `M${n(470 + i * 120 + u * 190)} 96l104 20v150l-104-22Z`,
            mix('#fff4d0', '#ffb070', span(u, 0.2, 0.5)),
            `opacity="${n(beam)}"`,
          ),
        ),
      ),
    );
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
  add(sheet, worker(sheet, t, u, night));
  // leaves near the lens
  for (let i = 0; i < 4; i++)
    add(
      sheet,
      soft(
        sheet,
        9,
        group(
          move(-18 + i * 6, 560, -8 + i * 17 + 2 * Math.sin(t * 0.8 + i), 2.5),
          path(
            'M0 0C-22-38-16-88 0-118C16-88 22-38 0 0Z',
            dark(i % 2 ? '#3f7a4e' : '#2f6240', '#1f2a48'),
            'opacity="0.9"',
          ),
        ),
      ),
    );
  if (night > 0)
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
            [0, '#120a30', 0.42 * night],
            [0.6, '#120a30', 0.1 * night],
            [1, '#ff9a4a', 0.1 * night],
          ],
          [0, 0, 1, 0.2],
        ),
      ),
    );
}

/** Who works late: seen from behind, lit by the screen and, at night, by the lamp. */
function worker(sheet: Sheet, t: number, u: number, night: number): string {
  const lit = mix('#e8c9a8', '#8fb4e8', night);
  const lamp = mix('#fff0d4', '#ffcf8a', night);
  const coat = linear(
    sheet,
    [
      [0, mix('#3f6f78', '#1d2f4a', night)],
      [0.5, mix('#2f5660', '#182440', night)],
      [1, mix('#4a7a80', '#6a5048', night)],
    ],
    [0, 0, 1, 0],
  );
  // the head goes down while typing, and back for a stretch
  const rest = ease(span(u, 0.46, 0.54)) * (1 - ease(span(u, 0.64, 0.72)));
  const y = 2 * Math.sin(t * 1.6) - 10 * rest;
  const tap = (side: number) => 3 * Math.sin(t * 11 + side * 2) * (1 - rest);
  const arm = (side: number) =>
    stroke(
      `M${n(498 + side * 66)} ${n(402 + y)}Q${n(498 + side * (104 + 20 * rest))} ${n(lerp(470, 380, rest))} ${n(498 + side * (62 + 40 * rest))} ${n(lerp(436 + tap(side), 318, rest))}`,
      mix('#2f5660', '#1a2744', night),
      34,
    );
  return [
    arm(-1),
    arm(1),
    path(
      `M398 560C396 ${n(440 + y)} 424 ${n(388 + y)} 470 ${n(376 + y)}Q498 ${n(392 + y)} 526 ${n(376 + y)}C572 ${n(388 + y)} 600 ${n(440 + y)} 598 560Z`,
      coat,
    ),
    stroke(
      `M528 ${n(377 + y)}C572 ${n(389 + y)} 599 ${n(440 + y)} 597 540`,
      lamp,
      4,
      `opacity="${n(0.35 + 0.5 * night)}"`,
    ),
    stroke(
      `M468 ${n(377 + y)}C424 ${n(389 + y)} 398 ${n(440 + y)} 399 540`,
      lit,
      3,
      `opacity="${n(0.5 * night)}"`,
    ),
    path(
      `M478 ${n(386 + y)}V${n(340 + y)}H518V${n(386 + y)}Q498 ${n(400 + y)} 478 ${n(386 + y)}Z`,
      mix('#b97a56', '#6a4548', night),
    ),
    path(
      `M452 ${n(310 + y)}C446 ${n(244 + y)} 550 ${n(244 + y)} 544 ${n(310 + y)}C542 ${n(352 + y)} 522 ${n(368 + y)} 498 ${n(368 + y)}C474 ${n(368 + y)} 454 ${n(352 + y)} 452 ${n(310 + y)}Z`,
      mix('#3a2418', '#1a1020', night),
    ),
    stroke(
      `M541 ${n(290 + y)}Q548 ${n(330 + y)} 524 ${n(358 + y)}`,
      lamp,
      3.4,
      `opacity="${n(0.25 + 0.55 * night)}"`,
    ),
    stroke(`M455 ${n(290 + y)}Q449 ${n(326 + y)} 468 ${n(354 + y)}`, lit, 3, `opacity="${n(0.55 * night)}"`),
    // headphones
    stroke(`M449 ${n(316 + y)}C446 ${n(238 + y)} 550 ${n(238 + y)} 547 ${n(316 + y)}`, '#22232b', 8),
    rect(436, 300 + y, 18, 42, '#e8622a', 'rx="8"'),
    rect(542, 300 + y, 18, 42, '#e8622a', 'rx="8"'),
  ].join('');
}

export const lateShift: Scene = {
  width: 960,
  height: 540,
  name: 'late-shift',
  seconds: 9,
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
