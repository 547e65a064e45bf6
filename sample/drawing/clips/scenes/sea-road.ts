import type { Scene, Sheet } from '../draw.ts';
import {
  TAU,
  add,
  circle,
  cloud,
  ease,
  ellipse,
  fade,
  glow,
  group,
  lerp,
  linear,
  mix,
  move,
  n,
  path,
  rect,
  ridge,
  sky,
  span,
  stroke,
} from '../draw.ts';
import { drawPerson, glitter } from '../portrait.ts';

const CUT = 8;

function palm(x: number, y: number, size: number, t: number, tone: string): string {
  const blown = 5 * Math.sin(t * 1.6 + x * 0.01);
  const leaves = [-168, -140, -105, -70, -38, -8, 24].map((turn, i) =>
    group(
      move(-16, -236, turn + blown * (1 + (i % 3) * 0.3)),
      path(
        'M0 0Q58 -34 122 22Q96 14 86 18Q64 2 52 8Q28 -4 0 0Z',
        mix(tone, i % 2 ? '#0f3d3a' : '#a7c95a', 0.22),
      ),
    ),
  );
  return group(
    move(x, y, 0, size),
    stroke(`M0 0Q18 -120 -16 -236`, mix(tone, '#5a3a24', 0.8), 13),
    stroke(`M3 -10Q21 -120 -12 -230`, '#c99a62', 3, 'opacity="0.5"'),
    ...leaves,
  );
}

/** A wheel of 17 spokes that has come so far. */
function wheel(x: number, y: number, far: number): string {
  const turn = (far / 46) * (180 / Math.PI);
  const spokes = Array.from({ length: 17 }, (_, i) => {
    const angle = (i / 17) * TAU;
    return `M0 0L${n(Math.cos(angle) * 43)} ${n(Math.sin(angle) * 43)}`;
  }).join('');
  return group(
    move(x, y, turn % 360),
    `<circle r="46" fill="none" stroke="#22232b" stroke-width="5.5"/><circle r="42.5" fill="none" stroke="#d9d2c4" stroke-width="2"/>`,
    stroke(spokes, '#b9bac4', 1),
    circle(0, 0, 6, '#3a3b46'),
  );
}

/** Where the knee is between the hip and the foot. */
function knee(
  [hx, hy]: [number, number],
  [fx, fy]: [number, number],
  upper: number,
  lower: number,
): [number, number] {
  const dx = fx - hx;
  const dy = fy - hy;
  const d = Math.min(Math.hypot(dx, dy), upper + lower - 0.5);
  const a = Math.acos((upper ** 2 + d ** 2 - lower ** 2) / (2 * upper * d));
  const angle = Math.atan2(dy, dx) - a;
  return [hx + Math.cos(angle) * upper, hy + Math.sin(angle) * upper];
}

function leg(
  hip: [number, number],
  crank: [number, number],
  angle: number,
  tone: string,
  shoe: string,
): string {
  const foot: [number, number] = [crank[0] + Math.cos(angle) * 21, crank[1] + Math.sin(angle) * 21 - 7];
  const [kx, ky] = knee(hip, foot, 60, 62);
  return (
    stroke(`M${n(hip[0])} ${n(hip[1])}L${n(kx)} ${n(ky)}`, tone, 25) +
    stroke(`M${n(kx)} ${n(ky)}L${n(foot[0])} ${n(foot[1])}`, tone, 18) +
    path(
      `M${n(foot[0] - 12)} ${n(foot[1] - 6)}H${n(foot[0] + 10)}Q${n(foot[0] + 27)} ${n(foot[1] - 2)} ${n(foot[0] + 27)} ${n(foot[1] + 8)}H${n(foot[0] - 12)}Z`,
      shoe,
    )
  );
}

function scarf(t: number): string {
  const wave = (k: number) => Math.sin(t * 7 - k * 3.4) * 11 * k;
  const edge = (high: number) =>
    [0, 0.25, 0.5, 0.75, 1].map((k) => `${n(-k * 104)} ${n(wave(k) + high * (1 - k * 0.35) + k * 9)}`);
  return path(
    `M${edge(-8).join('L')}L${edge(9).toReversed().join('L')}Z`,
    '#f2812e',
    'stroke="#f2812e" stroke-width="6" stroke-linejoin="round"',
  );
}

/** A rider on an upright bicycle, seen from the side; the ground is at 0. */
function rider(t: number, far: number): string {
  const pedal = (far / 46) * 0.46;
  const hip: [number, number] = [-34, -138 + Math.sin(pedal * 2) * 1.6];
  const crank: [number, number] = [2, -48];
  const frame = '#1f7f86';
  const nod = 1.6 * Math.sin(pedal * 2 + 1);
  return [
    leg(hip, crank, pedal + Math.PI, '#27365c', '#3a2a2a'),
    wheel(-82, -46, far),
    wheel(92, -46, far),
    stroke('M-82 -46L2 -48L70 -122L-40 -118L-82 -46M-40 -118L2 -48M92 -46L66 -132', frame, 6.5),
    stroke('M66 -132L60 -146Q44 -150 34 -142', '#22232b', 5),
    path('M-62 -131Q-36 -140 -16 -128L-20 -122H-58Z', '#5a3826'),
    stroke('M66 -132L104 -124', '#22232b', 4),
    path('M96 -118h34v-30h-34Z', '#b98a52'),
    path('M96 -148h34l4 7h-42Z', '#d8ad74'),
    circle(104, -154, 8, '#f4c95d'),
    circle(116, -158, 9, '#e86a6a'),
    circle(126, -153, 7, '#fff1d8'),
    `<circle cx="2" cy="-48" r="14" fill="none" stroke="#d9d2c4" stroke-width="3"/>`,
    leg(hip, crank, pedal, '#33487a', '#4a3434'),
    path(`M-58 -140Q-64 -206 -24 -226Q10 -226 14 -208Q6 -172 -10 -136Z`, '#f6efe2'),
    path(`M-58 -140Q-64 -206 -24 -226Q-46 -190 -40 -138Z`, '#d8c8b8'),
    stroke('M-4 -208Q34 -188 40 -150', '#c98a62', 13),
    stroke('M-8 -212Q20 -200 28 -182', '#f6efe2', 19),
    group(
      move(-2, -236, nod),
      group(move(-12, 12), scarf(t)),
      path('M-18 22H10V-6H-18Z', '#b87850'),
      ellipse(2, -24, 27, 32, '#d49a70'),
      path('M27 -30Q36 -20 28 -14Z', '#d49a70'),
      path('M-30 -14C-38 -66 22 -74 30 -44Q6 -52 -8 -40Q-12 -22 -20 -6Z', '#2a1c1c'),
      // Premium Black, from the side
      path('M12 -38H34Q37 -26 30 -20Q20 -18 14 -24Z', '#141419'),
      path('M17 -35H26L20 -24Z', '#ffffff', 'opacity="0.4"'),
      stroke('M14 -33L-14 -29', '#141419', 4),
      stroke('M17 -4Q23 0 27 -4', '#9a4a3c', 2.6),
      path('M-16 6Q4 20 14 4L12 14Q0 24 -16 16Z', '#f2812e'),
    ),
  ].join('');
}

function ride(sheet: Sheet, t: number): void {
  const far = t * 236;
  sky(sheet, [
    [0, '#3f8fd6'],
    [0.34, '#a8dcf0'],
    [0.52, '#ffeccb'],
  ]);
  glow(sheet, 770, 96, 330, '#fff4cf', 0.95);
  add(sheet, circle(770, 96, 40, '#fffdf0'));
  for (const [i, [x, y, size]] of (
    [
      [120, 96, 0.7],
      [470, 62, 0.5],
      [900, 128, 0.62],
    ] as const
  ).entries())
    add(sheet, cloud(((((x - t * (5 + i * 2)) % 1200) + 1200) % 1200) - 100, y, size, '#ffffff', 0.82));
  add(
    sheet,
    path(
      ridge(sheet, 246, 30, 2, far * 0.03),
      linear(sheet, [
        [0, '#8fb4c9'],
        [0.5, '#b9d3d4'],
      ]),
    ),
    path(ridge(sheet, 268, 22, 4, far * 0.06), '#7ba6a8'),
    rect(
      0,
      272,
      960,
      150,
      linear(sheet, [
        [0, '#8fdbe0'],
        [0.4, '#2fa3b8'],
        [1, '#1c7f9c'],
      ]),
    ),
    glitter(t, [760, 278, 210, 110], '#fffbe6'),
  );
  const sail = ((((620 - far * 0.08) % 1300) + 1300) % 1300) - 150;
  add(
    sheet,
    path(`M${n(sail)} 296l0 -58q28 22 34 52Z`, '#ffffff'),
    path(`M${n(sail - 6)} 298h48l-10 10h-30Z`, '#e8604f'),
  );
  for (let i = 0; i < 5; i++) {
    const x = ((((i * 290 - far * 0.34) % 1450) + 1450) % 1450) - 200;
    add(sheet, palm(x, 424, 0.82, t + i, '#3f8f5a'));
  }
  add(
    sheet,
    rect(
      0,
      416,
      960,
      124,
      linear(sheet, [
        [0, '#f0d7ae'],
        [0.18, '#dcb98c'],
        [1, '#b98d68'],
      ]),
    ),
    rect(0, 420, 960, 4, '#fff4dc', 'opacity="0.8"'),
  );
  for (let i = 0; i < 14; i++) {
    const x = ((((i * 84 - far * 0.8) % 1176) + 1176) % 1176) - 100;
    add(sheet, stroke(`M${n(x)} 424V366`, '#fdf6e8', 6), ellipse(x, 364, 6, 6, '#fdf6e8'));
  }
  add(sheet, stroke('M-10 378H970M-10 402H970', '#fdf6e8', 4.5));
  for (let i = 0; i < 9; i++) {
    const x = ((((i * 150 - far) % 1350) + 1350) % 1350) - 200;
    add(sheet, rect(x, 486, 84, 5, '#fff3d6', 'opacity="0.75" rx="2"'));
  }
  const x = lerp(330, 470, ease(span(t, 0, CUT)));
  add(
    sheet,
    ellipse(x - 4, 470, 150, 11, '#5a3424', 'opacity="0.34"'),
    group(`translate(${n(x)} ${n(468 + Math.sin(t * 9) * 0.8)}) scale(1.12)`, rider(t, far)),
  );
  for (let i = 0; i < 2; i++) {
    const near = ((((i * 1150 + 700 - far * 1.9) % 2300) + 2300) % 2300) - 500;
    add(sheet, fade(0.92, palm(near, 600, 2.1, t, '#164a3e')));
  }
}

function closeUp(sheet: Sheet, t: number, since: number): void {
  const far = t * 236;
  sky(sheet, [
    [0, '#5aa6dc'],
    [0.45, '#c9e9ef'],
    [0.62, '#ffeccb'],
  ]);
  add(
    sheet,
    rect(
      0,
      330,
      960,
      210,
      linear(sheet, [
        [0, '#7fd3da'],
        [1, '#1f86a0'],
      ]),
    ),
    glitter(t, [720, 334, 260, 120], '#fffbe6'),
  );
  sheet.defs.push('<filter id="far" x="-20%" width="140%"><feGaussianBlur stdDeviation="5"/></filter>');
  const palms: string[] = [];
  for (let i = 0; i < 4; i++) {
    const x = ((((i * 420 - far * 0.9) % 1680) + 1680) % 1680) - 300;
    palms.push(palm(x, 620, 1.9, t + i, '#5fa888'));
  }
  add(sheet, `<g filter="url(#far)" opacity="0.55">${palms.join('')}</g>`);
  glow(sheet, 830, 90, 420, '#fff4cf', 0.95);
  const stripe = (from: number, tone: string) => {
    const x = ((((from - far * 1.3) % 1700) + 1700) % 1700) - 250;
    return path(`M${n(x)} 200L${n(x + 70)} 200L${n(x - 40)} 720L${n(x - 130)} 720Z`, tone, 'opacity="0.34"');
  };
  const mirrored =
    rect(0, 470, 1200, 240, '#1c5f74', 'opacity="0.6"') +
    circle(860 - since * 34, 392, 30, '#ffffff', 'opacity="0.9"') +
    circle(860 - since * 34, 392, 86, '#ffffff', 'opacity="0.2"') +
    stripe(200, '#0b2f2c') +
    stripe(760, '#0b2f2c') +
    stripe(1240, '#0b2f2c');
  const person = drawPerson(
    sheet,
    {
      skin: '#d49a70',
      hair: '#2a1c1c',
      top: '#f6efe2',
      lips: '#b3574a',
      glasses: 'premium-black',
      light: '#fff0c8',
      side: 1,
      cut: 'short',
      striped: false,
    },
    {
      t,
      yaw: lerp(-20, 13, ease(span(since, 0.6, 4.6))),
      smile: ease(span(since, 2.2, 3.6)),
      wind: -0.8,
      mirrored,
    },
  );
  add(
    sheet,
    group(
      `translate(${n(500 + 4 * Math.sin(t * 2.2))} ${n(236 + 3 * Math.sin(t * 4.4))}) scale(${n(lerp(1.14, 1.3, ease(span(since, 0, 6))))})`,
      group(move(-34, 150, -4, 3.1), scarf(t)),
      person,
      path(
        'M-64 122Q0 178 64 122L70 152Q0 212 -72 152Z',
        linear(sheet, [
          [0, '#ff9d4a'],
          [1, '#c9561c'],
        ]),
      ),
    ),
  );
  glow(sheet, 830, 90, 300, '#fff8de', 0.5 + 0.18 * Math.sin(t * 1.7));
}

export const seaRoad: Scene = {
  width: 960,
  height: 540,
  name: 'sea-road',
  seconds: 14,
  poster: 0.41,
  music: {
    root: 0,
    chords: [
      [0, 4, 7, 9],
      [-3, 0, 4, 7],
      [-7, -3, 0, 5],
      [-5, -1, 2, 7],
    ],
    tempo: 104,
    air: 'sea',
  },
  draw(sheet, t) {
    if (t < CUT) ride(sheet, t);
    else closeUp(sheet, t, t - CUT);
  },
};
