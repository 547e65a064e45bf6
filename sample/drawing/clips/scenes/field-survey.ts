import type { Scene, Sheet } from '../draw.ts';
import { add, circle, cloud, ellipse, fade, group, mix, move, n, random, rect, stroke } from '../draw.ts';

function fields(sheet: Sheet, t: number): void {
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
      shapes.push(rect(x + 3, y + 3, patch - 6, patch - 6, colour, 'rx="7"'));
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
            circle(tx + 7, ty + 9, 13, '#2c4a2a', 'opacity="0.28"'),
            circle(tx, ty, 12, '#3f7d46'),
            circle(tx - 3, ty - 4, 7, '#58995a'),
          );
        }
      }
      if (chance() < 0.14)
        shapes.push(
          rect(x + 78, y + 80, 52, 40, '#2c4a2a', 'opacity="0.25" rx="3"'),
          rect(x + 70, y + 70, 52, 20, '#d7674b'),
          rect(x + 70, y + 90, 52, 20, '#b9503a'),
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
  );
  for (let i = 0; i < 3; i++)
    add(sheet, cloud(((i * 470 + 1500 - t * 96) % 1560) - 220, 110 + i * 150, 1.1, '#1f3f24', 0.12));
  add(
    sheet,
    fade(0.22, drone(t, 530 + 14 * Math.sin(t), 352, 0.8, true)),
    drone(t, 470 + 14 * Math.sin(t), 236 + 8 * Math.sin(t * 1.7), 1.15, false),
  );
  for (let i = 0; i < 3; i++)
    add(sheet, cloud(((i * 610 + 1700 - t * 150) % 1760) - 260, 60 + i * 205, 1.7, '#ffffff', 0.5));
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
  seconds: 7,
  poster: 0.4,
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
