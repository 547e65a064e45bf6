import type { Scene, Sheet } from '../draw.ts';
import {
  add,
  along,
  circle,
  clamp,
  ease,
  fade,
  group,
  lerp,
  linear,
  mix,
  move,
  n,
  path,
  random,
  rect,
  span,
  stroke,
} from '../draw.ts';

/** How long a stroke takes, and when the next begins. */
const LASTS = 0.145;
const EACH = 0.16;

/** Fibres of the paper. */
function paper(sheet: Sheet): void {
  const next = random(77);
  let light = '';
  let dark = '';
  for (let i = 0; i < 260; i++) {
    const x = next() * 960;
    const y = next() * 540;
    const line = `M${n(x)} ${n(y)}q${n(next() * 16 - 8)} ${n(next() * 8 - 4)} ${n(next() * 34 - 17)} ${n(next() * 12 - 6)}`;
    if (i % 2) light += line;
    else dark += line;
  }
  add(sheet, stroke(light, '#ffffff', 0.9, 'opacity="0.6"'), stroke(dark, '#a8795a', 0.7, 'opacity="0.22"'));
}

/** Where the stroke of `d` is when `k` of it is drawn: the curves are `C` and `S` of two parts. */
function placeOn(d: string, k: number): [number, number] {
  const v = (d.match(/-?\d+/g) ?? []).map(Number);
  const at = (i: number): [number, number] => [v[i * 2] ?? 0, v[i * 2 + 1] ?? 0];
  const [a, b, c, e, f, g] = [at(0), at(1), at(2), at(3), at(4), at(5)];
  const mirrored: [number, number] = [2 * e[0] - c[0], 2 * e[1] - c[1]];
  const cubic = (p: [number, number][], s: number): [number, number] =>
    [0, 1].map(
      (i) =>
        (1 - s) ** 3 * p[0]![i]! +
        3 * s * (1 - s) ** 2 * p[1]![i]! +
        3 * s * s * (1 - s) * p[2]![i]! +
        s ** 3 * p[3]![i]!,
    ) as [number, number];
  return k < 0.53
    ? cubic([a, b, c, e], k / 0.53)
    : cubic([e, mirrored, f, g], Math.min(1, (k - 0.53) / 0.47));
}

/** The hand with its brush, and the shadow of both. */
function hand(sheet: Sheet, x: number, y: number, turn: number, tone: string): void {
  const skin = linear(
    sheet,
    [
      [0, '#e8b894'],
      [0.6, '#d49a74'],
      [1, '#a8674c'],
    ],
    [0, 0, 1, 1],
  );
  const sleeve = linear(
    sheet,
    [
      [0, '#3f6f78'],
      [1, '#1f4350'],
    ],
    [0, 0, 1, 1],
  );
  const shape = (flat: boolean) => [
    // the brush: hair, ferrule and wood
    path('M-30-6Q0-12 26-8V30Q0 30-30 20Q-38 8-30-6Z', flat ? '#3a1f14' : tone),
    flat ? '' : stroke('M-24 0H22M-26 8H22M-22 15H22', mix(tone, '#3a1420', 0.3), 1.6, 'opacity="0.6"'),
    path('M22-10H62L84 2V20L62 32H22Z', flat ? '#3a1f14' : '#c9a25a'),
    flat ? '' : path('M22-10H62L84 2H22Z', '#f4dc9a', 'opacity="0.7"'),
    path('M80 3L330 62L326 76L80 19Z', flat ? '#3a1f14' : '#8a4a2a'),
    // fingers around it
    path(
      'M150 12C186 2 214 20 236 40C262 26 300 34 330 62L470 150L420 260L290 170C252 168 220 150 204 116C176 104 158 82 160 62C142 52 134 26 150 12Z',
      flat ? '#3a1f14' : skin,
    ),
    flat
      ? ''
      : stroke(
          'M160 62C176 50 200 52 216 66M204 116C214 100 236 96 254 106M150 12C164 14 176 22 186 36',
          '#8a4a34',
          3,
          'opacity="0.45"',
        ),
    flat ? '' : path('M152 14C160 10 172 13 178 20L168 30Q154 26 152 14Z', '#f7dccb'),
    path('M396 110L470 150C560 200 640 240 760 300V520H560L380 244Z', flat ? '#3a1f14' : sleeve),
  ];
  add(
    sheet,
    fade(0.16, group(move(x + 26, y + 34, turn, 0.8), ...shape(true))),
    group(move(x, y, turn, 0.8), ...shape(false)),
  );
}

function strokes(sheet: Sheet, t: number, u: number): void {
  add(
    sheet,
    rect(
      0,
      0,
      960,
      540,
      linear(sheet, [
        [0, '#fbf1e4'],
        [1, '#ecd6c2'],
      ]),
    ),
  );
  paper(sheet);
  const palette: [string, string, string][] = [
    ['#f7c9b6', '#efa98f', 'M-60 112C160 26 330 190 540 96S860 50 1030 128'],
    ['#e86f6a', '#c9414f', 'M1030 196C820 118 640 280 440 196S120 150-60 236'],
    ['#f2a65a', '#e27f36', 'M-60 316C150 236 350 392 560 296S860 270 1030 322'],
    ['#b56a8e', '#8a3f6a', 'M1030 404C800 330 620 470 410 388S130 360-60 424'],
    ['#7fa7a0', '#4f7f7c', 'M-60 486C180 424 380 548 590 470S880 446 1030 492'],
  ];
  for (const [row, [light, deep, d]] of palette.entries()) {
    const grown = ease(span(u, row * EACH, row * EACH + LASTS));
    if (grown <= 0) continue;
    add(
      sheet,
      group(
        'translate(5 11)',
        stroke(
          d,
          '#5a2f22',
          76,
          `stroke-dasharray="${n(Math.max(0, 1100 * grown - 10) + (grown === 1 ? 90 : 0))} 2400" opacity="0.13"`,
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
  const last = palette.findLastIndex((_, row) => u >= row * EACH);
  const [light, deep, d] = palette[last]!;
  const along_ = ease(span(u, last * EACH, last * EACH + LASTS));
  const leaves = ease(span(u, 0.83, 0.93));
  const next = palette[last + 1];
  const [x, y] = placeOn(d, along_);
  // to where the next stroke begins, before it does
  const over = next ? ease(span(u, (last + 1) * EACH - 0.014, (last + 1) * EACH)) : 0;
  const [nx, ny] = next ? placeOn(next[2], 0) : [x, y];
  hand(
    sheet,
    lerp(x, nx, over) + leaves * 700,
    lerp(y, ny, over) + leaves * 300,
    8 + 4 * Math.sin(t * 1.3),
    mix(light, deep, 0.6),
  );
  const gold = ease(span(u, 0.85, 0.97));
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
  seconds: 10,
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
