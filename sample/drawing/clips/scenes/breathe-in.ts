import type { Scene, Sheet } from '../draw.ts';
import {
  TAU,
  add,
  circle,
  ease,
  ellipse,
  lerp,
  linear,
  mix,
  n,
  path,
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
  const breath = Math.sin((t * TAU) / 4);
  for (let k = 5; k > 0; k--)
    add(sheet, circle(270, sunY, 110 + k * (44 + 5 * breath), '#fff1c4', 'opacity="0.13"'));
  add(
    sheet,
    circle(
      270,
      sunY,
      112,
      linear(sheet, [
        [0, '#fff8dc'],
        [1, mix('#ff9a6c', '#ffc97a', up)],
      ]),
    ),
  );
  for (const [i, tone] of ['#c793b4', '#9a76a8', '#75609a'].entries()) {
    const y = 596 + i * 22;
    add(
      sheet,
      path(
        `M0 680V${y}C${90 + i * 40} ${y - 62 + i * 16} ${170 - i * 60} ${y + 20} ${270 + i * 20} ${y - 14 + i * 9}S${440 - i * 30} ${y - 70 + i * 22} 540 ${y - 10}V680Z`,
        mix(tone, '#ffd8b0', 0.3 * up),
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
    path('M96 960L150 800Q270 776 390 800L444 960Z', '#2b2350'),
    path('M150 800Q270 776 390 800L394 812Q270 790 146 812Z', '#5d4a86'),
  );
  const b = breath * 3;
  const skin = '#2f2554';
  const rim = '#ffb98a';
  const figure = [
    path(`M160 792C172 756 222 748 270 750C318 748 368 756 380 792C330 808 210 808 160 792Z`, skin),
    path(
      `M236 756C222 ${n(700 - b)} 222 ${n(650 - b)} 232 ${n(612 - b)}Q270 ${n(596 - b)} 308 ${n(612 - b)}C318 ${n(650 - b)} 318 ${n(700 - b)} 304 756Z`,
      skin,
    ),
    stroke(
      `M238 ${n(622 - b)}C208 ${n(664 - b)} 196 ${n(706 - b)} 178 758M302 ${n(622 - b)}C332 ${n(664 - b)} 344 ${n(706 - b)} 362 758`,
      skin,
      22,
    ),
    rect(258, 574 - b, 24, 34, skin, 'rx="10"'),
    ellipse(270, 552 - b, 31, 37, skin),
    circle(270, 508 - b, 15, skin),
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
