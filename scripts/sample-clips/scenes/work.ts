import type { Scene, Sheet } from '../draw.ts';
import { add, along, circle, clamp, cloud, ease, ellipse, fade, glow, group, lerp, linear, mix, move, n, overshoot, path, random, rect, sky, span, stroke } from '../draw.ts';

function city(sheet: Sheet, t: number, u: number): void {
  sky(sheet, [[0, '#1b1647'], [0.35, '#4a2a78'], [0.6, '#b1457f'], [0.78, '#f4806a'], [1, '#ffc27a']]);
  for (let i = 0; i < 40; i++) {
    const chance = random(i + 5);
    add(sheet, circle(chance() * 960, chance() * 190, 0.7 + chance(), '#ffffff', `opacity="${n(span(u, 0, 0.5) * (0.35 + 0.4 * Math.sin(t * 2 + i)))}"`));
  }
  glow(sheet, 700, lerp(230, 330, ease(u)), 330, '#ffd08a', 0.8);
  add(sheet, circle(700, lerp(196, 300, ease(u)), 66, linear(sheet, [[0, '#fff0b4'], [1, '#ff8a5c']])));
  const layers: [string, number, number, number][] = [['#7c3f7f', 12, 150, 46], ['#54306f', 22, 200, 60], ['#33225a', 38, 250, 82], ['#1c1540', 62, 232, 118]];
  for (const [depth, [colour, speed, high, wide]] of layers.entries()) skyline(sheet, t, u, depth, colour, speed, high, wide);
  add(sheet, rect(0, 452, 960, 90, linear(sheet, [[0, '#171237'], [1, '#0d0a24']])), rect(0, 452, 960, 3, '#f4806a', 'opacity="0.35"'));
  for (let i = 0; i < 9; i++) {
    const out = i % 2 === 0;
    const x = ((i * 211 + t * (out ? 250 : -190)) % 1200 + 1200) % 1200 - 120;
    const y = out ? 500 : 476;
    const light = out ? '#ff5d6c' : '#ffe9b0';
    const trail = linear(sheet, [[0, light, out ? 0 : 0.95], [1, light, out ? 0.95 : 0]], [0, 0, 1, 0]);
    add(sheet, rect(x, y, 130, 4, trail, 'rx="2"'), rect(x + (out ? 84 : 0), y + 9, 46, 22, linear(sheet, [[0, light, 0.22], [1, light, 0]])));
  }
}

function skyline(sheet: Sheet, t: number, u: number, depth: number, colour: string, speed: number, high: number, wide: number): void {
  const shift = t * speed;
  const neon = ['#ff4f9a', '#3fe0e8', '#ffb03a', '#9b6bff'];
  for (let k = Math.floor(shift / wide) - 1; k * wide - shift < 1000; k++) {
    const chance = random(k * 7 + depth * 1000 + 3);
    const w = wide * (0.72 + chance() * 0.26);
    const h = high * (0.5 + chance() * 0.6);
    const x = k * wide - shift;
    const y = 456 - h;
    add(sheet, rect(x, y, w, h, linear(sheet, [[0, colour], [1, mix(colour, depth < 2 ? '#f4806a' : '#0d0a24', 0.35)]])));
    if (chance() < 0.4) add(sheet, rect(x + w * 0.42, y - 24, 3, 24, colour), rect(x + w * 0.3, y - 8, w * 0.4, 8, colour));
    if (depth === 0) continue;
    const size = 4 + depth * 2;
    const step = size * 2.1;
    for (let wy = y + step; wy < 448; wy += step * 1.15) {
      for (let wx = x + size; wx < x + w - size * 1.3; wx += step) {
        const lit = chance();
        if (lit > 0.55) continue;
        const on = span(u, lit * 1.5 - 0.3, lit * 1.5 - 0.27);
        if (on > 0) add(sheet, rect(wx, wy, size, size * 1.25, lit < 0.08 ? '#9fe8ff' : lit < 0.3 ? '#ffd98a' : '#ffb96a', `opacity="${n(on * (0.45 + depth * 0.17))}"`));
      }
    }
    if (depth === 3) {
      const tone = neon[Math.abs(k) % 4] ?? '#ff4f9a';
      const flicker = u < 0.07 ? 0 : Math.sin(t * 31 + k * 9) > 0.93 ? 0.5 : 1;
      add(sheet, fade(flicker, rect(x + w - 20, y + 26, 12, 74, 'none', `rx="6" stroke="${tone}" stroke-width="3"`), rect(x + w - 34, y + 12, 40, 102, tone, 'rx="20" opacity="0.16"'), circle(x + w - 14, y + 42, 3.4, tone), circle(x + w - 14, y + 62, 3.4, tone), circle(x + w - 14, y + 82, 3.4, tone)));
    }
  }
}

function growth(sheet: Sheet, t: number, u: number): void {
  sky(sheet, [[0, mix('#f4ede2', '#79b6e6', ease(span(u, 0.4, 0.8)))], [0.7, mix('#f8f2ea', '#cfe9f4', ease(span(u, 0.4, 0.8)))], [1, mix('#fbf7f0', '#fff1d0', ease(span(u, 0.4, 0.8)))]]);
  const change = ease(span(u, 0.46, 0.74));
  const rise = ease(span(u, 0.5, 0.85));
  glow(sheet, 662, lerp(640, 190, rise), 300, '#fff2ba', 0.9 * rise);
  add(sheet, circle(662, lerp(700, 190, rise), 50, '#ffe9a3'));
  for (let i = 0; i < 4; i++) add(sheet, cloud(120 + i * 250 + t * 9, 100 + ((i * 47) % 90), 0.6, '#ffffff', 0.9 * change));
  for (let i = 0; i < 6; i++) add(sheet, rect(90, 130 + i * 62, 780, 1.5, '#b9ac98', `opacity="${n(0.45 * (1 - change))}"`));
  const bars = [74, 102, 90, 138, 166, 150, 212, 196, 262, 330];
  const tones = ['#f9c784', '#f7a75e', '#f28a3c', '#e96d2e'];
  const drawn: string[] = [];
  let line = '';
  for (const [i, high] of bars.entries()) {
    const grown = overshoot(span(u, i * 0.03 - 0.03, 0.1 + i * 0.03)) * high * (u > i * 0.03 - 0.03 ? 1 : 0);
    const left = 108 + i * 76;
    const top = 442 - grown;
    const spread = change * (40 + high * 0.42);
    const inset = change * 27;
    const base = mix(tones[i % 4] ?? '#f28a3c', i % 2 ? '#4d6f96' : '#3d5b82', change);
    const body = `M${n(left - spread)} ${n(442 + change * 110)}L${n(left + inset)} ${n(top)}L${n(left + 56 - inset)} ${n(top)}L${n(left + 56 + spread)} ${n(442 + change * 110)}Z`;
    const snow = change > 0.5 && high > 130 ? path(`M${n(left + inset)} ${n(top)}L${n(left + 56 - inset)} ${n(top)}L${n(left + 28 + spread * 0.4)} ${n(top + high * 0.27)}L${n(left + 36)} ${n(top + high * 0.2)}L${n(left + 24)} ${n(top + high * 0.3)}L${n(left + 12)} ${n(top + high * 0.19)}L${n(left + 28 - spread * 0.4)} ${n(top + high * 0.26)}Z`, '#ffffff', `opacity="${n(span(change, 0.55, 0.95))}"`) : '';
    drawn.push(path(body, linear(sheet, [[0, mix(base, '#ffffff', 0.16)], [1, mix(base, '#24405f', change * 0.35)]])), snow);
    if (u > 0.06 + i * 0.03) line += `${line ? 'L' : 'M'}${left + 28} ${n(top - 26)}`;
  }
  add(sheet, ...drawn);
  const hill = (base: number, colour: string, phase: number) => path(`M0 540V${base}Q240 ${n(base - 46 - phase)} 480 ${base - 6}T960 ${base - 20}V540Z`, colour);
  add(sheet, group(move(0, lerp(150, 0, change)), hill(470, '#6ea27a', 0), hill(500, '#4f8763', 14)));
  if (change < 1) add(sheet, fade(1 - change, rect(90, 442, 780, 3, '#8d7f6c'), stroke(line, '#2b2f3a', 4), ...(line ? [circle(Number(line.split(/[ML ]/).at(-2)), Number(line.split(' ').at(-1)), 8, '#2b2f3a')] : [])));
  if (change > 0.8) {
    const at = span(u, 0.76, 0.95);
    add(sheet, fade(span(u, 0.76, 0.82), stroke(`M820 ${n(112)}v-40`, '#2b2f3a', 4), path(`M820 72q${n(16 + 3 * Math.sin(t * 6))}-7 30 0t24 0v22q-12 6-24 0t-30 0Z`, '#f28a3c')), circle(820, 112, 6 * at, '#2b2f3a'));
  }
}

function plane(x: number, y: number, turn: number, size: number): string {
  return group(move(x, y, turn, size), path('M-62-30L70 0L-34 8Z', '#ffffff'), path('M-62-30L-34 8L-30 34Z', '#b9cbe0'), path('M-34 8L70 0L-30 34L-20 12Z', '#d9e6f3'), path('M-34 8L70 0L-22 18Z', '#eef5fb'));
}

function planes(sheet: Sheet, t: number, u: number): void {
  sky(sheet, [[0, '#3f8fdc'], [0.45, '#8fc9f0'], [0.8, '#e4f3f5'], [1, '#fff2d8']]);
  glow(sheet, 430, 800, 460, '#fff3c8', 0.85);
  for (let i = 0; i < 9; i++) {
    const near = (i % 3) / 2;
    add(sheet, cloud(((i * 227 + 900 - t * (14 + near * 46)) % 960 + 960) % 960 - 200, (i * 139 + t * (12 + near * 26)) % 1100 - 60, 0.55 + near * 0.9, '#ffffff', 0.5 + near * 0.35));
  }
  const fleet: [number, number, number, number][] = [[0, 0, 0, 1.5], [0.05, -150, 110, 0.9], [0.09, 130, 150, 0.8], [0.14, -60, 250, 0.66], [0.17, 200, 310, 0.55], [0.22, -190, 380, 0.5]];
  for (const [late, dx, dy, size] of fleet.toReversed()) {
    const k = clamp(u * 0.8 + 0.3 - late * 1.1);
    const spot = (p: number): [number, number] => [270 + dx * (0.4 + 0.6 * p) + 130 * Math.sin(p * 6.4 + late * 9), 1050 + dy * 0.55 - 1050 * ease(clamp(p)) * (0.86 - late * 0.5)];
    let trail = '';
    for (let back = 1; back < 15; back++) {
      const [px, py] = spot(k - back * 0.016);
      trail += circle(px, py, 3 * size * (1 - back / 16), '#ffffff', `opacity="${n(0.85 * (1 - back / 15))}"`);
    }
    const [x, y] = spot(k);
    const [nx, ny] = spot(k + 0.012);
    const turn = k >= 1 ? -62 : (Math.atan2(ny - y - 3, nx - x) * 180) / Math.PI;
    add(sheet, trail, plane(x, y + 7 * Math.sin(t * 2.2 + late * 40), turn, size));
  }
}

function desk(sheet: Sheet, t: number, u: number): void {
  const night = ease(span(u, 0.35, 0.8));
  const dark = (day: string, late: string) => mix(day, late, night);
  add(sheet, rect(0, 0, 960, 540, linear(sheet, [[0, dark('#f3d9bd', '#4a3f63')], [1, dark('#f7e6d0', '#6a5478')]])));
  const pane = linear(sheet, [[0, along(['#8fcdf2', '#f2a27c', '#2a2a66'], u * 1.05)], [0.7, along(['#d8f0f8', '#ffd08a', '#6a4a8e'], u * 1.05)], [1, along(['#fff6dd', '#ffe0a0', '#d97a7a'], u * 1.05)]]);
  add(sheet, rect(92, 54, 330, 262, '#fff8ee', 'rx="8"'), rect(104, 66, 306, 238, pane));
  const sunX = lerp(170, 352, u);
  add(sheet, circle(sunX, lerp(118, 292, ease(u)), 25, dark('#fff6cd', '#ff9d6a'), `opacity="${n(1 - span(u, 0.72, 0.86))}"`));
  for (let i = 0; i < 7; i++) {
    const chance = random(i + 70);
    const h = 50 + chance() * 90;
    const x = 104 + i * 44;
    add(sheet, rect(x, 304 - h, 42, h, dark('#a9bccb', '#3a2f5e')));
    for (let k = 0; k < 8; k++) if (chance() < span(u, 0.45, 0.95)) add(sheet, rect(x + 7 + (k % 2) * 17, 314 - h + Math.floor(k / 2) * 17, 9, 9, '#ffd98a', `opacity="${n(night)}"`));
  }
  add(sheet, rect(252, 66, 8, 238, '#fff8ee'), rect(104, 180, 306, 7, '#fff8ee'), rect(80, 312, 354, 14, dark('#fffaf2', '#cdbfd2'), 'rx="4"'));
  add(sheet, fade(0.35 * (1 - night), path(`M${n(440 + u * 60)} 430L${n(610 + u * 90)} 430L${n(820 + u * 60)} 540H${n(580 + u * 60)}Z`, '#fff2c8')));
  for (const [i, tone] of ['#f28a3c', '#7fb7a4', '#e86a6a', '#6f8fc9', '#f4c95d', '#9c7fbf'].entries()) {
    const shown = overshoot(span(u, 0.08 + i * 0.07, 0.15 + i * 0.07));
    if (shown > 0) add(sheet, group(move(636 + (i % 3) * 76, 112 + Math.floor(i / 3) * 76, (i % 2 ? 3 : -4), Math.max(0, shown)), rect(-29, -29, 58, 58, dark(tone, mix(tone, '#3a2f5e', 0.32))), rect(-18, -13, 36, 4, '#ffffff', 'opacity="0.65"'), rect(-18, -3, 26, 4, '#ffffff', 'opacity="0.65"'), circle(0, -24, 3.5, '#fffaf2')));
  }
  if (night > 0) glow(sheet, 842, 330, 260, '#ffd38a', 0.75 * night);
  add(sheet, rect(0, 424, 960, 18, dark('#c98d54', '#8a5a52')), rect(0, 442, 960, 98, linear(sheet, [[0, dark('#b4773f', '#6f4650')], [1, dark('#96602f', '#4f3244')]])));
  add(sheet, rect(376, 262, 244, 152, '#2b2f3a', 'rx="9"'), rect(384, 270, 228, 136, linear(sheet, [[0, '#22304a'], [1, '#2f4a66']]), 'rx="4"'), path('M352 414H644L660 426H336Z', dark('#d9dee4', '#8d8ba4')));
  const widths = [92, 148, 116, 174, 70, 132, 160, 104];
  const typed = u * 11;
  for (const [i, w] of widths.entries()) {
    const done = clamp(typed - i);
    add(sheet, rect(400 + (i % 3) * 12, 284 + i * 14, w * done, 6, ['#7fd1c0', '#ffd98a', '#9fb8ff', '#ff9f8c'][i % 4] ?? '#fff', 'rx="3"'));
  }
  const steam = (k: number) => stroke(`M${232 + k * 14} 372q${n(9 * Math.sin(t * 2 + k))} -16 0 -32t0 -30`, '#ffffff', 4, 'opacity="0.42"');
  add(sheet, steam(0), steam(1), path('M206 380H272L266 424H212Z', dark('#f28a3c', '#b8604a')), stroke('M271 388q22 3 18 17t-22 12', dark('#f28a3c', '#b8604a'), 7));
  add(sheet, path('M66 372H140L130 424H76Z', dark('#f6efe6', '#a998b4')));
  for (let i = 0; i < 7; i++) add(sheet, group(move(103, 374, -66 + i * 22 + 2.4 * Math.sin(t * 1.3 + i)), path('M0 0C-20-34-14-78 0-104C14-78 20-34 0 0Z', dark(i % 2 ? '#5fa36a' : '#478a58', '#35586a'))));
  add(sheet, stroke('M842 424V330L790 268', dark('#3a3f4c', '#2a2740'), 7), ellipse(842, 424, 42, 7, dark('#3a3f4c', '#2a2740')), group(move(786, 266, 30), path('M-40 30Q-34-16 0-18Q34-16 40 30Z', '#f28a3c'), ellipse(0, 30, 40, 8, mix('#c96a2a', '#fff2c0', night))));
  if (night > 0) add(sheet, fade(night * 0.34, path('M742 288L812 314L900 424H650Z', '#ffe6a8')));
  add(sheet, rect(690, 412, 92, 12, '#e86a6a', 'rx="3"'), rect(698, 400, 80, 12, '#f4efe6', 'rx="3"'), rect(702, 388, 70, 12, '#5c8fb8', 'rx="3"'));
}

const wide = { width: 960, height: 540 };
export const workScenes: Scene[] = [
  { ...wide, name: 'city-lights', seconds: 8, poster: 0.3, music: { root: -4, chords: [[0, 3, 7, 10], [-4, 0, 3, 8], [3, 7, 10, 14]], tempo: 96 }, draw: city },
  { ...wide, name: 'steady-climb', seconds: 7, poster: 0.85, music: { root: 2, chords: [[0, 4, 7, 12], [-5, -1, 2, 7], [5, 9, 12, 16]], tempo: 112, pluck: 'bell' }, draw: growth },
  { name: 'first-flight', width: 540, height: 960, seconds: 7, poster: 0.6, music: { root: 5, chords: [[0, 4, 7, 11], [-3, 0, 4, 7]], tempo: 100, air: 'wind', pluck: 'bell' }, draw: planes },
  { ...wide, name: 'late-shift', seconds: 8, poster: 0.72, music: { root: -1, chords: [[0, 4, 7, 11], [2, 5, 9, 12], [-3, 0, 4, 9]], tempo: 84 }, draw: desk },
];
