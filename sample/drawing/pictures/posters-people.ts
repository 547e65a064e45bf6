import type { Sheet } from '../clips/draw.ts';
import {
  add,
  circle,
  ellipse,
  glow,
  group,
  linear,
  mix,
  move,
  path,
  pine,
  random,
  rect,
  ridge,
  sky,
  stroke,
} from '../clips/draw.ts';

type Draw = (sheet: Sheet) => void;

export const shepherd: Draw = (s) => {
  sky(s, [
    [0, '#3f6f7a'],
    [0.5, '#9cc7b0'],
    [1, '#f6e7b4'],
  ]);
  glow(s, 500, 240, 320, '#fff3c0', 0.75);
  add(s, path(ridge(s, 300, 60, 2, 0), '#7fae98'), path(ridge(s, 372, 44, 5, 300), '#4f8a72'));
  for (let i = 0; i < 18; i++)
    add(
      s,
      pine(
        30 + i * 55,
        400 + ((i * 37) % 40),
        1 + ((i * 13) % 7) / 10,
        mix('#2f6a58', '#1b4a44', (i % 5) / 5),
      ),
    );
  add(s, path(ridge(s, 452, 26, 9, 40), '#234f3a'));
  add(
    s,
    path('M486 452L500 330Q520 300 540 330L556 452Z', '#d9573f'),
    circle(520, 296, 24, '#f2c9a4'),
    path('M494 296Q496 262 522 264Q550 266 548 300Q530 280 494 296Z', '#6a3a24'),
    stroke('M572 470V290', '#5a3a24', 7),
    path('M640 470V420Q640 392 668 392H720Q744 392 748 420L754 470H738V440H656V470Z', '#f4efe6'),
    circle(756, 396, 19, '#f4efe6'),
    path('M744 380L738 358L754 374ZM764 378L774 358L772 382Z', '#d9cdbc'),
    circle(760, 394, 3, '#2a2030'),
  );
  for (let i = 0; i < 24; i++) {
    const chance = random(i + 33);
    add(s, circle(chance() * 960, 120 + chance() * 380, 2 + chance() * 4, '#fff6cf', 'opacity="0.75"'));
  }
};

export const llama: Draw = (s) => {
  sky(s, [
    [0, '#86cdea'],
    [1, '#eef9f4'],
  ]);
  add(
    s,
    path('M-10 400L160 190L280 310L420 150L620 380L780 230L980 400V560H-10Z', '#b9d5e2'),
    path('M420 150L480 220L440 236L410 220L376 214Z', '#ffffff'),
    path('M780 230L826 282L784 290L742 274Z', '#ffffff'),
    path(ridge(s, 420, 22, 4, 0), '#f2e3bb'),
    path(ridge(s, 470, 18, 7, 150), '#e0c888'),
  );
  add(
    s,
    ellipse(500, 486, 170, 16, '#8a6f3a', 'opacity="0.4"'),
    path(
      'M400 470V376Q400 326 452 322H560Q580 322 582 296L588 190Q590 150 622 148H650Q684 150 690 178L706 196Q712 214 690 216L654 218Q648 330 634 372Q628 392 624 470H596L588 400H446L436 470Z',
      '#fffaf0',
    ),
    path('M612 150L606 108Q620 112 630 146ZM640 148L646 106Q658 116 656 150Z', '#fffaf0'),
    circle(652, 180, 7, '#2a2030'),
    stroke('M676 204Q690 208 700 202', '#8a6f5a', 4),
    path('M430 326H560V396Q496 420 430 396Z', '#e2574c'),
    path('M430 344H560V358H430ZM430 376H560V386H430Z', '#ffd35c'),
    path('M578 262Q612 280 652 264L650 288Q612 302 576 286Z', '#3f8fa8'),
  );
  for (const [x, y] of [
    [800, 440],
    [836, 452],
    [818, 424],
  ] as const)
    add(s, circle(x, y, 15, '#d9354a'), circle(x - 4, y - 5, 4, '#ffb0b8'));
  add(s, stroke('M810 470Q812 440 818 424', '#4f8a4a', 5));
};

export const barber: Draw = (s) => {
  add(
    s,
    rect(
      0,
      0,
      960,
      540,
      linear(s, [
        [0, '#274b52'],
        [1, '#12262d'],
      ]),
    ),
  );
  glow(s, 480, 200, 420, '#ffd9a0', 0.45);
  for (let i = 0; i < 12; i++)
    add(s, rect(i * 80, 380, 40, 160, '#e8dcc6'), rect(i * 80 + 40, 380, 40, 160, '#2a3a40'));
  add(
    s,
    path(
      'M0 540V380H960V540Z',
      linear(s, [
        [0, '#12262d', 0.2],
        [1, '#12262d', 0.85],
      ]),
    ),
    rect(330, 70, 300, 220, '#e9c98a', 'rx="20"'),
    rect(
      346,
      86,
      268,
      188,
      linear(
        s,
        [
          [0, '#bfe0e0'],
          [1, '#6fa0a6'],
        ],
        [0, 0, 1, 1],
      ),
      'rx="12"',
    ),
    path('M360 270L460 90H510L410 270Z', '#ffffff', 'opacity="0.25"'),
  );
  const stripes = Array.from({ length: 7 }, (_, i) =>
    path(
      `M150 ${90 + i * 46}L230 ${60 + i * 46}V${82 + i * 46}L150 ${112 + i * 46}Z`,
      i % 2 ? '#d9354a' : '#2f6fc4',
    ),
  ).join('');
  add(
    s,
    rect(150, 96, 80, 290, '#ffffff', 'rx="6"'),
    group('translate(0 0)', `<g clip-path="inset(0)">${stripes}</g>`),
    rect(140, 66, 100, 34, '#c9ced6', 'rx="10"'),
    rect(140, 380, 100, 34, '#c9ced6', 'rx="10"'),
    circle(190, 54, 24, '#f7e6b8'),
  );
  add(
    s,
    ellipse(500, 500, 190, 18, '#000000', 'opacity="0.4"'),
    rect(486, 400, 28, 80, '#9aa4ae'),
    ellipse(500, 484, 90, 13, '#b9c2cb'),
    path('M396 330H604V400Q604 416 588 416H412Q396 416 396 400Z', '#a8312f'),
    path('M420 214Q500 190 580 214L592 340H408Z', '#c9403a'),
    rect(372, 316, 36, 62, '#8a2826', 'rx="12"'),
    rect(592, 316, 36, 62, '#8a2826', 'rx="12"'),
    stroke('M748 190L838 330M838 190L748 330', '#d5dbe2', 12),
    circle(740, 352, 22, 'none', 'stroke="#f28a3c" stroke-width="11"'),
    circle(846, 352, 22, 'none', 'stroke="#f28a3c" stroke-width="11"'),
    circle(793, 260, 7, '#f28a3c'),
  );
};

export const clay: Draw = (s) => {
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
          [0, '#f3dfe6'],
          [1, '#e5a9b6'],
        ],
        [0, 0, 1, 1],
      ),
    ),
  );
  add(
    s,
    circle(480, 280, 224, '#fff4f2', 'opacity="0.65"'),
    ellipse(480, 470, 260, 28, '#8a4a5a', 'opacity="0.25"'),
  );
  add(
    s,
    path(
      'M390 466C350 360 400 300 420 240C428 214 420 200 414 186H546C540 200 532 214 540 240C560 300 610 360 570 466Z',
      linear(
        s,
        [
          [0, '#d9735f'],
          [0.35, '#f2a488'],
          [1, '#a84a44'],
        ],
        [0, 0, 1, 0],
      ),
    ),
    ellipse(480, 186, 66, 15, '#7f332f'),
    path('M376 384Q480 416 584 384L586 408Q480 440 374 408Z', '#fff1e4', 'opacity="0.85"'),
  );
  const stems: [number, number, number][] = [
    [-70, -28, 0.9],
    [-24, -8, 1.15],
    [26, 8, 1.05],
    [72, 30, 0.85],
  ];
  for (const [i, [dx, turn, size]] of stems.entries()) {
    add(
      s,
      stroke(`M480 186Q${480 + dx * 0.6} 120 ${480 + dx * 1.5} ${86 + Math.abs(dx) * 0.4}`, '#5a8a6a', 6),
    );
    const petals = Array.from(
      { length: 9 },
      (_, k) =>
        `<g transform="rotate(${k * 40})">${path('M0-6C-13-16-11-36 0-44C11-36 13-16 0-6Z', i % 2 ? '#ffffff' : '#ff9fb0')}</g>`,
    ).join('');
    add(
      s,
      group(move(480 + dx * 1.5, 82 + Math.abs(dx) * 0.4, turn, size), petals, circle(0, 0, 11, '#ffc95c')),
    );
  }
};
