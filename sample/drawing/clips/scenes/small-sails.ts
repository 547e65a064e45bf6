import type { Scene, Sheet } from '../draw.ts';
import { glitter } from '../portrait.ts';
import {
  TAU,
  add,
  circle,
  glow,
  ease,
  ellipse,
  group,
  haze,
  lerp,
  linear,
  mix,
  move,
  n,
  path,
  puffs,
  random,
  rect,
  sky,
  stroke,
} from '../draw.ts';

/** A soft cloud with a lit top, and its own shade below. */
function puff(sheet: Sheet, x: number, y: number, size: number): void {
  add(
    sheet,
    puffs(sheet, x + 4, y + 12 * size, size, '#8fb9d8', 0.5),
    puffs(sheet, x, y, size * 0.94, '#fffaf0', 0.85),
    puffs(sheet, x - 6 * size, y - 12 * size, size * 0.6, '#ffffff', 0.9),
  );
}

function waves(sheet: Sheet, t: number): void {
  sky(sheet, [
    [0, '#48b3e0'],
    [0.34, '#a5e0ee'],
    [0.5, '#fef0cd'],
  ]);
  glow(sheet, 260, 178, 280, '#fffbe0', 0.95);
  add(sheet, circle(260, 178, 42, '#fffdf0'));
  for (let i = 0; i < 5; i++)
    puff(sheet, ((i * 271 + t * (8 + i * 3)) % 1260) - 140, 70 + ((i * 43) % 110), 0.6 + (i % 3) * 0.24);
  add(
    sheet,
    path(
      'M560 272Q640 216 700 240Q760 176 840 214T1000 190V290H560Z',
      linear(sheet, [
        [0, '#8fb4c4'],
        [1, '#c9dcd4'],
      ]),
    ),
    path(
      'M660 274Q740 226 820 246T1000 232V290H660Z',
      linear(sheet, [
        [0, '#5f9a96'],
        [1, '#a9cfc4'],
      ]),
    ),
    // houses along the bay
    ...Array.from({ length: 14 }, (_, i) => {
      const chance = random(i + 40);
      return rect(742 + i * 17, 262 - chance() * 5, 8 + chance() * 5, 9, i % 3 ? '#fff1dc' : '#f0b48a');
    }),
    haze(sheet, [780, 270, 200, 7], '#fff6e0', 0.8),
  );
  const tones = ['#7fd6d8', '#4fc0cd', '#2fa5bf', '#1f88ab', '#176f96', '#10587f'];
  for (const [i, tone] of tones.entries()) {
    const y = 262 + i * 42;
    const high = 5 + i * 4.4;
    const long = 90 + i * 46;
    const crest = (x: number) =>
      y +
      high * Math.sin(x / long + t * (1.1 + i * 0.13) * (i % 2 ? 1 : -1) + i * 2) +
      high * 0.4 * Math.sin(x / (long * 0.43) + t * 1.6 + i);
    if (i === 1) farSail(sheet, 330 + t * 7, crest);
    if (i === 4) sail(sheet, t, lerp(700, 450, ease(t / 10) * 0.5 + t / 20), crest);
    let d = 'M-10 560';
    let foam = '';
    for (let x = -10; x <= 970; x += 10) {
      d += `L${x} ${n(crest(x))}`;
      foam += `${foam ? 'L' : 'M'}${x} ${n(crest(x) + 3)}`;
    }
    add(
      sheet,
      path(
        `${d}L970 560Z`,
        linear(sheet, [
          [0, mix(tone, '#ffffff', 0.22)],
          [0.3, tone],
          [1, mix(tone, '#0a3a5c', 0.25)],
        ]),
      ),
      stroke(
        foam,
        '#ffffff',
        2 + i * 0.6,
        `opacity="${n(0.5 + 0.05 * i)}" stroke-dasharray="${60 + i * 30} ${26 + i * 9} ${18 + i * 8} ${40 + i * 9}" stroke-dashoffset="${n(t * (16 + i * 14) * (i % 2 ? -1 : 1))}"`,
      ),
    );
    for (let k = 0; k < 10; k++) {
      const chance = random(k * 9 + i * 77);
      const x = 150 + chance() * 220 + (chance() - 0.5) * i * 60;
      add(
        sheet,
        rect(
          x,
          y + 12 + chance() * 24,
          12 + chance() * 26,
          2.6,
          '#fff6cf',
          `rx="1.3" opacity="${n(Math.max(0, 0.75 * Math.sin(t * 3 + k * 1.9 + i)))}"`,
        ),
      );
    }
  }
  add(sheet, glitter(t, [262, 276, 150, 210], '#fffbe0'));
  spray(sheet, t);
  for (let i = 0; i < 4; i++) {
    const x = 190 + i * 62 + t * 24;
    const y = 120 + (i % 2) * 24 + 6 * Math.sin(t * 1.5 + i);
    const lift = 7 * Math.sin(t * 6 + i);
    add(
      sheet,
      stroke(
        `M${n(x - 17)} ${n(y - lift)}Q${n(x - 7)} ${n(y - 8)} ${n(x)} ${n(y)}Q${n(x + 7)} ${n(y - 8)} ${n(x + 17)} ${n(y - lift)}`,
        '#ffffff',
        3.4,
      ),
    );
  }
}

/** Drops that fly off the crest nearest to us. */
function spray(sheet: Sheet, t: number): void {
  const drops = Array.from({ length: 20 }, (_, i) => {
    const chance = random(i * 3 + 5);
    const k = (t * (0.5 + chance() * 0.4) + chance()) % 1;
    const x = chance() * 1000 - 20 + k * 40;
    const y = 506 - Math.sin(k * Math.PI) * (14 + chance() * 44) + chance() * 30;
    return circle(x, y, 0.8 + chance() * 2.4, '#ffffff', `opacity="${n(0.45 * Math.sin(k * Math.PI))}"`);
  });
  add(sheet, ...drops);
}

function farSail(sheet: Sheet, x: number, crest: (x: number) => number): void {
  add(
    sheet,
    group(
      move(x, crest(x) + 2, 3, 0.22),
      path('M-84-26H84Q66 18 40 20H-46Q-74 12-84-26Z', '#4f6f7c'),
      path('M8-186Q92-110 76-38H8Z', '#fffaf0'),
      path('M-8-168Q-64-90-62-38H-8Z', '#f4e6d0'),
    ),
  );
}

/** Who sails: one steers, the other leans out against the wind. */
function crew(t: number): string {
  const lean = -16 + 4 * Math.sin(t * 1.2);
  const someone = (coat: string, hair: string, skin: string, cap: string) => [
    path('M-17 6Q-20-34 0-40Q20-34 17 6Z', coat),
    path('M6-38Q19-32 17 6L9 6Q14-20 2-40Z', '#ffffff', 'opacity="0.22"'),
    circle(1, -52, 12.5, skin),
    path('M-13-50C-14-74 16-72 13-52Q4-62-13-50Z', hair),
    cap,
  ];
  return (
    group(
      move(-58, -26, 4 + 2 * Math.sin(t * 1.3)),
      ...someone('#e8622a', '#3a2418', '#d49a70', path('M-13-56Q0-74 14-56L24-55L14-52Z', '#2f5d63')),
      stroke('M8-26Q26-14 34 4', '#e8622a', 9),
      circle(34, 5, 4.5, '#d49a70'),
    ) +
    group(
      move(-16, -24, lean),
      ...someone('#2f6d8a', '#c98f4a', '#e8b48e', path('M-13-48Q-26-40-22-26Q-14-40-11-46Z', '#c98f4a')),
      stroke('M8-28Q28-40 40-52', '#2f6d8a', 8.5),
      circle(40, -53, 4.2, '#e8b48e'),
    )
  );
}

function sail(sheet: Sheet, t: number, x: number, crest: (x: number) => number): void {
  const tilt = ((crest(x + 40) - crest(x - 40)) / 80) * 34;
  const belly = 6 * Math.sin(t * 2);
  const cloth = (near: string, far: string) =>
    linear(
      sheet,
      [
        [0, far],
        [0.35, near],
        [0.8, mix(near, '#ffffff', 0.5)],
        [1, mix(far, '#4a3a5a', 0.16)],
      ],
      [0, 0, 1, 0.2],
    );
  const hull = linear(sheet, [
    [0, '#fffaf0'],
    [0.5, '#e9e2d6'],
    [1, '#9fb4c0'],
  ]);
  const y = crest(x) + 4;
  const shadow = Array.from({ length: 7 }, (_, i) =>
    ellipse(
      x - 20 + 14 * Math.sin(t * 1.8 + i * 1.4),
      y + 22 + i * 13,
      92 - i * 8,
      5,
      i < 3 ? '#0a3a5c' : '#ffe9cf',
      `opacity="${n(0.3 - i * 0.03)}"`,
    ),
  );
  const wake = Array.from({ length: 26 }, (_, i) => {
    const k = ((i / 26 + t * 0.5) % 1) ** 0.8;
    return ellipse(
      x + 96 + k * 190,
      crest(x + 96 + k * 190) + 6 + 7 * Math.sin(i * 5),
      10 + k * 20,
      1.6 + (1 - k) * 2,
      '#ffffff',
      `opacity="${n(0.65 * (1 - k))}"`,
    );
  });
  const bow = Array.from({ length: 16 }, (_, i) => {
    const k = (i / 16 + t * 1.5) % 1;
    return circle(
      x - 104 - k * 26 + 6 * Math.sin(i * 9),
      y - 10 - Math.sin(k * Math.PI) * (12 + (i % 5) * 4),
      2.6 * (1 - k) + 0.6,
      '#ffffff',
      `opacity="${n(0.85 * (1 - k))}"`,
    );
  });
  add(
    sheet,
    ...shadow,
    ...wake,
    group(
      move(x, y, tilt - 5 - 1.5 * Math.sin((t * TAU) / 4), 1.22),
      path('M-92-30Q0-16 88-26Q70 18 42 20H-46Q-76 12-92-30Z', hull),
      path('M-88-20Q0-6 84-16L82-9Q0 0-86-13Z', '#e8622a'),
      stroke('M-94-30Q0-18 88-27', '#c98f4a', 3.4),
      rect(2, -216, 5.4, 194, '#8a5a34'),
      stroke('M4-214L-94-32M5-214L88-28', '#4a3a34', 1, 'opacity="0.7"'),
      path(`M10-206Q${n(112 + belly)}-118 92-44Q50-34 10-40Z`, cloth('#ffffff', '#f1e6d8')),
      path(`M10-104Q${n(106 + belly)}-92 97-68L92-44Q50-34 10-40Z`, cloth('#ff8a4c', '#f2703a')),
      stroke(
        `M12-160Q60-152 ${n(88 + belly * 0.8)}-126M12-128Q66-118 ${n(101 + belly)}-98`,
        '#c9b8a4',
        1.2,
        'opacity="0.7"',
      ),
      stroke('M8-40L94-44', '#8a5a34', 4),
      path(`M0-196Q${n(-78 - belly)}-98-86-36Q-40-30-4-42Z`, cloth('#ffe9cc', '#f4cfa4')),
      group(move(86, -2), crew(t)),
      path(`M4-216q${n(16 + 3 * Math.sin(t * 7))}-6 30 ${n(4 + 3 * Math.sin(t * 6))}l-29 12Z`, '#e2574c'),
    ),
    ...bow,
  );
}

export const smallSails: Scene = {
  width: 960,
  height: 540,
  name: 'small-sails',
  seconds: 9.4,
  poster: 0.62,
  music: {
    root: 4,
    chords: [
      [0, 4, 7, 11],
      [-7, -3, 0, 4],
    ],
    tempo: 70,
    air: 'sea',
  },
  draw: waves,
};
