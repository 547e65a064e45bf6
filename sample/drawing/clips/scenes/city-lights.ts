import type { Scene, Sheet } from '../draw.ts';
import {
  TAU,
  add,
  circle,
  clamp,
  ease,
  fade,
  glow,
  group,
  haze,
  lerp,
  linear,
  mix,
  move,
  n,
  path,
  random,
  rect,
  sky,
  span,
  stroke,
} from '../draw.ts';

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
  for (const [depth, street] of layers.entries()) {
    skyline(sheet, t, u, depth, street);
    // the air between one street and the next
    const air = mix('#ff9a78', '#5a3f9a', depth / 3);
    add(
      sheet,
      rect(
        0,
        250,
        960,
        206,
        linear(sheet, [
          [0, air, 0],
          [1, air, 0.34 - depth * 0.09],
        ]),
      ),
    );
  }
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
  wetStreet(sheet, t, u);
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
  rail(sheet, t, u);
}

/** What stands above the street, as it shines in the wet. */
function wetStreet(sheet: Sheet, t: number, u: number): void {
  const shapes = Array.from({ length: 34 }, (_, i) => {
    const chance = random(i * 5 + 71);
    const x = ((((chance() * 1300 - t * 62) % 1300) + 1300) % 1300) - 170;
    const tone = ['#ffd98a', '#ff4f9a', '#3fe0e8', '#ffb96a', '#9b6bff'][i % 5] ?? '#ffd98a';
    const on = span(u, chance() * 0.6, chance() * 0.6 + 0.3);
    return haze(
      sheet,
      [x, 486 + chance() * 30, 5 + chance() * 11, 18 + chance() * 20],
      tone,
      on * (0.2 + 0.25 * chance()) * (0.8 + 0.2 * Math.sin(t * 4 + i)),
    );
  });
  add(sheet, ...shapes);
}

/** Two people who look on from a boat, and lamps that are too near to be sharp. */
function rail(sheet: Sheet, t: number, u: number): void {
  const lamps = Array.from({ length: 9 }, (_, i) => {
    const chance = random(i + 301);
    const x = ((((chance() * 1500 - t * 128) % 1500) + 1500) % 1500) - 260;
    return circle(
      x,
      392 + chance() * 130,
      14 + chance() * 22,
      ['#ffb03a', '#ff6f7a', '#ffe2a8', '#6fd8e8'][i % 4] ?? '#ffb03a',
      `opacity="${n(0.2 + 0.16 * Math.sin(t * 1.3 + i))}"`,
    );
  });
  const near = ease(u);
  const nod = 1.4 * Math.sin(t * 0.9);
  const raised = ease(span(u, 0.45, 0.58));
  const rim = '#ffb98a';
  const someone = (x: number, y: number, size: number, hair: string, coat: string, arm: string) =>
    group(
      move(x, y, nod * 0.4, size),
      path('M-62 210C-64 92-58 40-28 20Q0 8 28 20C58 40 64 92 62 210Z', coat),
      stroke('M30 22C56 42 62 92 61 190', rim, 3, 'opacity="0.75"'),
      path('M-13 24V-8H13V24Q0 34-13 24Z', '#3a1f3a'),
      hair,
      stroke('M24-52Q34-34 28-6', rim, 3, 'opacity="0.85"'),
      arm,
    );
  add(
    sheet,
    ...lamps,
    group(
      `translate(${n(lerp(30, -26, near))} ${n(lerp(46, 8, near))})`,
      someone(
        196,
        326,
        1,
        path('M-28-24C-34-70 34-70 29-24C32 8 22 30 0 30C-24 30-34 18-28-24Z', '#1a0f26') +
          circle(-2, -62, 13, '#1a0f26'),
        '#57284c',
        stroke(
          `M46 62Q${n(76 + raised * 10)} ${n(lerp(120, 70, raised))} ${n(lerp(70, 102, raised))} ${n(lerp(160, 4, raised))}`,
          '#57284c',
          22,
        ),
      ),
      someone(
        318,
        316,
        1.06,
        path('M-27-26C-30-68 32-70 28-26C30 2 20 26 0 27C-20 26-30 4-27-26Z', '#160c20') +
          path('M-29-28C-32-72 34-74 30-30Q8-50-29-28Z', '#241430'),
        '#2f3763',
        '',
      ),
      rect(-60, 470, 1120, 12, '#120a1e', 'rx="4"'),
      rect(-60, 470, 1120, 2.5, rim, 'opacity="0.5"'),
      ...Array.from({ length: 29 }, (_, i) => rect(-50 + i * 38, 480, 5, 90, '#120a1e')),
      // two cups on the rail
      rect(238, 450, 15, 20, '#e8dccb', 'rx="3"'),
      stroke(
        `M245 446q${n(5 * Math.sin(t * 2))}-9 0-18t0-16`,
        '#ffffff',
        2.4,
        `opacity="${n(clamp(0.3 + 0.1 * Math.sin(t * TAU * 0.2)))}"`,
      ),
    ),
  );
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
  poster: 0.6,
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
