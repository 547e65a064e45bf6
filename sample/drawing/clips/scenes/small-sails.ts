import type { Scene, Sheet } from '../draw.ts';
import {
  add,
  circle,
  cloud,
  glow,
  group,
  linear,
  mix,
  move,
  n,
  path,
  random,
  rect,
  sky,
  stroke,
} from '../draw.ts';

function waves(sheet: Sheet, t: number): void {
  sky(sheet, [
    [0, '#48b3e0'],
    [0.34, '#a5e0ee'],
    [0.5, '#fef0cd'],
  ]);
  glow(sheet, 260, 178, 280, '#fffbe0', 0.95);
  add(sheet, circle(260, 178, 42, '#fffdf0'));
  for (let i = 0; i < 5; i++)
    add(
      sheet,
      cloud(
        ((i * 271 + t * (8 + i * 3)) % 1260) - 140,
        70 + ((i * 43) % 110),
        0.6 + (i % 3) * 0.24,
        '#ffffff',
        0.85,
      ),
    );
  add(
    sheet,
    path('M640 268Q720 196 800 232T980 214V290H640Z', '#7fb9b4'),
    path('M720 270Q800 226 880 246T1000 250V290H700Z', '#5fa39c'),
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
    if (i === 3) sail(sheet, t, 620 - t * 9, crest);
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

function sail(sheet: Sheet, t: number, x: number, crest: (x: number) => number): void {
  const tilt = ((crest(x + 30) - crest(x - 30)) / 60) * 34;
  add(
    sheet,
    group(
      move(x, crest(x) + 6, tilt),
      path('M-84-26H84Q66 18 40 20H-46Q-74 12-84-26Z', '#f2f4ef'),
      path('M-80-14H78L74-4H-76Z', '#f28a3c'),
      rect(-3, -190, 6, 168, '#7a5234'),
      path(`M8-186Q${n(92 + 6 * Math.sin(t * 2))}-110 76-38H8Z`, '#ffffff'),
      path(`M8-96Q${n(86 + 5 * Math.sin(t * 2))}-80 80-62L76-38H8Z`, '#ff8a5c'),
      path(`M-8-168Q${n(-64 - 4 * Math.sin(t * 2))}-90-62-38H-8Z`, '#ffe7c4'),
      path('M0-206l26 9-26 9Z', '#e2574c'),
    ),
  );
}

export const smallSails: Scene = {
  width: 960,
  height: 540,
  name: 'small-sails',
  seconds: 8,
  poster: 0.4,
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
