import type { Scene, Sheet } from '../draw.ts';
import { add, circle, ease, fade, glow, lerp, linear, mix, n, random, rect, sky, span } from '../draw.ts';

type Street = [colour: string, speed: number, high: number, wide: number];

function city(sheet: Sheet, t: number, u: number): void {
  sky(sheet, [
    [0, '#1b1647'],
    [0.35, '#4a2a78'],
    [0.6, '#b1457f'],
    [0.78, '#f4806a'],
    [1, '#ffc27a'],
  ]);
  for (let i = 0; i < 40; i++) {
    const chance = random(i + 5);
    add(
      sheet,
      circle(
        chance() * 960,
        chance() * 190,
        0.7 + chance(),
        '#ffffff',
        `opacity="${n(span(u, 0, 0.5) * (0.35 + 0.4 * Math.sin(t * 2 + i)))}"`,
      ),
    );
  }
  glow(sheet, 700, lerp(230, 330, ease(u)), 330, '#ffd08a', 0.8);
  add(
    sheet,
    circle(
      700,
      lerp(196, 300, ease(u)),
      66,
      linear(sheet, [
        [0, '#fff0b4'],
        [1, '#ff8a5c'],
      ]),
    ),
  );
  const layers: Street[] = [
    ['#7c3f7f', 12, 150, 46],
    ['#54306f', 22, 200, 60],
    ['#33225a', 38, 250, 82],
    ['#1c1540', 62, 232, 118],
  ];
  for (const [depth, street] of layers.entries()) skyline(sheet, t, u, depth, street);
  add(
    sheet,
    rect(
      0,
      452,
      960,
      90,
      linear(sheet, [
        [0, '#171237'],
        [1, '#0d0a24'],
      ]),
    ),
    rect(0, 452, 960, 3, '#f4806a', 'opacity="0.35"'),
  );
  for (let i = 0; i < 9; i++) {
    const out = i % 2 === 0;
    const x = ((((i * 211 + t * (out ? 250 : -190)) % 1200) + 1200) % 1200) - 120;
    const y = out ? 500 : 476;
    const light = out ? '#ff5d6c' : '#ffe9b0';
    const trail = linear(
      sheet,
      [
        [0, light, out ? 0 : 0.95],
        [1, light, out ? 0.95 : 0],
      ],
      [0, 0, 1, 0],
    );
    add(
      sheet,
      rect(x, y, 130, 4, trail, 'rx="2"'),
      rect(
        x + (out ? 84 : 0),
        y + 9,
        46,
        22,
        linear(sheet, [
          [0, light, 0.22],
          [1, light, 0],
        ]),
      ),
    );
  }
}

function skyline(
  sheet: Sheet,
  t: number,
  u: number,
  depth: number,
  [colour, speed, high, wide]: Street,
): void {
  const shift = t * speed;
  const neon = ['#ff4f9a', '#3fe0e8', '#ffb03a', '#9b6bff'];
  for (let k = Math.floor(shift / wide) - 1; k * wide - shift < 1000; k++) {
    const chance = random(k * 7 + depth * 1000 + 3);
    const w = wide * (0.72 + chance() * 0.26);
    const h = high * (0.5 + chance() * 0.6);
    const x = k * wide - shift;
    const y = 456 - h;
    add(
      sheet,
      rect(
        x,
        y,
        w,
        h,
        linear(sheet, [
          [0, colour],
          [1, mix(colour, depth < 2 ? '#f4806a' : '#0d0a24', 0.35)],
        ]),
      ),
    );
    if (chance() < 0.4)
      add(sheet, rect(x + w * 0.42, y - 24, 3, 24, colour), rect(x + w * 0.3, y - 8, w * 0.4, 8, colour));
    if (depth === 0) continue;
    const size = 4 + depth * 2;
    const step = size * 2.1;
    for (let wy = y + step; wy < 448; wy += step * 1.15) {
      for (let wx = x + size; wx < x + w - size * 1.3; wx += step) {
        const lit = chance();
        if (lit > 0.55) continue;
        const on = span(u, lit * 1.5 - 0.3, lit * 1.5 - 0.27);
        if (on > 0)
          add(
            sheet,
            rect(
              wx,
              wy,
              size,
              size * 1.25,
              lit < 0.08 ? '#9fe8ff' : lit < 0.3 ? '#ffd98a' : '#ffb96a',
              `opacity="${n(on * (0.45 + depth * 0.17))}"`,
            ),
          );
      }
    }
    if (depth === 3) {
      const tone = neon[Math.abs(k) % 4] ?? '#ff4f9a';
      const flicker = u < 0.07 ? 0 : Math.sin(t * 31 + k * 9) > 0.93 ? 0.5 : 1;
      add(
        sheet,
        fade(
          flicker,
          rect(x + w - 20, y + 26, 12, 74, 'none', `rx="6" stroke="${tone}" stroke-width="3"`),
          rect(x + w - 34, y + 12, 40, 102, tone, 'rx="20" opacity="0.16"'),
          circle(x + w - 14, y + 42, 3.4, tone),
          circle(x + w - 14, y + 62, 3.4, tone),
          circle(x + w - 14, y + 82, 3.4, tone),
        ),
      );
    }
  }
}

export const cityLights: Scene = {
  width: 960,
  height: 540,
  name: 'city-lights',
  seconds: 8,
  poster: 0.3,
  music: {
    root: -4,
    chords: [
      [0, 3, 7, 10],
      [-4, 0, 3, 8],
      [3, 7, 10, 14],
    ],
    tempo: 96,
  },
  draw: city,
};
