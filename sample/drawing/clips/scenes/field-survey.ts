import type { Scene, Sheet } from '../draw.ts';
import {
  add,
  circle,
  ease,
  ellipse,
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
  puffs,
  random,
  rect,
  span,
  stroke,
} from '../draw.ts';

function fields(sheet: Sheet, t: number, u: number): void {
  add(sheet, rect(0, 0, 960, 540, '#9cc25c'));
  const crops = ['#b9d36a', '#8fbf5a', '#e9cf6b', '#6fae5c', '#d8bd62', '#a6cb72', '#f0dd8c', '#5c9c58'];
  const drive = t * 62;
  const patch = 190;
  const shapes: string[] = [];
  for (let row = -2; row < 5; row++) {
    for (let column = Math.floor(drive / patch) - 2; column < drive / patch + 8; column++) {
      const chance = random(column * 73 + row * 19 + 900);
      const colour = crops[Math.floor(chance() * crops.length)] ?? '#9cc25c';
      const x = column * patch - drive;
      const y = row * patch;
      const lit = linear(
        sheet,
        [
          [0, mix(colour, '#fff0b0', 0.24)],
          [0.55, colour],
          [1, mix(colour, '#2f5a3a', 0.26)],
        ],
        [0, 0, 1, 1],
      );
      shapes.push(rect(x + 3, y + 3, patch - 6, patch - 6, lit, 'rx="7"'));
      const lines = chance() < 0.5;
      let furrows = '';
      for (let k = 1; k < 12; k++)
        furrows += lines ? `M${n(x + 8)} ${n(y + k * 15.5)}h174` : `M${n(x + k * 15.5)} ${n(y + 8)}v174`;
      shapes.push(stroke(furrows, mix(colour, '#3d5a24', 0.22), chance() < 0.5 ? 3 : 6, 'opacity="0.55"'));
      if (chance() < 0.4) {
        for (let k = 0; k < 5; k++) {
          const tx = x + 20 + chance() * 150;
          const ty = y + 20 + chance() * 150;
          shapes.push(
            ellipse(
              tx + 15,
              ty + 13,
              22,
              11,
              '#16301f',
              'opacity="0.4" transform="rotate(38 ' + n(tx) + ' ' + n(ty) + ')"',
            ),
            circle(tx, ty, 13, '#2f6a3c'),
            circle(tx - 2, ty - 3, 10, '#46874a'),
            circle(tx - 5, ty - 5, 5.5, '#7fb45e'),
          );
        }
      }
      if (chance() < 0.14)
        shapes.push(
          path(`M${n(x + 122)} ${n(y + 70)}l34 30v40h-52l-34-30Z`, '#16301f', 'opacity="0.38"'),
          rect(x + 70, y + 70, 52, 20, '#e2785a'),
          rect(x + 70, y + 90, 52, 20, '#a8432f'),
          rect(x + 104, y + 76, 7, 8, '#f4e4d0'),
        );
    }
  }
  add(sheet, group('translate(-120 -60) rotate(-9 480 270) scale(1.18)', ...shapes));
  let river = '';
  for (let x = -60; x <= 1040; x += 20)
    river += `${river ? 'L' : 'M'}${x} ${n(395 + 60 * Math.sin((x + drive) / 190) + 18 * Math.sin((x + drive) / 77))}`;
  add(
    sheet,
    stroke(river, '#e5d9a8', 64),
    stroke(river, '#5db4cf', 50),
    stroke(river, '#8fd3df', 22, 'opacity="0.6"'),
    ...[-9, 2, 11].map((y, i) =>
      stroke(
        river,
        '#fffbe8',
        2.2,
        `opacity="0.7" stroke-dasharray="2 ${41 + i * 12} 5 ${63 - i * 9} 1 ${29 + i * 17}" stroke-dashoffset="${n(-t * (18 + i * 7))}" transform="translate(0 ${y})"`,
      ),
    ),
  );
  tractor(sheet, t, drive);
  scan(sheet, t, u);
  for (let i = 0; i < 3; i++)
    add(sheet, puffs(sheet, ((i * 470 + 1500 - t * 96) % 1560) - 220, 110 + i * 150, 1.7, '#10331f', 0.26));
  add(
    sheet,
    fade(0.34, drone(t, 560 + 14 * Math.sin(t), lerp(392, 372, ease(u)), 0.8, true)),
    drone(t, 470 + 14 * Math.sin(t), 236 + 8 * Math.sin(t * 1.7), lerp(1.05, 1.3, ease(u)), false),
  );
  for (let i = 0; i < 3; i++)
    add(sheet, puffs(sheet, ((i * 610 + 1700 - t * 170) % 1760) - 260, 40 + i * 225, 2.1, '#fffaf0', 0.5));
  // low sun from above on the left
  glow(sheet, 60, -30, 620, '#ffe2a0', 0.55);
  add(
    sheet,
    rect(
      0,
      0,
      960,
      540,
      linear(
        sheet,
        [
          [0, '#ffcf80', 0.16],
          [0.5, '#ffcf80', 0],
          [1, '#12305a', 0.3],
        ],
        [0, 0, 1, 1],
      ),
    ),
  );
}

/** A tractor that works its way along, and the dust behind it. */
function tractor(sheet: Sheet, t: number, drive: number): void {
  const x = 930 - drive * 0.72 + t * 10;
  const y = 128 - t * 2;
  const dust = Array.from({ length: 16 }, (_, i) => {
    const k = (i / 16 + t * 0.35) % 1;
    return circle(
      x + 30 + k * 120,
      y + 6 * Math.sin(i * 4) + k * 10,
      5 + k * 17,
      '#f4e0b4',
      `opacity="${n(0.3 * (1 - k))}"`,
    );
  });
  add(
    sheet,
    ...dust,
    group(
      move(x, y, 172, 0.8),
      path('M-34 -10l60 26v22h-60Z', '#16301f', 'opacity="0.35"'),
      rect(-30, -20, 16, 9, '#22232b', 'rx="3"'),
      rect(-30, 11, 16, 9, '#22232b', 'rx="3"'),
      rect(8, -15, 11, 6, '#22232b', 'rx="2"'),
      rect(8, 9, 11, 6, '#22232b', 'rx="2"'),
      rect(-26, -11, 50, 22, '#c9402a', 'rx="5"'),
      rect(-26, -11, 50, 7, '#e8705a', 'rx="4"'),
      rect(-20, -12, 22, 24, '#f4efe6', 'rx="4"'),
      rect(-17, -9, 16, 18, '#4f7f96', 'rx="3"'),
    ),
  );
}

/** What the drone reads of the ground: a fan of light, and the dry places that it finds. */
function scan(sheet: Sheet, t: number, u: number): void {
  const x = 470 + 14 * Math.sin(t);
  const y = 252 + 8 * Math.sin(t * 1.7);
  const sweep = 34 * Math.sin(t * 2.2);
  const fan = path(
    `M${n(x)} ${n(y)}L${n(x - 90 + sweep)} 452L${n(x + 90 + sweep)} 452Z`,
    linear(sheet, [
      [0, '#8ff0ff', 0.05],
      [1, '#8ff0ff', 0.34],
    ]),
  );
  add(sheet, fan, rect(x - 92 + sweep, 450, 184, 3, '#d8fbff', 'opacity="0.8" rx="1.5"'));
  for (const [i, [px, py, at]] of (
    [
      [640, 420, 0.16],
      [850, 330, 0.4],
      [1050, 440, 0.62],
    ] as const
  ).entries()) {
    const shown = ease(span(u, at, at + 0.05));
    if (shown === 0) continue;
    const mx = px - (u - at) * 420;
    const ring = (t * 0.9 + i * 0.3) % 1;
    add(
      sheet,
      haze(sheet, [mx, py, 44 * shown, 28 * shown], '#e8622a', 0.65),
      circle(
        mx,
        py,
        12 + ring * 34,
        'none',
        `stroke="#fff6de" stroke-width="2" opacity="${n(shown * (1 - ring))}"`,
      ),
      circle(mx, py, 5 * shown, '#fff6de'),
    );
  }
}

function drone(t: number, x: number, y: number, size: number, flat: boolean): string {
  const body = flat ? '#0d1f10' : '#2b2f3a';
  const parts: string[] = [stroke('M-78-52L78 52M-78 52L78-52', body, 11)];
  for (const [i, [rx, ry]] of (
    [
      [-78, -52],
      [78, -52],
      [-78, 52],
      [78, 52],
    ] as const
  ).entries()) {
    parts.push(
      circle(rx, ry, 46, flat ? body : '#ffffff', `opacity="${flat ? 0.7 : 0.28}"`),
      circle(rx, ry, 12, body),
    );
    if (!flat)
      parts.push(group(move(rx, ry, t * 1500 + i * 40), ellipse(0, 0, 45, 4.5, '#4a5060', 'opacity="0.75"')));
  }
  parts.push(rect(-34, -25, 68, 50, body, 'rx="18"'));
  if (!flat)
    parts.push(
      rect(-26, -19, 52, 24, '#f58a2e', 'rx="10"'),
      circle(20, 13, 7, '#11141c'),
      circle(20, 13, 3.5, '#68c6e8'),
      circle(-22, 13, 3.5, Math.sin(t * 6) > 0 ? '#ff5a4a' : '#7a2620'),
    );
  return group(move(x, y, 90 + 5 * Math.sin(t * 1.3), size), ...parts);
}

export const fieldSurvey: Scene = {
  width: 960,
  height: 540,
  name: 'field-survey',
  seconds: 8.6,
  poster: 0.63,
  music: {
    root: 3,
    chords: [
      [0, 4, 7, 9],
      [5, 9, 12, 16],
    ],
    tempo: 104,
    pluck: 'bell',
  },
  draw: fields,
};
