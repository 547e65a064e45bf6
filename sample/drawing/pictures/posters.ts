/** Pictures for the sample's external entries: drawn for this project, so that no other site is asked for one. */
import type { Sheet } from '../clips/draw.ts';
import {
  add,
  circle,
  cloud,
  ellipse,
  glow,
  group,
  linear,
  mix,
  move,
  path,
  random,
  rect,
  ridge,
  sky,
  stroke,
} from '../clips/draw.ts';
import { barber, clay, llama, shepherd } from './posters-people.ts';

type Draw = (sheet: Sheet) => void;

const meadow: Draw = (s) => {
  sky(s, [
    [0, '#6fc3f0'],
    [0.7, '#d5f0ef'],
    [1, '#fff4cf'],
  ]);
  glow(s, 760, 110, 240, '#fff6c8', 0.9);
  for (const [x, y, k] of [
    [180, 110, 0.9],
    [560, 80, 0.6],
    [860, 190, 0.8],
  ] as const)
    add(s, cloud(x, y, k, '#ffffff', 0.9));
  add(
    s,
    path(ridge(s, 340, 40, 3, 0), '#8fcf7a'),
    path(ridge(s, 400, 36, 6, 200), '#62b35c'),
    path(ridge(s, 470, 24, 9, 90), '#3f8f4a'),
  );
  for (let i = 0; i < 40; i++) {
    const chance = random(i + 8);
    add(
      s,
      circle(
        chance() * 960,
        430 + chance() * 110,
        3 + chance() * 4,
        ['#ffffff', '#ffd35c', '#ff8fa8'][i % 3] ?? '#fff',
      ),
    );
  }
  add(
    s,
    ellipse(460, 476, 120, 16, '#2c5f36', 'opacity="0.35"'),
    group(move(430, 200, -10), ellipse(0, -10, 26, 82, '#b9b0c4'), ellipse(0, -4, 13, 62, '#f4b9c6')),
    group(move(506, 200, 12), ellipse(0, -10, 26, 82, '#c9c1d2'), ellipse(0, -4, 13, 62, '#f4b9c6')),
    ellipse(468, 400, 96, 92, '#b9b0c4'),
    ellipse(468, 416, 62, 66, '#efeaf2'),
    ellipse(468, 292, 74, 66, '#c9c1d2'),
    circle(442, 282, 9, '#2a2030'),
    circle(494, 282, 9, '#2a2030'),
    ellipse(468, 306, 13, 9, '#f08fa4'),
    stroke('M468 314V326M452 330Q468 342 484 330', '#5a4a60', 4),
  );
  add(
    s,
    group(
      move(640, 250, -20),
      ellipse(-20, -12, 24, 17, '#f28a3c', 'transform="rotate(24)"'),
      ellipse(18, -12, 24, 17, '#ffb45a', 'transform="rotate(-24)"'),
      rect(-2.5, -20, 5, 36, '#3a2a30', 'rx="2"'),
    ),
  );
};

const peaks: Draw = (s) => {
  sky(s, [
    [0, '#26315f'],
    [0.5, '#8a5f9a'],
    [0.8, '#f0a07a'],
    [1, '#ffd9a0'],
  ]);
  glow(s, 330, 300, 300, '#ffe0a8', 0.8);
  add(
    s,
    circle(330, 250, 62, '#fff1c9'),
    path('M-10 470L200 210L300 320L430 170L640 400L790 250L990 450V560H-10Z', '#5d4a82'),
    path('M430 170L480 226L446 244L420 228L392 222Z', '#ffe9d6'),
    path('M200 210L240 256L204 262L168 252Z', '#ffe9d6'),
    path(ridge(s, 430, 50, 5, 0), '#3d3266'),
    path(ridge(s, 490, 30, 8, 120), '#251f46'),
  );
  add(
    s,
    group(
      move(640, 180, -8, 1.3),
      path(
        'M-10 0C-70-70-150-80-200-40C-150-50-120-30-100 6C-80-10-50-6-40 16C-20 0 0 4 10 20C40 16 60 26 76 40C70 20 90 8 120 12C100-10 60-20 30-6C60-60 120-80 170-50C150-90 60-100 10-30Z',
        '#1a1636',
      ),
      path('M120 12l26-12l-8 14l10 8Z', '#1a1636'),
    ),
  );
};

const canal: Draw = (s) => {
  sky(s, [
    [0, '#101d3e'],
    [0.6, '#1f5a78'],
    [1, '#6fd0c8'],
  ]);
  glow(s, 560, 290, 380, '#7ff0e0', 0.5);
  for (let i = 0; i < 9; i++)
    add(
      s,
      path(
        `M${i * 112 - 20} 400V${250 - (i % 3) * 34}l28-44l28 44l28-30l22 30V400Z`,
        mix('#1d3f5f', '#2f6f80', (i % 4) / 4),
      ),
    );
  add(
    s,
    path('M350 400A210 200 0 0 1 770 400Z', '#dff6f2', 'opacity="0.2"'),
    stroke(
      'M350 400A210 200 0 0 1 770 400M420 400A140 200 0 0 1 700 400M560 200V400M372 320H748M408 262H712',
      '#a9efe4',
      3,
      'opacity="0.75"',
    ),
    rect(
      0,
      400,
      960,
      150,
      linear(s, [
        [0, '#2f8a94'],
        [1, '#0e2540'],
      ]),
    ),
  );
  for (let i = 0; i < 26; i++) {
    const chance = random(i + 3);
    add(
      s,
      rect(
        chance() * 960,
        412 + chance() * 120,
        30 + chance() * 90,
        3,
        '#a9efe4',
        `opacity="${0.2 + chance() * 0.4}" rx="1.5"`,
      ),
    );
  }
  add(
    s,
    group(
      move(240, 330, 0, 1.15),
      rect(-34, -70, 68, 84, '#e8edf2', 'rx="12"'),
      rect(-44, -60, 10, 60, '#b9c6d2', 'rx="5"'),
      rect(34, -60, 10, 60, '#b9c6d2', 'rx="5"'),
      rect(-28, -122, 56, 46, '#f4f7fa', 'rx="14"'),
      rect(-20, -110, 40, 16, '#12263f', 'rx="8"'),
      circle(-9, -102, 4, '#ffb45a'),
      circle(9, -102, 4, '#ffb45a'),
      rect(-24, 14, 18, 62, '#b9c6d2', 'rx="6"'),
      rect(6, 14, 18, 62, '#b9c6d2', 'rx="6"'),
      circle(0, -34, 11, '#f28a3c'),
    ),
  );
};

const runner: Draw = (s) => {
  add(
    s,
    rect(
      0,
      0,
      960,
      540,
      linear(
        s,
        [
          [0, '#f7b24a'],
          [1, '#e2602f'],
        ],
        [0, 0, 1, 1],
      ),
    ),
  );
  for (let i = 0; i < 16; i++)
    add(
      s,
      rect(-60 + i * 40, 60 + ((i * 97) % 420), 200 + ((i * 53) % 220), 8, '#ffdf9a', 'rx="4" opacity="0.5"'),
    );
  add(s, ellipse(560, 470, 250, 22, '#7a2a14', 'opacity="0.35"'));
  add(
    s,
    group(
      move(580, 300, 9),
      path('M-120-120H120L92 150Q88 170 66 170H-66Q-88 170-92 150Z', '#fff7ea'),
      path('M-110-40H110L100 60H-100Z', '#8a3f1f'),
      rect(-136, -150, 272, 36, '#3b2418', 'rx="12"'),
      rect(-112, -176, 224, 30, '#4d3122', 'rx="10"'),
      circle(0, 8, 34, '#fff7ea'),
      path('M-4-18C14-6-14 14 4 34', 'none', 'stroke="#8a3f1f" stroke-width="8" stroke-linecap="round"'),
      stroke('M-60 168L-110 222M60 168L96 214L140 206M-110 222L-144 206', '#3b2418', 15),
      stroke('M-114-30L-176 10L-150 40M114-40L176-70L196-40', '#3b2418', 13),
    ),
  );
  for (let k = 0; k < 3; k++)
    add(s, stroke(`M${520 + k * 44} 92q-30-24 0-46t0-46`, '#fff3d6', 11, 'opacity="0.7"'));
};

export const posters: Record<string, Draw> = { meadow, peaks, canal, runner, shepherd, llama, barber, clay };
