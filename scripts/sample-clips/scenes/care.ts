import type { Scene, Sheet } from '../draw.ts';
import { TAU, add, along, circle, clamp, ease, ellipse, fade, glow, group, lerp, linear, mix, move, n, overshoot, path, random, rect, span, stroke } from '../draw.ts';

function stage(sheet: Sheet, wall: [string, string], floor: [string, string], arch: [string, string]): void {
  add(sheet, rect(0, 0, 540, 960, linear(sheet, [[0, wall[0]], [1, wall[1]]])));
  add(sheet, path('M92 720V360A178 178 0 0 1 448 360V720Z', linear(sheet, [[0, arch[0]], [1, arch[1]]])));
  add(sheet, rect(0, 712, 540, 248, linear(sheet, [[0, floor[0]], [1, floor[1]]])));
}

function podium(sheet: Sheet, y: number, rx: number, tone: string): void {
  const side = linear(sheet, [[0, mix(tone, '#7a3a4a', 0.2)], [0.3, mix(tone, '#ffffff', 0.35)], [1, mix(tone, '#7a3a4a', 0.36)]], [0, 0, 1, 0]);
  add(sheet, ellipse(284, y + 92, rx + 34, 36, '#7a2f45', 'opacity="0.24"'), path(`M${270 - rx} ${y}V${y + 66}A${rx} 34 0 0 0 ${270 + rx} ${y + 66}V${y}Z`, side), ellipse(270, y, rx, 34, mix(tone, '#ffffff', 0.5)));
}

/** A turning prism of glass: each facet is shaded by the way it faces. */
function perfume(sheet: Sheet, t: number): void {
  stage(sheet, ['#ffe3d3', '#fbc4b0'], ['#f3ab98', '#dd8478'], ['#fff3e6', '#ffd3bd']);
  glow(sheet, 170, 260, 380, '#fff8e6', 0.7);
  podium(sheet, 738, 170, '#f7c6b6');
  const faces = 8;
  const turn = t * 0.55;
  const facet = (k: number) => {
    const from = turn + (k * TAU) / faces;
    return { from: 270 + 122 * Math.sin(from), to: 270 + 122 * Math.sin(from + TAU / faces), facing: Math.cos(from + TAU / faces / 2), angle: from + TAU / faces / 2 };
  };
  const all = Array.from({ length: faces }, (_, k) => facet(k)).filter((f) => f.facing > 0).toSorted((a, b) => a.from - b.from);
  add(sheet, ellipse(290, 742, 140, 24, '#a8483f', 'opacity="0.35"'));
  for (const f of all) {
    const light = clamp(0.5 + 0.5 * Math.cos(f.angle + 0.7));
    const w = f.to - f.from;
    const glass = linear(sheet, [[0, mix('#ffb08a', '#fff6ee', light), 0.92], [0.55, mix('#f58a6a', '#ffd9c2', light), 0.95], [1, mix('#c8503f', '#ff9f7c', light)]]);
    add(sheet, path(`M${n(270 + (f.from - 270) * 0.78)} 442L${n(270 + (f.to - 270) * 0.78)} 442L${n(f.to)} 486V724L${n(270 + (f.to - 270) * 0.93)} 742H${n(270 + (f.from - 270) * 0.93)}L${n(f.from)} 724V486Z`, glass));
    add(sheet, rect(f.from, 530, w, 190, linear(sheet, [[0, mix('#e8573f', '#ffb08a', light), 0.85], [1, mix('#b8332f', '#f47a58', light), 0.9]])));
    add(sheet, stroke(`M${n(f.from)} 486V724`, '#ffffff', 1.8, `opacity="${n(0.25 + 0.5 * light)}"`), rect(f.from + w * 0.14, 496, w * 0.16, 216, '#ffffff', `opacity="${n(0.12 + 0.42 * light ** 3)}" rx="${n(Math.max(0.5, w * 0.06))}"`));
  }
  const gold = (k: number) => linear(sheet, [[0, '#a8702a'], [clamp(0.2 + k), '#fff0bd'], [clamp(0.42 + k), '#e2b25c'], [0.8, '#8f5a1e'], [1, '#c99545']], [0, 0, 1, 0]);
  const slide = 0.1 * Math.sin(t * 1.1);
  add(sheet, rect(222, 398, 96, 46, gold(slide), 'rx="5"'), rect(206, 292, 128, 112, linear(sheet, [[0, '#2b2130'], [clamp(0.22 + slide), '#8b7a8c'], [clamp(0.36 + slide), '#3d3040'], [1, '#1a131f']], [0, 0, 1, 0]), 'rx="10"'), ellipse(270, 296, 62, 10, '#6a5a6c'));
  const label = 270 + 122 * 0.86 * Math.sin(turn);
  const facing = Math.cos(turn);
  if (facing > 0.12) add(sheet, group(`translate(${n(label)} 620) scale(${n(facing)} 1)`, rect(-44, -34, 88, 68, '#fff7ee', 'rx="3"'), stroke('M-12 12L-4-14M0 12L8-14M12 12L20-14', '#c8503f', 5), rect(-26, 21, 52, 3, '#c8503f')));
  petals(sheet, t, '#ff9f8c', '#ffd0c0');
}

function petals(sheet: Sheet, t: number, a: string, b: string): void {
  for (let i = 0; i < 13; i++) {
    const chance = random(i + 512);
    const speed = 38 + chance() * 46;
    const y = ((chance() * 1060 + t * speed) % 1060) - 50;
    const x = chance() * 560 + 34 * Math.sin(t * 0.9 + i * 1.7);
    const size = 0.45 + chance() * 0.75;
    add(sheet, group(`${move(x, y, t * (24 + i * 5) + i * 40, size)} scale(1 ${n(0.45 + 0.5 * Math.abs(Math.sin(t * 1.2 + i)))})`, path('M0-24C19-20 22 8 0 26C-22 8-19-20 0-24Z', i % 2 ? a : b), stroke('M0-16Q3 2 0 18', '#ffffff', 1.6, 'opacity="0.5"')));
  }
}

function lipstick(sheet: Sheet, t: number, u: number): void {
  stage(sheet, ['#f7b7c6', '#f08aa4'], ['#e0688a', '#b93f68'], ['#fcdbe1', '#f6a5b8']);
  const swipe = ease(span(u, 0.42, 0.82));
  const strokePath = 'M40 250C140 150 240 330 340 230S470 190 508 236';
  for (let i = 0; i < 15; i++) add(sheet, group(`translate(0 ${n((i - 7) * 5.2)})`, stroke(strokePath, along(['#b3123f', '#d42a55', '#c01b49', '#e8476b'], (i * 0.37) % 1), 7.4, `stroke-dasharray="${n(560 * clamp(swipe * (1.02 + 0.05 * Math.sin(i * 2.3))))} 900" opacity="${swipe > 0.01 ? 0.96 : 0}"`)));
  if (swipe > 0.2) add(sheet, fade(0.38 * span(swipe, 0.2, 0.6), group('translate(0 -24)', stroke(strokePath, '#ffd3dd', 5, `stroke-dasharray="${n(520 * swipe)} 900"`))));
  podium(sheet, 752, 160, '#f3a3b8');
  const up = overshoot(ease(span(u, 0.04, 0.34))) * 176;
  const shine = 0.16 + 0.09 * Math.sin(t * 1.2);
  const metal = (a: string, b: string, c: string) => linear(sheet, [[0, a], [clamp(shine), b], [clamp(shine + 0.16), c], [0.72, a], [0.9, c], [1, a]], [0, 0, 1, 0]);
  const top = 600 - up;
  const red = linear(sheet, [[0, '#8f0d33'], [0.25, '#e23a62'], [0.42, '#c4194a'], [1, '#7a0a2b']], [0, 0, 1, 0]);
  add(sheet, ellipse(300, 760, 110, 20, '#7d1f43', 'opacity="0.4"'));
  add(sheet, path(`M224 620V${n(top + 46)}C226 ${n(top + 4)} 262 ${n(top - 44)} 308 ${n(top - 52)}Q318 ${n(top - 50)} 316 ${n(top - 30)}V620Z`, red), path(`M224 ${n(top + 50)}C232 ${n(top + 6)} 266 ${n(top - 40)} 308 ${n(top - 52)}C318 ${n(top - 20)} 262 ${n(top + 30)} 224 ${n(top + 50)}Z`, '#ee5c80'), rect(240, top + 60, 9, Math.max(0, 540 - top), '#ffffff', 'opacity="0.25" rx="4"'));
  add(sheet, path('M212 566H328V664H212Z', metal('#a6722c', '#fff3c4', '#e6b863')), rect(212, 590, 116, 4, '#7d5018', 'opacity="0.5"'), path('M194 652H346V744A76 15 0 0 1 194 744Z', metal('#231a2a', '#8a7d92', '#3b2f44')), ellipse(270, 653, 76, 8, '#4a3d55'), rect(194, 700, 152, 7, metal('#a6722c', '#fff3c4', '#e6b863')));
  const cap = ease(span(u, 0, 0.2));
  add(sheet, group(move(lerp(270, 452, cap), lerp(470, 792, cap), lerp(0, 82, cap)), path('M-66-130Q-66-142-54-142H54Q66-142 66-130V72H-66Z', metal('#2b2033', '#9a8ca2', '#453850')), rect(-66, 58, 132, 14, metal('#a6722c', '#fff3c4', '#e6b863'))));
  for (let i = 0; i < 12; i++) {
    const chance = random(i + 88);
    const glint = Math.max(0, Math.sin(t * 2.1 + i * 1.3));
    const x = 60 + chance() * 420;
    const y = 120 + chance() * 560;
    const r = (4 + chance() * 8) * glint;
    add(sheet, path(`M${n(x)} ${n(y - r)}Q${n(x)} ${n(y)} ${n(x + r)} ${n(y)}Q${n(x)} ${n(y)} ${n(x)} ${n(y + r)}Q${n(x)} ${n(y)} ${n(x - r)} ${n(y)}Q${n(x)} ${n(y)} ${n(x)} ${n(y - r)}Z`, '#ffffff', `opacity="${n(glint * 0.9)}"`));
  }
}

function strokes(sheet: Sheet, t: number, u: number): void {
  add(sheet, rect(0, 0, 960, 540, linear(sheet, [[0, '#fdf6ee'], [1, '#f6e7da']])));
  const palette: [string, string, string][] = [['#f7c9b6', '#efa98f', 'M-60 112C160 26 330 190 540 96S860 50 1030 128'], ['#e86f6a', '#c9414f', 'M1030 196C820 118 640 280 440 196S120 150-60 236'], ['#f2a65a', '#e27f36', 'M-60 316C150 236 350 392 560 296S860 270 1030 322'], ['#b56a8e', '#8a3f6a', 'M1030 404C800 330 620 470 410 388S130 360-60 424'], ['#7fa7a0', '#4f7f7c', 'M-60 486C180 424 380 548 590 470S880 446 1030 492']];
  for (const [row, [light, deep, d]] of palette.entries()) {
    const grown = ease(span(u, row * 0.145, row * 0.145 + 0.3));
    if (grown <= 0) continue;
    add(sheet, group('translate(5 9)', stroke(d, '#7a4a3a', 70, `stroke-dasharray="${n(Math.max(0, 1100 * grown - 10) + (grown === 1 ? 90 : 0))} 2400" opacity="0.09"`)));
    for (let i = 0; i < 26; i++) {
      const chance = random(row * 100 + i);
      const tone = mix(light, deep, chance());
      const reach = clamp(grown * (0.93 + chance() * 0.12));
      add(sheet, group(`translate(0 ${n((i - 13) * 2.9)})`, stroke(d, tone, 3.4 + chance() * 2.4, `stroke-dasharray="${n(1190 * reach)} 2400" opacity="${n(0.82 + chance() * 0.18)}"`)));
    }
    add(sheet, fade(0.5, group(`translate(0 ${n(-24)})`, stroke(d, '#ffffff', 3, `stroke-dasharray="${n(1140 * grown)} 2400" opacity="0.7"`))));
  }
  const gold = ease(span(u, 0.78, 0.95));
  for (let i = 0; i < 70; i++) {
    const chance = random(i + 4000);
    const far = chance();
    const x = 480 + (chance() - 0.5) * 900 * gold;
    const y = 270 + (chance() - 0.5) * 500 * gold;
    add(sheet, circle(x, y, (1.2 + far * 4) * gold, along(['#f9d77e', '#e0a83a', '#fff3c0'], chance()), `opacity="${n(gold * (0.6 + 0.4 * Math.sin(t * 5 + i)))}"`));
  }
}

function bloom(sheet: Sheet, t: number, u: number): void {
  add(sheet, rect(0, 0, 960, 540, linear(sheet, [[0, '#3a1b4d'], [0.6, '#6d2a63'], [1, '#a8446c']], [0, 0, 1, 1])));
  glow(sheet, 480, 270, 420, '#ff9fb2', 0.55);
  for (let i = 0; i < 26; i++) {
    const chance = random(i + 61);
    const y = (chance() * 600 - t * (10 + chance() * 20) + 1800) % 600 - 30;
    add(sheet, circle(chance() * 960 + 14 * Math.sin(t + i), y, 2 + chance() * 9, '#ffc9d6', `opacity="${n(0.08 + chance() * 0.16)}"`));
  }
  const shape = 'M0 6C-30-12-42-66 0-116C42-66 30-12 0 6Z';
  const open = ease(clamp(0.14 + u * 0.95));
  for (let i = 118; i >= 0; i--) {
    const ring = Math.sqrt(i / 118);
    const grown = overshoot(clamp(open * 1.9 - ring * 0.9));
    if (grown <= 0.02) continue;
    const tone = along(['#fff0c9', '#ffc48c', '#ff8f7d', '#f2567f', '#b92f72', '#742467'], ring);
    const fill = linear(sheet, [[0, mix(tone, '#ffffff', 0.34)], [0.6, tone], [1, mix(tone, '#4a1146', 0.35)]]);
    const turn = i * 137.508 + t * 5 + 3 * Math.sin(t * 0.9 + ring * 3);
    const reach = ring * 132 * grown;
    add(sheet, group(`translate(480 270) rotate(${n(turn)}) translate(0 ${n(-reach)}) scale(${n((0.24 + ring * 0.72) * grown)})`, path(shape, fill), stroke('M0-4V-80', '#ffffff', 1.6, 'opacity="0.22"')));
  }
  for (let i = 0; i < 44; i++) {
    const r = 3.4 * Math.sqrt(i);
    const a = i * 2.4 + t * 0.1;
    add(sheet, circle(480 + r * Math.cos(a), 270 + r * Math.sin(a), 2.6, i % 3 ? '#ffd35c' : '#fff3bf', `opacity="${n(open)}"`));
  }
}

function silk(sheet: Sheet, t: number): void {
  add(sheet, rect(0, 0, 960, 540, linear(sheet, [[0, '#fdeee6'], [1, '#f7d5d9']], [0, 0, 1, 1])));
  const tones = ['#fbd9cf', '#f7bfb4', '#f29d97', '#ea7c83', '#d95f78', '#b94a74', '#8f3c6f', '#632f63'];
  const curve = (i: number, x: number) => 56 + i * 58 + 62 * Math.sin(x / 210 + t * 0.75 + i * 0.42) * Math.sin(x / 560 + t * 0.24 + i * 0.2) + 20 * Math.sin(x / 88 - t * 1.05 + i * 0.9);
  for (const [i, tone] of tones.entries()) {
    let d = 'M-10 560';
    let edge = '';
    for (let x = -10; x <= 970; x += 10) {
      d += `L${x} ${n(curve(i, x))}`;
      edge += `${edge ? 'L' : 'M'}${x} ${n(curve(i, x))}`;
    }
    const sheen = (0.5 + 0.5 * Math.sin(t * 0.6 + i * 0.8)) * 0.7 + 0.1;
    add(sheet, group('translate(0 -12)', path(`${d}L970 560Z`, '#5a1f3f', 'opacity="0.10"')));
    add(sheet, path(`${d}L970 560Z`, linear(sheet, [[0, mix(tone, '#5a1f4f', 0.12)], [clamp(sheen - 0.18), tone], [clamp(sheen), mix(tone, '#ffffff', 0.55)], [clamp(sheen + 0.2), tone], [1, mix(tone, '#4a1546', 0.22)]], [0, 0, 1, 0.12])));
    add(sheet, stroke(edge, '#ffffff', 2, 'opacity="0.55"'));
    for (let k = 1; k < 5; k++) {
      let fold = '';
      for (let x = -10; x <= 970; x += 20) fold += `${fold ? 'L' : 'M'}${x} ${n(curve(i, x) + k * 11 + 5 * Math.sin(x / 130 + t + k))}`;
      add(sheet, stroke(fold, k % 2 ? '#ffffff' : '#5a1f3f', 1.4, `opacity="${k % 2 ? 0.2 : 0.09}"`));
    }
  }
}

const wide = { width: 960, height: 540 };
const tall = { width: 540, height: 960 };
export const careScenes: Scene[] = [
  { ...tall, name: 'apricot-glass', seconds: 7, poster: 0.04, music: { root: 3, chords: [[0, 4, 7, 11], [-4, 0, 3, 7]], tempo: 76, pluck: 'bell' }, draw: perfume },
  { ...tall, name: 'red-number-seven', seconds: 7, poster: 0.72, music: { root: -3, chords: [[0, 3, 7, 10], [-4, 0, 3, 7], [5, 8, 12, 15]], tempo: 100 }, draw: lipstick },
  { ...wide, name: 'autumn-palette', seconds: 7, poster: 0.9, music: { root: 2, chords: [[0, 4, 7, 11], [-3, 0, 4, 9]], tempo: 90 }, draw: strokes },
  { ...wide, name: 'full-bloom', seconds: 7, poster: 0.8, music: { root: -2, chords: [[0, 4, 7, 14], [-5, -1, 2, 7]], tempo: 78, pluck: 'bell' }, draw: bloom },
  { ...wide, name: 'silk-in-the-wind', seconds: 8, poster: 0.4, music: { root: 0, chords: [[0, 4, 7, 11], [5, 9, 12, 16], [-3, 0, 4, 7]], tempo: 66, air: 'wind' }, draw: silk },
];
