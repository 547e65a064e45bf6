import type { Scene, Sheet } from '../draw.ts';
import { add, along, circle, clamp, cloud, ease, ellipse, fade, glow, group, heightAt, lerp, linear, mix, move, n, path, random, rect, ridge, sky, span, stroke } from '../draw.ts';

function pine(x: number, y: number, size: number, colour: string): string {
  const tier = (up: number, wide: number) => `M${n(x - wide * size)} ${n(y - up * size)}L${n(x)} ${n(y - (up + 34) * size)}L${n(x + wide * size)} ${n(y - up * size)}Z`;
  return path(`${tier(4, 17)}${tier(20, 14)}${tier(36, 10)}M${n(x - 2 * size)} ${n(y)}h${n(4 * size)}v${n(-10 * size)}h${n(-4 * size)}Z`, colour);
}

function bird(x: number, y: number, size: number, flap: number, colour: string): string {
  const lift = Math.sin(flap) * 5;
  return stroke(`M${n(x - 12 * size)} ${n(y - lift * size)}Q${n(x - 5 * size)} ${n(y - 6 * size)} ${n(x)} ${n(y)}Q${n(x + 5 * size)} ${n(y - 6 * size)} ${n(x + 12 * size)} ${n(y - lift * size)}`, colour, 2 * size);
}

function hills(sheet: Sheet, t: number, u: number): void {
  const low = ease(u);
  sky(sheet, [
    [0, mix('#5a6fae', '#2b2a5c', low)], [0.38, mix('#e79a9c', '#a24b78', low)], [0.62, mix('#ffc58a', '#f0785a', low)], [0.85, mix('#fff0c2', '#ffb46a', low)], [1, '#ffe3b0'],
  ]);
  const sunY = lerp(215, 345, low);
  glow(sheet, 600, sunY, 330, '#fff0b8', 0.9);
  add(sheet, circle(600, sunY, 54, linear(sheet, [[0, '#fffbe0'], [1, mix('#ffd884', '#ff9a5c', low)]])));
  const veil = mix('#fff3dd', '#ff9e86', low);
  for (const [i, y] of [92, 138, 176, 118, 205].entries()) {
    const x = ((i * 263 + t * (7 + i * 2)) % 1300) - 150;
    add(sheet, fade(0.42, rect(x, y, 230 - i * 18, 9, veil, 'rx="5"'), rect(x + 46, y + 13, 170 - i * 12, 7, veil, 'rx="4"')));
  }
  for (let i = 0; i < 5; i++) add(sheet, bird(130 + i * 34 + t * 21, 148 + (i % 3) * 16 - t * 3, 0.9, t * 7 + i, '#4a2f55'));
  const far = along(['#f2a48c', '#d57f8b'], low);
  const layers = [far, mix('#d98790', '#b4607f', low), mix('#a9668a', '#834a78', low), mix('#77507f', '#5a3568', low), mix('#4b3a68', '#3a2552', low), '#251a3d'];
  for (const [i, colour] of layers.entries()) {
    const base = 322 + i * 39;
    const swing = 26 + i * 8;
    const shift = t * (4 + i * i * 3.2) + i * 340;
    add(sheet, path(ridge(sheet, base, swing, i + 1, shift), linear(sheet, [[0, mix(colour, '#ffd9a0', 0.16)], [0.5, colour], [1, mix(colour, '#1a1030', 0.2)]])));
    if (i < 3) continue;
    const size = 0.42 + (i - 3) * 0.34;
    const gap = 46 + (i - 3) * 34;
    for (let k = Math.floor(shift / gap) - 1; k * gap - shift < 1010; k++) {
      const chance = random(k * 31 + i)();
      if (chance < 0.4) continue;
      const x = k * gap + chance * 30;
      add(sheet, pine(x - shift, heightAt(base, swing, i + 1, x) + 5, size * (0.7 + chance * 0.5), mix(colour, '#150d28', 0.35)));
    }
  }
}

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
      for (let k = 1; k < 12; k++) furrows += lines ? `M${n(x + 8)} ${n(y + k * 15.5)}h174` : `M${n(x + k * 15.5)} ${n(y + 8)}v174`;
      shapes.push(stroke(furrows, mix(colour, '#3d5a24', 0.22), chance() < 0.5 ? 3 : 6, 'opacity="0.55"'));
      if (chance() < 0.4) {
        for (let k = 0; k < 5; k++) {
          const tx = x + 20 + chance() * 150;
          const ty = y + 20 + chance() * 150;
          shapes.push(circle(tx + 7, ty + 9, 13, '#2c4a2a', 'opacity="0.28"'), circle(tx, ty, 12, '#3f7d46'), circle(tx - 3, ty - 4, 7, '#58995a'));
        }
      }
      if (chance() < 0.14) shapes.push(rect(x + 78, y + 80, 52, 40, '#2c4a2a', 'opacity="0.25" rx="3"'), rect(x + 70, y + 70, 52, 20, '#d7674b'), rect(x + 70, y + 90, 52, 20, '#b9503a'));
    }
  }
  add(sheet, group('translate(-120 -60) rotate(-9 480 270) scale(1.18)', ...shapes));
  let river = '';
  for (let x = -60; x <= 1040; x += 20) river += `${river ? 'L' : 'M'}${x} ${n(395 + 60 * Math.sin((x + drive) / 190) + 18 * Math.sin((x + drive) / 77))}`;
  add(sheet, stroke(river, '#e5d9a8', 64), stroke(river, '#5db4cf', 50), stroke(river, '#8fd3df', 22, 'opacity="0.6"'));
  for (let i = 0; i < 3; i++) add(sheet, cloud(((i * 470 + 1500 - t * 96) % 1560) - 220, 110 + i * 150, 1.1, '#1f3f24', 0.12));
  add(sheet, fade(0.22, drone(t, 530 + 14 * Math.sin(t), 352, 0.8, true)), drone(t, 470 + 14 * Math.sin(t), 236 + 8 * Math.sin(t * 1.7), 1.15, false));
  for (let i = 0; i < 3; i++) add(sheet, cloud(((i * 610 + 1700 - t * 150) % 1760) - 260, 60 + i * 205, 1.7, '#ffffff', 0.5));
}

function drone(t: number, x: number, y: number, size: number, flat: boolean): string {
  const body = flat ? '#0d1f10' : '#2b2f3a';
  const parts: string[] = [stroke('M-78-52L78 52M-78 52L78-52', body, 11)];
  for (const [i, [rx, ry]] of ([[-78, -52], [78, -52], [-78, 52], [78, 52]] as const).entries()) {
    parts.push(circle(rx, ry, 46, flat ? body : '#ffffff', `opacity="${flat ? 0.7 : 0.28}"`), circle(rx, ry, 12, body));
    if (!flat) parts.push(group(move(rx, ry, t * 1500 + i * 40), ellipse(0, 0, 45, 4.5, '#4a5060', 'opacity="0.75"')));
  }
  parts.push(rect(-34, -25, 68, 50, body, 'rx="18"'));
  if (!flat) parts.push(rect(-26, -19, 52, 24, '#f58a2e', 'rx="10"'), circle(20, 13, 7, '#11141c'), circle(20, 13, 3.5, '#68c6e8'), circle(-22, 13, 3.5, Math.sin(t * 6) > 0 ? '#ff5a4a' : '#7a2620'));
  return group(move(x, y, 90 + 5 * Math.sin(t * 1.3), size), ...parts);
}

function solar(sheet: Sheet, t: number, u: number): void {
  const day = Math.sin(clamp(u) * Math.PI);
  sky(sheet, [[0, along(['#3a4a86', '#4aa8de', '#3aa0e0', '#54509a'], u)], [0.6, along(['#f7a58b', '#bfe6f5', '#c8ecf7', '#ff9f7c'], u)], [1, along(['#ffd9a0', '#f3fbf0', '#f6fbe8', '#ffd28a'], u)]]);
  const angle = Math.PI * (1.06 - 1.12 * u);
  const sx = 480 + 430 * Math.cos(angle);
  const sy = 400 - 300 * Math.sin(angle);
  glow(sheet, sx, sy, 260, '#fff3c0', 0.95);
  add(sheet, circle(sx, sy, 38, along(['#ffc36b', '#fff6cf', '#fff6cf', '#ffb45e'], u)));
  for (let i = 0; i < 4; i++) add(sheet, cloud(((i * 330 + t * (12 + i * 4)) % 1240) - 140, 84 + ((i * 53) % 110), 0.6 + (i % 2) * 0.28, '#ffffff', 0.72));
  for (const [i, colour] of ['#a9cdb0', '#86bb8c', '#68a873'].entries()) add(sheet, path(ridge(sheet, 345 + i * 32, 30, i + 4, t * (3 + i * 3) + i * 200), mix(mix(colour, '#5b4a78', 0.45 * (1 - day)), '#ffffff', 0.06)));
  for (const [i, x] of [118, 206, 820].entries()) {
    const turn = t * 70 + i * 50;
    const high = i === 1 ? 92 : 118;
    const blade = (k: number) => group(move(x, 338 - high, turn + k * 120), path('M-3 0Q-7-30 0-58Q5-30 3 0Z', '#ffffff'));
    add(sheet, path(`M${x - 3} 345L${x - 1} ${338 - high}h2L${x + 3} 345Z`, '#f4f7f8'), blade(0), blade(1), blade(2), circle(x, 338 - high, 5, '#dfe7ea'));
  }
  add(sheet, rect(0, 424, 960, 120, linear(sheet, [[0, mix('#7fbf6a', '#6a5a80', 0.45 * (1 - day))], [1, mix('#4b9150', '#3c3a62', 0.45 * (1 - day))]])));
  const lean = lerp(-34, 34, u);
  for (let row = 0; row < 2; row++) {
    for (let i = -1; i < 5 + row; i++) add(sheet, panel(sheet, 96 + i * (204 + row * 26) - row * 60 + (row ? 26 : 0), 418 + row * 78, 0.84 + row * 0.34, lean, u));
  }
}

function panel(sheet: Sheet, x: number, y: number, size: number, lean: number, u: number): string {
  const skew = lean * 0.55;
  const shine = linear(sheet, [[0, '#3a6ea8'], [clamp(u - 0.16), '#2f5f9a'], [clamp(u), '#bfe8ff'], [clamp(u + 0.16), '#2a5590'], [1, '#1f4478']], [0, 0, 1, 0.4]);
  let grid = '';
  for (let k = 1; k < 5; k++) grid += `M${-72 + k * 28.8} -38v76`;
  for (let k = 1; k < 3; k++) grid += `M-72 ${-38 + k * 25.3}h144`;
  return group(move(x, y, 0, size), ellipse(lean * 0.5, 54, 74, 8, '#1c3a2a', 'opacity="0.3"'), rect(-5, 18, 10, 38, '#8d99a4'), rect(-22, 52, 44, 6, '#6d7883', 'rx="3"'),
    group(`skewX(${n(-skew)}) rotate(${n(lean * 0.14)})`, rect(-77, -43, 154, 86, '#eef4f7', 'rx="5"'), rect(-72, -38, 144, 76, shine), stroke(grid, '#d6e6f2', 1.4, 'opacity="0.55"')));
}

function balloon(sheet: Sheet, x: number, y: number, size: number, colours: [string, string, string], sway: number): string {
  const bag = 'M0-120C74-120 104-66 96-16C88 32 34 66 22 92H-22C-34 66-88 32-96-16C-104-66-74-120 0-120Z';
  const [a, b, c] = colours;
  const id = linear(sheet, [[0, '#ffffff', 0.35], [0.4, '#ffffff', 0], [1, '#3a1030', 0.35]], [0, 0, 1, 0.25]);
  return group(move(x, y, sway, size), path(bag, a), path('M0-120C34-120 48-66 46-16C44 32 16 66 10 92H-10C-16 66-44 32-46-16C-48-66-34-120 0-120Z', b), path('M0-120C13-120 18-66 17-16C16 32 6 66 4 92H-4C-6 66-16 32-17-16C-18-66-13-120 0-120Z', c), path(bag, id),
    stroke('M-20 92L-13 122M20 92L13 122', '#5a3a2a', 2), rect(-16, 120, 32, 24, '#9a6238', 'rx="4"'), rect(-18, 118, 36, 6, '#6d4224', 'rx="3"'), path('M-5 94Q0 78 5 94Q0 106-5 94Z', '#ffd36b'));
}

function balloons(sheet: Sheet, t: number, u: number): void {
  sky(sheet, [[0, '#8ec5ee'], [0.5, '#cfe6f2'], [0.75, '#ffe3c4'], [1, '#ffd0a4']]);
  glow(sheet, 190, 380, 380, '#fff4cf', 0.95);
  add(sheet, circle(190, lerp(400, 345, ease(u)), 46, '#fff8dc'));
  for (let i = 0; i < 5; i++) add(sheet, cloud(((i * 257 + t * (6 + i * 3)) % 1250) - 140, 90 + ((i * 71) % 190), 0.55 + (i % 3) * 0.25, '#ffffff', 0.75));
  for (const [i, colour] of ['#b9c6e0', '#94a8c9', '#7b8bb0'].entries()) add(sheet, path(ridge(sheet, 402 + i * 30, 40 - i * 7, i + 8, t * (3 + i * 2) + i * 150), linear(sheet, [[0, mix(colour, '#ffe3c4', 0.3)], [1, colour]])));
  const all: [number, number, number, [string, string, string], number][] = [
    [745, 300, 0.36, ['#6f9fd8', '#9cc1ea', '#d8e8f8'], 0.6], [300, 262, 0.48, ['#e3a33a', '#f4c968', '#fdeab8'], 1.3], [860, 190, 0.62, ['#4f9d8c', '#86c9b4', '#dff2e4'], 2.4], [540, 235, 1.14, ['#e2574c', '#f58a4b', '#ffd27a'], 3.2],
  ];
  for (const [x, y, size, colours, phase] of all) add(sheet, balloon(sheet, x + size * 34 * u + 9 * Math.sin(t * 0.8 + phase), y + 130 * size * (0.6 - ease(u)) + 6 * Math.sin(t * 1.2 + phase), size, colours, 2.4 * Math.sin(t * 0.9 + phase)));
  for (const [i, colour] of ['#5f7f6a', '#3f6354'].entries()) {
    const shift = t * (12 + i * 12) + i * 90;
    add(sheet, path(ridge(sheet, 486 + i * 30, 20, i + 3, shift), colour));
    for (let k = Math.floor(shift / 52) - 1; k * 52 - shift < 1000; k++) {
      const chance = random(k * 17 + i)();
      if (chance > 0.35) add(sheet, pine(k * 52 + chance * 24 - shift, heightAt(486 + i * 30, 20, i + 3, k * 52 + chance * 24) + 4, 0.4 + chance * 0.3 + i * 0.12, mix(colour, '#1d3a34', 0.4)));
    }
  }
}

const wide = { width: 960, height: 540 };
export const landScenes: Scene[] = [
  { ...wide, name: 'golden-hour', seconds: 8, poster: 0.5, music: { root: -2, chords: [[0, 4, 7, 11], [-3, 0, 4, 7], [-5, -1, 2, 7], [-7, -3, 0, 5]], tempo: 76, air: 'wind' }, draw: hills },
  { ...wide, name: 'field-survey', seconds: 7, poster: 0.4, music: { root: 3, chords: [[0, 4, 7, 9], [5, 9, 12, 16]], tempo: 104, pluck: 'bell' }, draw: fields },
  { ...wide, name: 'sun-followers', seconds: 7, poster: 0.42, music: { root: 0, chords: [[0, 4, 7, 14], [-3, 0, 4, 9]], tempo: 92, pluck: 'bell' }, draw: solar },
  { ...wide, name: 'balloon-morning', seconds: 8, poster: 0.7, music: { root: 5, chords: [[0, 4, 7, 11], [-4, 0, 3, 8], [-7, -3, 0, 4]], tempo: 80, air: 'wind' }, draw: balloons },
];
