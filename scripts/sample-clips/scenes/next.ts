import type { Scene, Sheet } from '../draw.ts';
import { TAU, add, along, circle, clamp, cloud, ease, ellipse, fade, glow, group, lerp, linear, mix, move, n, path, radial, random, rect, span, stroke } from '../draw.ts';

/** What the arm paints: a sun over waves, as one line. */
const drawing: [number, number][] = [];
for (let i = 0; i <= 60; i++) drawing.push([600 + 58 * Math.cos((i / 60) * TAU - Math.PI / 2), 168 + 58 * Math.sin((i / 60) * TAU - Math.PI / 2)]);
for (let i = 0; i <= 40; i++) {
  const spiral = 1 - i / 40;
  drawing.push([600 + 46 * spiral * Math.cos((i / 40) * TAU * 2 - Math.PI / 2), 168 + 46 * spiral * Math.sin((i / 40) * TAU * 2 - Math.PI / 2)]);
}
const lines: [number, number][][] = [drawing];
for (let row = 0; row < 3; row++) lines.push(Array.from({ length: 41 }, (_, i) => [492 + i * 6.6, 272 + row * 30 + 12 * Math.sin(i / 3.2 + row * 1.4)]));
const total = lines.reduce((sum, line) => sum + line.length, 0);

function robot(sheet: Sheet, t: number, u: number): void {
  add(sheet, rect(0, 0, 960, 540, linear(sheet, [[0, '#d9f0ea'], [1, '#b7dfd8']])));
  add(sheet, circle(610, 240, 300, '#ffffff', 'opacity="0.28"'), circle(610, 240, 210, '#ffffff', 'opacity="0.25"'));
  for (let i = 0; i < 5; i++) add(sheet, rect(60 + i * 44, 110 - (i % 2) * 18, 30, 5, '#8cc4bb', 'rx="2.5"'), circle(52 + i * 44, 140 + (i % 3) * 14, 3, '#8cc4bb'));
  add(sheet, rect(0, 462, 960, 80, linear(sheet, [[0, '#7fbcb2'], [1, '#5a9c97']])), rect(0, 462, 960, 5, '#a9d9d0'));
  add(sheet, stroke('M520 400L470 500M740 400L790 500', '#8a5f3c', 12), rect(462, 66, 330, 346, '#2e5f60', 'opacity="0.18" rx="6"'), rect(454, 56, 330, 346, '#fffdf8', 'rx="6" stroke="#c89a66" stroke-width="9"'));
  let left = Math.round(span(u, 0.04, 0.92) * total);
  let tip = lines[0]?.[0] ?? [600, 110];
  for (const [row, line] of lines.entries()) {
    const shown = line.slice(0, Math.max(0, Math.min(line.length, left)));
    left -= line.length;
    if (shown.length < 2) continue;
    tip = shown.at(-1) ?? tip;
    add(sheet, stroke(`M${shown.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}`, row === 0 ? '#f28a3c' : ['#3f8fa8', '#57a9b8', '#7cc3c6'][row - 1] ?? '#3f8fa8', row === 0 ? 9 : 10));
  }
  const home = ease(span(u, 0.92, 1));
  const [tx, ty] = [lerp(tip[0], 400, home), lerp(tip[1], 240, home)];
  arm(sheet, t, tx, ty);
}

function arm(sheet: Sheet, t: number, tx: number, ty: number): void {
  const [bx, by] = [236, 404];
  const [upper, lower] = [262, 262];
  const wristX = tx - 34;
  const wristY = ty - 16;
  const reach = Math.min(upper + lower - 1, Math.hypot(wristX - bx, wristY - by));
  const aim = Math.atan2(wristY - by, wristX - bx);
  const bend = Math.acos(clamp((upper ** 2 + reach ** 2 - lower ** 2) / (2 * upper * reach), -1, 1));
  const [ex, ey] = [bx + upper * Math.cos(aim - bend), by + upper * Math.sin(aim - bend)];
  const limb = (x1: number, y1: number, x2: number, y2: number, wide: number) => {
    const turn = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
    const long = Math.hypot(x2 - x1, y2 - y1);
    return group(move(x1, y1, turn), path(`M0 ${-wide}L${n(long)} ${n(-wide * 0.62)}V${n(wide * 0.62)}L0 ${wide}Z`, linear(sheet, [[0, '#ffffff'], [0.5, '#f0f3f5'], [1, '#c3ced6']])), path(`M${n(long * 0.2)} ${n(-wide * 0.3)}L${n(long * 0.8)} ${n(-wide * 0.2)}V${n(wide * 0.1)}L${n(long * 0.2)} ${n(wide * 0.2)}Z`, '#f28a3c'));
  };
  const joint = (x: number, y: number, r: number) => [circle(x, y, r, '#3a4654'), circle(x, y, r * 0.62, '#f28a3c'), circle(x, y, r * 0.26, '#fff3e0')];
  add(sheet, ellipse(236, 474, 120, 15, '#2e5f60', 'opacity="0.35"'), path('M156 470L184 416H288L316 470Z', linear(sheet, [[0, '#4a5868'], [1, '#2b3542']])), rect(140, 462, 192, 14, '#222b36', 'rx="7"'));
  add(sheet, limb(bx, by, ex, ey, 27), ...joint(bx, by, 38), limb(ex, ey, wristX, wristY, 21), ...joint(ex, ey, 29), ...joint(wristX, wristY, 18));
  add(sheet, group(move(wristX, wristY, 25), rect(8, -8, 20, 16, '#3a4654', 'rx="3"'), path('M26-6L40 0L26 6Z', '#f28a3c')), circle(196, 446, 4, Math.sin(t * 8) > 0 ? '#7dffb0' : '#2f7a55'), circle(210, 446, 4, '#ffd36b'));
}

function rocket(sheet: Sheet, t: number, u: number): void {
  const climb = ease(clamp(u * 1.04)) * 2700;
  const high = clamp(climb / 2600);
  add(sheet, rect(0, 0, 540, 960, linear(sheet, [[0, along(['#4aa5e6', '#3a6fc4', '#2a2a78', '#0d0b2e'], high)], [0.6, along(['#a9dcf4', '#f2a58e', '#8a3f86', '#1d1550'], high)], [1, along(['#fdf0d0', '#ffd0a0', '#d9577c', '#4a2470'], high)]])));
  for (let i = 0; i < 90; i++) {
    const chance = random(i + 700);
    const y = (chance() * 1000 + climb * 0.08 * (0.4 + chance())) % 1000;
    add(sheet, circle(chance() * 540, y, 0.8 + chance() * 1.7, '#ffffff', `opacity="${n(span(high, 0.4, 0.85) * (0.45 + 0.5 * Math.sin(t * 3 + i)))}"`));
  }
  const moonY = lerp(-260, 190, span(high, 0.5, 1));
  glow(sheet, 408, moonY, 190, '#fff0d2', 0.45);
  add(sheet, circle(408, moonY, 68, linear(sheet, [[0, '#fff8e4'], [1, '#e3c9a4']])), circle(388, moonY - 18, 14, '#d9bd96', 'opacity="0.6"'), circle(430, moonY + 20, 20, '#d9bd96', 'opacity="0.5"'), circle(420, moonY - 30, 8, '#d9bd96', 'opacity="0.5"'));
  const planetY = lerp(-700, 420, span(high, 0.66, 1));
  add(sheet, group(move(86, planetY, -18), ellipse(0, 0, 92, 20, 'none', 'stroke="#ffcf8a" stroke-width="7" opacity="0.5"'), circle(0, 0, 50, radial(sheet, [[0, '#ffb08a'], [0.7, '#e2577c'], [1, '#9c3a7c']])), stroke('M-91 4A92 20 0 0 0 91 4', '#ffcf8a', 7)));
  const groundY = 780 + climb * 0.9;
  add(sheet, group(`translate(0 ${n(groundY - 780)})`, path('M0 980V760Q130 700 270 744T540 720V980Z', '#7fb98a'), path('M0 980V800Q150 770 300 806T540 784V980Z', '#5a9c70'), rect(180, 792, 180, 190, '#54616e'), rect(164, 782, 212, 18, '#7a8793', 'rx="4"'), path('M392 800V470H404V800M420 800V470H408', 'none', 'stroke="#d9574c" stroke-width="6"'), ...[500, 560, 620, 680, 740].map((y) => stroke(`M394 ${y}L418 ${y + 40}M418 ${y}L394 ${y + 40}`, '#d9574c', 4))));
  for (let i = 0; i < 12; i++) {
    const chance = random(i + 20);
    const depth = 0.5 + chance() * 0.9;
    const y = -150 - i * 135 + climb * depth * 0.85;
    if (y < 1100) add(sheet, cloud(chance() * 540, y, 0.7 + depth * 0.7, mix('#ffffff', '#f7b0b8', high), 0.5 + chance() * 0.4));
  }
  const shake = (u < 0.3 ? 2.4 : 0.9) * Math.sin(t * 53);
  const y = lerp(610, 470, ease(span(u, 0.1, 0.6))) + 7 * Math.sin(t * 1.4);
  const flame = 1 + 0.14 * Math.sin(t * 41) + 0.1 * Math.sin(t * 67);
  const burn = span(u, 0, 0.08);
  for (let i = 0; i < 26; i++) {
    const chance = random(i + 90);
    const age = (t * (0.8 + chance() * 0.5) + chance()) % 1;
    add(sheet, circle(270 + (chance() - 0.5) * (60 + 260 * age * (1 - high)) + shake, y + 190 + age * (420 - 120 * (1 - high)), 16 + age * 40, mix('#ffffff', '#ffc0a0', chance() * 0.5), `opacity="${n(burn * (1 - age) * 0.55 * (1 - high * 0.6))}"`));
  }
  glow(sheet, 270, y + 210, 190, '#ffb45a', 0.75 * burn);
  add(sheet, group(move(270 + shake, y, 0.6 * Math.sin(t * 2), 1.1),
    path(`M-28 142Q0 ${n(142 + 210 * flame * burn)} 28 142Z`, '#ff7a3c'), path(`M-17 142Q0 ${n(142 + 140 * flame * burn)} 17 142Z`, '#ffd36b'), path(`M-8 142Q0 ${n(142 + 74 * flame * burn)} 8 142Z`, '#fffbe6'),
    path('M-44 60C-92 84-96 128-90 166L-38 128Z', '#d9473f'), path('M44 60C92 84 96 128 90 166L38 128Z', '#b8342f'),
    path('M0-190C58-130 62-10 40 126H-40C-62-10-58-130 0-190Z', linear(sheet, [[0, '#ffffff'], [0.45, '#f7f4ef'], [1, '#c6cbd6']], [0, 0, 1, 0])), path('M0-190C26-163 41-124 48-84H-48C-41-124-26-163 0-190Z', linear(sheet, [[0, '#ff9a4c'], [1, '#e2603a']], [0, 0, 1, 0])),
    circle(0, -24, 31, '#d9dde4'), circle(0, -24, 24, radial(sheet, [[0, '#a9e4ff'], [1, '#3f8fc4']])), path('M-15-34A20 20 0 0 1 4-43', 'none', 'stroke="#ffffff" stroke-width="5" stroke-linecap="round" opacity="0.8"'),
    stroke('M-50 46Q0 58 50 46', '#e2603a', 7), rect(-26, 124, 52, 18, '#4a4f5e', 'rx="4"'), path('M-7 66Q0 58 7 66V160Q0 172-7 160Z', '#d9473f')));
}

function orbits(sheet: Sheet, t: number): void {
  add(sheet, rect(0, 0, 960, 540, linear(sheet, [[0, '#0e1a3c'], [1, '#1f3a6e']], [0, 0, 1, 1])));
  for (let i = 0; i < 110; i++) {
    const chance = random(i + 1200);
    add(sheet, circle(chance() * 960, chance() * 540, 0.6 + chance() * 1.3, '#ffffff', `opacity="${n(0.3 + 0.4 * Math.abs(Math.sin(t + i)))}"`));
  }
  glow(sheet, 480, 274, 360, '#5ab8ff', 0.5);
  const [cx, cy, r] = [480, 274, 148];
  const dots: string[] = [];
  for (let lat = -75; lat <= 75; lat += 7.5) {
    const count = Math.round(62 * Math.cos((lat * Math.PI) / 180));
    for (let k = 0; k < count; k++) {
      const lon = (k / count) * TAU + t * 0.42;
      const land = Math.sin(((k / count) * TAU) * 2 + lat / 22) + Math.sin(((k / count) * TAU) * 3 - lat / 15) + 0.4 * Math.sin(lat / 9);
      const depth = Math.cos(lon) * Math.cos((lat * Math.PI) / 180);
      if (depth < 0.02) continue;
      const x = cx + r * Math.sin(lon) * Math.cos((lat * Math.PI) / 180);
      const y = cy - r * Math.sin((lat * Math.PI) / 180);
      dots.push(circle(x, y, (land > 0.25 ? 3.5 : 1.5) * (0.45 + 0.55 * depth), land > 0.25 ? '#ffd08a' : '#8fd0ff', `opacity="${n((land > 0.25 ? 0.95 : 0.55) * (0.3 + 0.7 * depth))}"`));
    }
  }
  const rings = [[250, 66, -22, 0.9, '#f28a3c'], [300, 92, 16, -0.62, '#5fe0d0'], [352, 60, 4, 0.46, '#ff7fa8']] as const;
  const half = (front: boolean) => rings.map(([rx, ry, tilt, speed, tone]) => {
    const shapes = [stroke(front ? `M${-rx} 0A${rx} ${ry} 0 0 0 ${rx} 0` : `M${-rx} 0A${rx} ${ry} 0 0 1 ${rx} 0`, tone, 1.6, `opacity="${front ? 0.7 : 0.28}"`)];
    for (let k = 0; k < 3; k++) {
      for (let tail = 0; tail < 14; tail++) {
        const a = t * speed + (k * TAU) / 3 - tail * 0.03 * Math.sign(speed);
        if (Math.sin(a) > 0 !== front) continue;
        shapes.push(circle(rx * Math.cos(a), ry * Math.sin(a), tail === 0 ? 8 : 5.5 - tail * 0.36, tail === 0 ? '#ffffff' : tone, `opacity="${n(tail === 0 ? 1 : 0.75 - tail * 0.052)}"`));
      }
    }
    return group(move(cx, cy, tilt), ...shapes);
  });
  add(sheet, ...half(false), circle(cx, cy, r + 5, radial(sheet, [[0, '#2a63b8'], [0.75, '#1b4488'], [0.94, '#2f74c8'], [1, '#7fc8ff']])), ...dots, circle(cx - 40, cy - 46, 96, radial(sheet, [[0, '#ffffff', 0.28], [1, '#ffffff', 0]])), ...half(true));
  for (let i = 0; i < 4; i++) {
    const pulse = (t * 0.5 + i * 0.25) % 1;
    add(sheet, fade((1 - pulse) * 0.5, circle(cx, cy, r + 12 + pulse * 150, 'none', 'stroke="#8fd0ff" stroke-width="1.6"')));
  }
}

const wide = { width: 960, height: 540 };
export const nextScenes: Scene[] = [
  { ...wide, name: 'steady-hand', seconds: 8, poster: 0.88, music: { root: -1, chords: [[0, 4, 7, 11], [5, 9, 12, 16], [-3, 0, 4, 7]], tempo: 116, pluck: 'bell' }, draw: robot },
  { name: 'lift-off', width: 540, height: 960, seconds: 8, poster: 0.5, music: { root: -4, chords: [[0, 7, 12, 16], [-4, 3, 8, 12], [-2, 5, 10, 14]], tempo: 100, air: 'wind' }, draw: rocket },
  { ...wide, name: 'small-world', seconds: 7, poster: 0.4, music: { root: -2, chords: [[0, 3, 7, 10], [-4, 0, 3, 7]], tempo: 110, pluck: 'bell' }, draw: orbits },
];
