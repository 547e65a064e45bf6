import type { Scene, Sheet } from '../draw.ts';
import {
  add,
  circle,
  ease,
  glow,
  group,
  lerp,
  linear,
  mix,
  move,
  n,
  path,
  rect,
  sky,
  span,
  stroke,
} from '../draw.ts';
import { bokeh, drawPerson, glitter } from '../portrait.ts';

/** What the sea looks like in a mirrored lens: the sun goes over it, palms come by. */
export function mirroredSea(t: number): string {
  const palm = (x: number) =>
    group(
      move(x, 560, 0, 1),
      stroke('M0 60Q10 -60 -6 -190', '#3a1a1c', 14) +
        [-80, -40, 0, 40, 80, 120]
          .map((turn) =>
            group(
              move(-6, -190, turn - 20 + 4 * Math.sin(t * 2 + turn)),
              path('M0 0Q60 -46 120 10Q60 -10 0 0Z', '#3a1a1c'),
            ),
          )
          .join(''),
    );
  const at = (from: number) => ((((from - t * 78) % 1500) + 1500) % 1500) - 150;
  return (
    rect(0, 470, 1200, 200, '#7a3f3a', 'opacity="0.35"') +
    circle(360 + t * 38, 420, 46, '#fff3c4', 'opacity="0.9"') +
    circle(360 + t * 38, 420, 110, '#ffd98a', 'opacity="0.28"') +
    `<g opacity="0.5">${palm(at(300))}${palm(at(620))}${palm(at(1010))}${palm(at(1320))}</g>`
  );
}

function draw(sheet: Sheet, t: number, u: number): void {
  const low = ease(u);
  sky(sheet, [
    [0, mix('#3f4f8f', '#2a2352', low)],
    [0.3, mix('#c97a8e', '#8e3f70', low)],
    [0.5, mix('#ffb27a', '#f0734f', low)],
    [0.6, '#ffdf9e'],
  ]);
  const sunX = 392;
  const sunY = lerp(452, 520, low);
  glow(sheet, sunX, sunY, 420, '#ffe9a8', 0.95);
  add(sheet, circle(sunX, sunY, 62, '#fffbe2'));
  add(
    sheet,
    rect(
      0,
      560,
      540,
      400,
      linear(sheet, [
        [0, mix('#ffb877', '#e8704f', low)],
        [0.25, mix('#a95a76', '#7a3a68', low)],
        [1, '#2a1c40'],
      ]),
    ),
    glitter(t, [sunX, 566, 190, 190], '#fff0c0'),
    bokeh(sheet, t, ['#ffd08a', '#ff9d7a', '#fff1cf', '#f08fb0'], 30, 30),
  );
  const turn = 17 * Math.sin((t - 0.6) * 0.62);
  const smile = lerp(0.15, 0.95, ease(span(u, 0.42, 0.66))) * lerp(1, 0.75, ease(span(u, 0.85, 1)));
  const person = drawPerson(
    sheet,
    {
      skin: '#d99a72',
      hair: '#4a2418',
      top: '#f4ead8',
      lips: '#c4504f',
      glasses: 'orange-vibes',
      light: '#ffd9a0',
      side: 1,
      cut: 'long',
      striped: true,
    },
    { t, yaw: turn, smile, wind: -0.9 - 0.35 * Math.sin(t * 0.9), mirrored: mirroredSea(t) },
  );
  add(
    sheet,
    group(
      `translate(${n(258 + 5 * Math.sin(t * 0.8))} ${n(478 + 4 * Math.sin(t * 1.3))}) rotate(${n(2.2 * Math.sin(t * 0.7))}) scale(${n(lerp(1.5, 1.74, ease(u)))})`,
      person,
    ),
  );
  // the sun gets into the lens of the camera as she turns
  const flare = 0.16 + 0.12 * Math.sin(t * 0.62);
  for (const [k, size, tone] of [
    [0.3, 40, '#ffb27a'],
    [0.55, 22, '#ffe9b0'],
    [0.8, 64, '#ff8f8f'],
    [1.15, 34, '#ffd08a'],
  ] as const)
    add(sheet, circle(lerp(sunX, 150, k), lerp(sunY, 820, k), size, tone, `opacity="${n(flare)}"`));
  glow(sheet, sunX + 20, sunY - 10, 250, '#fff2c8', 0.42 + flare * 0.6);
}

export const lastLight: Scene = {
  width: 540,
  height: 960,
  name: 'last-light',
  seconds: 12,
  poster: 0.75,
  music: {
    root: -3,
    chords: [
      [0, 4, 7, 11],
      [-3, 0, 4, 9],
      [-5, -1, 2, 7],
      [-7, -3, 0, 5],
    ],
    tempo: 88,
    air: 'sea',
  },
  draw,
};
