import type { Scene, Sheet } from '../draw.ts';
import {
  add,
  along,
  circle,
  clamp,
  ease,
  fade,
  group,
  linear,
  mix,
  n,
  random,
  rect,
  span,
  stroke,
} from '../draw.ts';

function strokes(sheet: Sheet, t: number, u: number): void {
  add(
    sheet,
    rect(
      0,
      0,
      960,
      540,
      linear(sheet, [
        [0, '#fdf6ee'],
        [1, '#f6e7da'],
      ]),
    ),
  );
  const palette: [string, string, string][] = [
    ['#f7c9b6', '#efa98f', 'M-60 112C160 26 330 190 540 96S860 50 1030 128'],
    ['#e86f6a', '#c9414f', 'M1030 196C820 118 640 280 440 196S120 150-60 236'],
    ['#f2a65a', '#e27f36', 'M-60 316C150 236 350 392 560 296S860 270 1030 322'],
    ['#b56a8e', '#8a3f6a', 'M1030 404C800 330 620 470 410 388S130 360-60 424'],
    ['#7fa7a0', '#4f7f7c', 'M-60 486C180 424 380 548 590 470S880 446 1030 492'],
  ];
  for (const [row, [light, deep, d]] of palette.entries()) {
    const grown = ease(span(u, row * 0.145, row * 0.145 + 0.3));
    if (grown <= 0) continue;
    add(
      sheet,
      group(
        'translate(5 9)',
        stroke(
          d,
          '#7a4a3a',
          70,
          `stroke-dasharray="${n(Math.max(0, 1100 * grown - 10) + (grown === 1 ? 90 : 0))} 2400" opacity="0.09"`,
        ),
      ),
    );
    for (let i = 0; i < 26; i++) {
      const chance = random(row * 100 + i);
      const tone = mix(light, deep, chance());
      const reach = clamp(grown * (0.93 + chance() * 0.12));
      add(
        sheet,
        group(
          `translate(0 ${n((i - 13) * 2.9)})`,
          stroke(
            d,
            tone,
            3.4 + chance() * 2.4,
            `stroke-dasharray="${n(1190 * reach)} 2400" opacity="${n(0.82 + chance() * 0.18)}"`,
          ),
        ),
      );
    }
    add(
      sheet,
      fade(
        0.5,
        group(
          `translate(0 ${n(-24)})`,
          stroke(d, '#ffffff', 3, `stroke-dasharray="${n(1140 * grown)} 2400" opacity="0.7"`),
        ),
      ),
    );
  }
  const gold = ease(span(u, 0.78, 0.95));
  for (let i = 0; i < 70; i++) {
    const chance = random(i + 4000);
    const far = chance();
    const x = 480 + (chance() - 0.5) * 900 * gold;
    const y = 270 + (chance() - 0.5) * 500 * gold;
    add(
      sheet,
      circle(
        x,
        y,
        (1.2 + far * 4) * gold,
        along(['#f9d77e', '#e0a83a', '#fff3c0'], chance()),
        `opacity="${n(gold * (0.6 + 0.4 * Math.sin(t * 5 + i)))}"`,
      ),
    );
  }
}

export const autumnPalette: Scene = {
  width: 960,
  height: 540,
  name: 'autumn-palette',
  seconds: 7,
  poster: 0.9,
  music: {
    root: 2,
    chords: [
      [0, 4, 7, 11],
      [-3, 0, 4, 9],
    ],
    tempo: 90,
  },
  draw: strokes,
};
