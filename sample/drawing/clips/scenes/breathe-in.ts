import type { Scene, Sheet } from '../draw.ts';
import { glitter } from '../portrait.ts';
import {
  TAU,
  add,
  circle,
  ease,
  ellipse,
  fade,
  glow,
  haze,
  lerp,
  linear,
  mix,
  n,
  path,
  radial,
  random,
  rect,
  sky,
  stroke,
} from '../draw.ts';

function dawn(sheet: Sheet, t: number, u: number): void {
  const up = ease(u);
  sky(sheet, [
    [0, mix('#5b5aa8', '#7fb2e4', up)],
    [0.32, mix('#b678b4', '#cfc6e6', up)],
    [0.56, mix('#f59a8c', '#ffd0a8', up)],
    [0.68, '#ffe0ae'],
  ]);
  const sunY = lerp(640, 420, up);
  const breath = -Math.cos((t * TAU) / 8);
  for (let i = 0; i < 7; i++) {
    const chance = random(i + 9);
    const x = ((chance() * 760 + t * (3 + i)) % 820) - 140;
    const y = 130 + chance() * 380;
    const tone = mix('#ffb9a0', '#fff2dc', up);
    add(
      sheet,
      haze(sheet, [x + 60, y, 130 + chance() * 120, 7 + chance() * 9], tone, 0.6),
      haze(sheet, [x + 100, y + 10, 90, 5], '#8a5a9a', 0.3),
    );
  }
  // the light breathes: in for four, out for four
  glow(sheet, 270, sunY, 430 + 34 * breath, '#fff0c4', 0.95);
  glow(sheet, 270, sunY, 230 + 22 * breath, '#ffe3a0', 0.8);
  add(
    sheet,
    circle(
      270,
      sunY,
      96,
      radial(sheet, [
        [0, '#fffef4'],
        [0.72, '#fff4cc'],
        [0.93, mix('#ffc08a', '#ffe0a0', up)],
        [1, mix('#ffb07a', '#ffe0a0', up), 0.4],
      ]),
    ),
  );
  for (const [i, tone] of ['#c793b4', '#9a76a8', '#75609a'].entries()) {
    const y = 596 + i * 22;
    add(
      sheet,
      path(
        `M0 680V${y}C${90 + i * 40} ${y - 62 + i * 16} ${170 - i * 60} ${y + 20} ${270 + i * 20} ${y - 14 + i * 9}S${440 - i * 30} ${y - 70 + i * 22} 540 ${y - 10}V680Z`,
        linear(sheet, [
          [0, mix(tone, '#ffe0b4', 0.2 + 0.35 * up)],
          [0.5, mix(tone, '#ffd8b0', 0.5)],
          [1, '#ffdcb4'],
        ]),
      ),
    );
  }
  add(
    sheet,
    rect(
      0,
      654,
      540,
      306,
      linear(sheet, [
        [0, mix('#f3a08c', '#ffd9ae', up)],
        [0.4, mix('#9a6aa6', '#b9a8d4', up)],
        [1, mix('#4a4590', '#5f8cc4', up)],
      ]),
    ),
  );
  for (let i = 0; i < 22; i++) {
    const chance = random(i + 40);
    const y = 664 + i * 13;
    const w = (150 - i * 3) * (0.6 + 0.5 * chance());
    add(
      sheet,
      rect(
        270 - w / 2 + 12 * Math.sin(t * 1.6 + i * 1.3),
        y,
        w,
        3 + i * 0.14,
        '#fff2cf',
        `rx="2" opacity="${n(0.62 - i * 0.022)}"`,
      ),
    );
  }
  add(
    sheet,
    haze(sheet, [270, 651, 330, 12], '#fff0d4', 0.6 + 0.3 * up),
    glitter(t * 0.7, [270, 664, 210, 250], '#fff6da'),
    // the figure in the water
    fade(0.22, path('M210 812C230 880 224 930 240 975H300C316 930 310 880 330 812Z', '#2a1f52')),
    path(
      'M96 960L150 800Q270 776 390 800L444 960Z',
      linear(sheet, [
        [0, mix('#8a5f6e', '#c99a80', up)],
        [0.3, '#4f3a5e'],
        [1, '#231b44'],
      ]),
    ),
    ...[0, 1, 2, 3, 4, 5, 6].map((i) =>
      stroke(`M${n(153 + i * 39)} 803L${n(100 + i * 57)} 960`, '#1b1438', 2.2, 'opacity="0.55"'),
    ),
    path('M150 800Q270 776 390 800L394 812Q270 790 146 812Z', mix('#8f6a8e', '#f0c0a0', up)),
  );
  const b = breath * 3;
  const skin = linear(
    sheet,
    [
      [0, '#1d1640'],
      [0.5, mix('#4a3568', '#6d4a6a', up)],
      [1, '#1d1640'],
    ],
    [0, 0, 1, 0],
  );
  const cloth = linear(sheet, [
    [0, mix('#b0586a', '#e8855a', up)],
    [0.6, mix('#6a3a68', '#a8505a', up)],
    [1, '#3a2350'],
  ]);
  const hair = '#1a1230';
  const rim = mix('#ffc29a', '#fff0c8', up);
  const figure = [
    path(`M160 792C172 756 222 748 270 750C318 748 368 756 380 792C330 808 210 808 160 792Z`, cloth),
    path(
      `M236 756C222 ${n(700 - b)} 222 ${n(650 - b)} 232 ${n(612 - b)}Q270 ${n(596 - b)} 308 ${n(612 - b)}C318 ${n(650 - b)} 318 ${n(700 - b)} 304 756Z`,
      cloth,
    ),
    stroke(
      `M238 ${n(622 - b)}C208 ${n(664 - b)} 196 ${n(706 - b)} 178 758M302 ${n(622 - b)}C332 ${n(664 - b)} 344 ${n(706 - b)} 362 758`,
      skin,
      22,
    ),
    rect(258, 574 - b, 24, 34, skin, 'rx="10"'),
    ellipse(270, 552 - b, 31, 37, skin),
    path(
      `M239 ${n(556 - b)}C232 ${n(500 - b)} 308 ${n(500 - b)} 301 ${n(556 - b)}C296 ${n(580 - b)} 284 ${n(588 - b)} 270 ${n(588 - b)}C256 ${n(588 - b)} 244 ${n(580 - b)} 239 ${n(556 - b)}Z`,
      hair,
    ),
    circle(270, 506 - b, 16, hair),
    stroke(
      `M240 ${n(546 - b)}Q244 ${n(516 - b)} 270 ${n(514 - b)}Q296 ${n(516 - b)} 300 ${n(546 - b)}`,
      rim,
      3,
      'opacity="0.85"',
    ),
    stroke(
      `M228 ${n(626 - b)}C202 ${n(664 - b)} 188 ${n(704 - b)} 170 752M312 ${n(626 - b)}C338 ${n(664 - b)} 352 ${n(704 - b)} 370 752`,
      rim,
      3,
      'opacity="0.7"',
    ),
    stroke('M168 780Q270 804 372 780', '#4a3a78', 4),
  ];
  add(sheet, ellipse(270, 802, 120, 12, '#1c1640', 'opacity="0.6"'), ...figure);
  for (let i = 0; i < 6; i++) {
    const x = ((i * 120 + t * 20) % 680) - 60;
    add(
      sheet,
      stroke(
        `M${n(x - 12)} ${n(232 + (i % 3) * 42 - 4 * Math.sin(t * 5 + i))}q8-6 12 3q4-9 12-3`,
        '#4b3f7c',
        2.6,
      ),
    );
  }
  for (const side of [-1, 1])
    for (let i = 0; i < 7; i++)
      add(
        sheet,
        stroke(
          `M${270 + side * (200 + i * 11)} 960Q${n(270 + side * (206 + i * 11) + 7 * Math.sin(t * 1.2 + i))} 880 ${n(270 + side * (214 + i * 12) + 15 * Math.sin(t * 1.2 + i * 0.8))} ${n(800 + (i % 3) * 36)}`,
          '#231c47',
          5 - i * 0.3,
        ),
      );
}

export const breatheIn: Scene = {
  width: 540,
  height: 960,
  name: 'breathe-in',
  seconds: 8,
  poster: 0.62,
  music: {
    root: -5,
    chords: [
      [0, 7, 12, 16],
      [-4, 3, 8, 12],
    ],
    tempo: 60,
    air: 'sea',
  },
  draw: dawn,
};
