import type { Scene, Sheet } from '../draw.ts';
import { TAU, add, circle, cloud, ease, ellipse, fade, glow, group, lerp, linear, mix, move, n, path, radial, random, rect, sky, stroke } from '../draw.ts';

function coffee(sheet: Sheet, t: number): void {
  add(sheet, rect(0, 0, 540, 960, linear(sheet, [[0, '#f6d9b4'], [0.7, '#efbf8f'], [1, '#e0a06e']])));
  const drift = 10 * Math.sin(t * 0.35);
  const pane = (x: number, y: number) => path(`M${n(x + drift)} ${y}l120-46v150l-120 46Z`, '#fff3d2');
  add(sheet, fade(0.62, pane(90, 180), pane(224, 128), pane(90, 350), pane(224, 298)));
  const leaves: string[] = [];
  for (let i = 0; i < 8; i++) {
    for (const side of [-1, 1]) leaves.push(group(move(470 - i * 19 + drift * 2, 30 + i * 58, 204 + side * (62 - i * 4) + 4 * Math.sin(t * 1.1 + i * 0.7), 1.15 - i * 0.08), path('M0 0C-30-30-26-84 0-126C26-84 30-30 0 0Z', '#b5713e')));
  }
  leaves.push(stroke(`M${n(490 + drift * 2)} -20L${n(330 + drift * 2)} 470`, '#b5713e', 6));
  add(sheet, fade(0.26, ...leaves));
  add(sheet, rect(0, 700, 540, 260, linear(sheet, [[0, '#a8663a'], [1, '#6f3d22']])), rect(0, 700, 540, 10, '#c98552'));
  for (let i = 0; i < 6; i++) add(sheet, stroke(`M-10 ${742 + i * 38}q140 ${i % 2 ? 12 : -10} 280 0t280 0`, '#5b3019', 2.5, 'opacity="0.28"'));
  add(sheet, ellipse(286, 806, 190, 30, '#3d1f0f', 'opacity="0.35"'), ellipse(262, 786, 178, 30, '#e9e2d6'), ellipse(262, 779, 178, 28, '#fffaf0'), ellipse(262, 777, 116, 17, '#ded3c2'));
  for (let k = 0; k < 3; k++) {
    let d = '';
    for (let i = 0; i <= 30; i++) {
      const up = i / 30;
      const x = 214 + k * 50 + Math.sin(up * 5.4 - t * 1.6 + k * 1.9) * (7 + 32 * up);
      d += `${i ? 'L' : 'M'}${n(x)} ${n(560 - up * (250 + 30 * k % 60))}`;
    }
    const mist = linear(sheet, [[0, '#ffffff', 0], [0.55, '#ffffff', 0.5], [1, '#ffffff', 0.12]]);
    for (const wide of [30, 19, 9]) add(sheet, stroke(d, mist, wide, 'opacity="0.42"'));
  }
  const side = linear(sheet, [[0, '#d9572f'], [0.22, '#f58a4b'], [0.5, '#ee7338'], [1, '#b5401f']], [0, 0, 1, 0]);
  add(sheet, stroke('M390 608C470 590 478 700 372 704', '#c44f28', 26), stroke('M390 606C462 592 468 690 374 698', '#f0814a', 11));
  add(sheet, path('M124 572H400C402 680 356 776 300 780H224C168 776 122 680 124 572Z', side));
  add(sheet, path('M127 610Q262 640 397 610L394 640Q262 672 130 640Z', '#fff1dc', 'opacity="0.92"'));
  add(sheet, ellipse(262, 572, 138, 25, '#fff6e8'), ellipse(262, 574, 126, 20, radial(sheet, [[0, '#8a4b22'], [0.75, '#6b3616'], [1, '#4f250d']])));
  const heart = 'M0 12C-42-8-46-24-22-24C-8-24 0-14 0-10C0-14 8-24 22-24C46-24 42-8 0 12Z';
  add(sheet, group(`translate(262 578) scale(1.5 ${n(0.5 + 0.02 * Math.sin(t * 2))})`, path(heart, '#f2d3a6'), group('scale(.6)', path(heart, '#c98f55'))));
  add(sheet, path('M152 600C158 680 186 748 220 766', 'none', 'stroke="#ffd9b8" stroke-width="9" stroke-linecap="round" opacity="0.5"'));
  add(sheet, group(move(446, 822, -18), ellipse(0, 10, 60, 18, '#3d1f0f', 'opacity="0.3"'), ellipse(0, 0, 58, 30, '#d99a54'), ellipse(-2, -5, 50, 23, '#eab670'), ...[[-22, -8], [4, -14], [24, -2], [-4, 4]].map(([x = 0, y = 0]) => ellipse(x, y, 7, 5, '#6b3a1c'))));
  for (let i = 0; i < 16; i++) {
    const chance = random(i + 300);
    const x = chance() * 540;
    const y = (chance() * 760 - t * (8 + chance() * 16) + 1520) % 760;
    add(sheet, circle(x + 8 * Math.sin(t + i), y, 1.6 + chance() * 2, '#fff6dd', `opacity="${n(0.35 + 0.3 * Math.sin(t * 1.4 + i))}"`));
  }
}

function waves(sheet: Sheet, t: number): void {
  sky(sheet, [[0, '#48b3e0'], [0.34, '#a5e0ee'], [0.5, '#fef0cd']]);
  glow(sheet, 260, 178, 280, '#fffbe0', 0.95);
  add(sheet, circle(260, 178, 42, '#fffdf0'));
  for (let i = 0; i < 5; i++) add(sheet, cloud(((i * 271 + t * (8 + i * 3)) % 1260) - 140, 70 + ((i * 43) % 110), 0.6 + (i % 3) * 0.24, '#ffffff', 0.85));
  add(sheet, path('M640 268Q720 196 800 232T980 214V290H640Z', '#7fb9b4'), path('M720 270Q800 226 880 246T1000 250V290H700Z', '#5fa39c'));
  const tones = ['#7fd6d8', '#4fc0cd', '#2fa5bf', '#1f88ab', '#176f96', '#10587f'];
  for (const [i, tone] of tones.entries()) {
    const y = 262 + i * 42;
    const high = 5 + i * 4.4;
    const long = 90 + i * 46;
    const crest = (x: number) => y + high * Math.sin(x / long + t * (1.1 + i * 0.13) * (i % 2 ? 1 : -1) + i * 2) + high * 0.4 * Math.sin(x / (long * 0.43) + t * 1.6 + i);
    if (i === 3) sail(sheet, t, 620 - t * 9, crest);
    let d = 'M-10 560';
    let foam = '';
    for (let x = -10; x <= 970; x += 10) {
      d += `L${x} ${n(crest(x))}`;
      foam += `${foam ? 'L' : 'M'}${x} ${n(crest(x) + 3)}`;
    }
    add(sheet, path(`${d}L970 560Z`, linear(sheet, [[0, mix(tone, '#ffffff', 0.22)], [0.3, tone], [1, mix(tone, '#0a3a5c', 0.25)]])), stroke(foam, '#ffffff', 2 + i * 0.6, `opacity="${n(0.5 + 0.05 * i)}" stroke-dasharray="${60 + i * 30} ${26 + i * 9} ${18 + i * 8} ${40 + i * 9}" stroke-dashoffset="${n(t * (16 + i * 14) * (i % 2 ? -1 : 1))}"`));
    for (let k = 0; k < 10; k++) {
      const chance = random(k * 9 + i * 77);
      const x = 150 + chance() * 220 + (chance() - 0.5) * i * 60;
      add(sheet, rect(x, y + 12 + chance() * 24, 12 + chance() * 26, 2.6, '#fff6cf', `rx="1.3" opacity="${n(Math.max(0, 0.75 * Math.sin(t * 3 + k * 1.9 + i)))}"`));
    }
  }
  for (let i = 0; i < 4; i++) {
    const x = 190 + i * 62 + t * 24;
    const y = 120 + (i % 2) * 24 + 6 * Math.sin(t * 1.5 + i);
    const lift = 7 * Math.sin(t * 6 + i);
    add(sheet, stroke(`M${n(x - 17)} ${n(y - lift)}Q${n(x - 7)} ${n(y - 8)} ${n(x)} ${n(y)}Q${n(x + 7)} ${n(y - 8)} ${n(x + 17)} ${n(y - lift)}`, '#ffffff', 3.4));
  }
}

function sail(sheet: Sheet, t: number, x: number, crest: (x: number) => number): void {
  const tilt = ((crest(x + 30) - crest(x - 30)) / 60) * 34;
  add(sheet, group(move(x, crest(x) + 6, tilt), path('M-84-26H84Q66 18 40 20H-46Q-74 12-84-26Z', '#f2f4ef'), path('M-80-14H78L74-4H-76Z', '#f28a3c'), rect(-3, -190, 6, 168, '#7a5234'), path(`M8-186Q${n(92 + 6 * Math.sin(t * 2))}-110 76-38H8Z`, '#ffffff'), path(`M8-96Q${n(86 + 5 * Math.sin(t * 2))}-80 80-62L76-38H8Z`, '#ff8a5c'), path(`M-8-168Q${n(-64 - 4 * Math.sin(t * 2))}-90-62-38H-8Z`, '#ffe7c4'), path('M0-206l26 9-26 9Z', '#e2574c')));
}

function dawn(sheet: Sheet, t: number, u: number): void {
  const up = ease(u);
  sky(sheet, [[0, mix('#5b5aa8', '#7fb2e4', up)], [0.32, mix('#b678b4', '#cfc6e6', up)], [0.56, mix('#f59a8c', '#ffd0a8', up)], [0.68, '#ffe0ae']]);
  const sunY = lerp(640, 420, up);
  const breath = Math.sin((t * TAU) / 4);
  for (let k = 5; k > 0; k--) add(sheet, circle(270, sunY, 110 + k * (44 + 5 * breath), '#fff1c4', 'opacity="0.13"'));
  add(sheet, circle(270, sunY, 112, linear(sheet, [[0, '#fff8dc'], [1, mix('#ff9a6c', '#ffc97a', up)]])));
  for (const [i, tone] of ['#c793b4', '#9a76a8', '#75609a'].entries()) {
    const y = 596 + i * 22;
    add(sheet, path(`M0 680V${y}C${90 + i * 40} ${y - 62 + i * 16} ${170 - i * 60} ${y + 20} ${270 + i * 20} ${y - 14 + i * 9}S${440 - i * 30} ${y - 70 + i * 22} 540 ${y - 10}V680Z`, mix(tone, '#ffd8b0', 0.3 * up)));
  }
  add(sheet, rect(0, 654, 540, 306, linear(sheet, [[0, mix('#f3a08c', '#ffd9ae', up)], [0.4, mix('#9a6aa6', '#b9a8d4', up)], [1, mix('#4a4590', '#5f8cc4', up)]])));
  for (let i = 0; i < 22; i++) {
    const chance = random(i + 40);
    const y = 664 + i * 13;
    const w = (150 - i * 3) * (0.6 + 0.5 * chance());
    add(sheet, rect(270 - w / 2 + 12 * Math.sin(t * 1.6 + i * 1.3), y, w, 3 + i * 0.14, '#fff2cf', `rx="2" opacity="${n(0.62 - i * 0.022)}"`));
  }
  add(sheet, path('M96 960L150 800Q270 776 390 800L444 960Z', '#2b2350'), path('M150 800Q270 776 390 800L394 812Q270 790 146 812Z', '#5d4a86'));
  const b = breath * 3;
  const skin = '#2f2554';
  const rim = '#ffb98a';
  const figure = [
    path(`M160 792C172 756 222 748 270 750C318 748 368 756 380 792C330 808 210 808 160 792Z`, skin),
    path(`M236 756C222 ${n(700 - b)} 222 ${n(650 - b)} 232 ${n(612 - b)}Q270 ${n(596 - b)} 308 ${n(612 - b)}C318 ${n(650 - b)} 318 ${n(700 - b)} 304 756Z`, skin),
    stroke(`M238 ${n(622 - b)}C208 ${n(664 - b)} 196 ${n(706 - b)} 178 758M302 ${n(622 - b)}C332 ${n(664 - b)} 344 ${n(706 - b)} 362 758`, skin, 22),
    rect(258, 574 - b, 24, 34, skin, 'rx="10"'), ellipse(270, 552 - b, 31, 37, skin), circle(270, 508 - b, 15, skin),
    stroke(`M240 ${n(546 - b)}Q244 ${n(516 - b)} 270 ${n(514 - b)}Q296 ${n(516 - b)} 300 ${n(546 - b)}`, rim, 3, 'opacity="0.85"'),
    stroke(`M228 ${n(626 - b)}C202 ${n(664 - b)} 188 ${n(704 - b)} 170 752M312 ${n(626 - b)}C338 ${n(664 - b)} 352 ${n(704 - b)} 370 752`, rim, 3, 'opacity="0.7"'),
    stroke('M168 780Q270 804 372 780', '#4a3a78', 4),
  ];
  add(sheet, ellipse(270, 802, 120, 12, '#1c1640', 'opacity="0.6"'), ...figure);
  for (let i = 0; i < 6; i++) {
    const x = ((i * 120 + t * 20) % 680) - 60;
    add(sheet, stroke(`M${n(x - 12)} ${n(232 + (i % 3) * 42 - 4 * Math.sin(t * 5 + i))}q8-6 12 3q4-9 12-3`, '#4b3f7c', 2.6));
  }
  for (const side of [-1, 1]) for (let i = 0; i < 7; i++) add(sheet, stroke(`M${270 + side * (200 + i * 11)} 960Q${n(270 + side * (206 + i * 11) + 7 * Math.sin(t * 1.2 + i))} 880 ${n(270 + side * (214 + i * 12) + 15 * Math.sin(t * 1.2 + i * 0.8))} ${n(800 + (i % 3) * 36)}`, '#231c47', 5 - i * 0.3));
}

function vinyl(sheet: Sheet, t: number, u: number): void {
  add(sheet, rect(0, 0, 960, 540, linear(sheet, [[0, '#f4b543'], [1, '#e98a35']], [0, 0, 1, 1])));
  for (let k = 0; k < 7; k++) {
    const r = ((k * 96 + t * 58) % 672) + 170;
    add(sheet, circle(392, 270, r, 'none', `stroke="#fff0c4" stroke-width="${n(15 - r * 0.016)}" opacity="${n(0.62 * (1 - (r - 170) / 672))}"`));
  }
  add(sheet, rect(96, 34, 640, 484, '#8a3b1e', 'rx="34" opacity="0.28"'), rect(84, 22, 640, 484, linear(sheet, [[0, '#fff4e0'], [1, '#f3dcb8']], [0, 0, 1, 1]), 'rx="34"'));
  add(sheet, circle(392, 268, 222, '#d9bd92'), circle(386, 264, 218, '#20202a'));
  for (let r = 84; r < 214; r += 6.5) add(sheet, circle(386, 264, r, 'none', `stroke="#3a3a48" stroke-width="1.4" opacity="${n(0.5 + 0.4 * Math.sin(r))}"`));
  const shine = (turn: number, strength: number) => group(move(386, 264, turn), path('M0 0L-46-213A218 218 0 0 1 46-213Z', linear(sheet, [[0, '#ffffff', strength], [1, '#ffffff', 0]])));
  const wobble = 2.5 * Math.sin(t * 3.49);
  add(sheet, shine(38 + wobble, 0.24), shine(218 + wobble, 0.24), shine(-60 + wobble, 0.08), shine(120 + wobble, 0.08));
  const wedges = ['#e2574c', '#f58a4b', '#ffd27a', '#fff4e0', '#7fb7a4', '#3f7f8c'].map((tone, i) => group(`rotate(${i * 60})`, path('M0 0L-38.5-66.7A77 77 0 0 1 38.5-66.7Z', tone)));
  add(sheet, group(move(386, 264, t * 200), ...wedges, circle(0, 0, 30, '#fff4e0'), rect(-20, -12, 40, 4, '#e2574c', 'rx="2"'), rect(-13, 8, 26, 3, '#3f7f8c', 'rx="1.5"'), circle(0, 0, 6, '#b98d55')));
  const arm = lerp(-3, 17, ease(Math.min(1, u * 6))) + u * 4;
  add(sheet, circle(642, 110, 44, '#c9a878', 'opacity="0.6"'), circle(636, 104, 42, '#eee3d2'), fade(0.22, group(move(648, 120, arm), stroke('M0-30V190L-46 268', '#4a2a18', 11))), group(move(636, 104, arm), rect(-14, -62, 28, 40, '#4b4f5c', 'rx="6"'), stroke('M0-30V190L-46 268', '#b9bfc9', 9), stroke('M-2-30V188', '#ffffff', 2.5, 'opacity="0.8"'), group(move(-52, 280, 30), rect(-13, -20, 26, 48, '#e2574c', 'rx="5"'))), circle(636, 104, 19, '#8d93a0'), circle(632, 100, 9, '#c6cbd4'));
  for (let k = 0; k < 3; k++) add(sheet, circle(640 + k * 0, 380 + k * 44, 13, '#c9a878'), group(move(640, 378 + k * 44, -40 + k * 50 + 14 * Math.sin(t * 0.8 + k)), circle(0, 0, 12, '#4b4f5c'), rect(-1.5, -11, 3, 10, '#ffd27a')));
  for (let k = 0; k < 5; k++) {
    const age = ((t * 0.32 + k * 0.2) % 1);
    const x = 792 + 40 * Math.sin(age * 5 + k * 2) + (k % 2) * 46;
    const y = 470 - age * 440;
    add(sheet, fade(Math.sin(age * Math.PI), group(move(x, y, 12 * Math.sin(age * 7 + k), 0.9 + (k % 3) * 0.25), ellipse(-8, 14, 13, 9.5, '#7c2f16', 'transform="rotate(-18 -8 14)"'), rect(1.5, -34, 4.5, 48, '#7c2f16'), k % 2 ? path('M2-34Q26-26 22-4Q18-20 2-20Z', '#7c2f16') : '')));
  }
}

const wide = { width: 960, height: 540 };
const tall = { width: 540, height: 960 };
export const homeScenes: Scene[] = [
  { ...tall, name: 'slow-coffee', seconds: 7, poster: 0.4, music: { root: 1, chords: [[0, 4, 7, 11], [-3, 0, 4, 7], [2, 5, 9, 12]], tempo: 72 }, draw: coffee },
  { ...wide, name: 'small-sails', seconds: 8, poster: 0.4, music: { root: 4, chords: [[0, 4, 7, 11], [-7, -3, 0, 4]], tempo: 70, air: 'sea' }, draw: waves },
  { ...tall, name: 'breathe-in', seconds: 8, poster: 0.62, music: { root: -5, chords: [[0, 7, 12, 16], [-4, 3, 8, 12]], tempo: 60, air: 'sea' }, draw: dawn },
  { ...wide, name: 'side-a', seconds: 7, poster: 0.4, music: { root: 0, chords: [[0, 3, 7, 10], [5, 8, 12, 15], [-2, 2, 5, 8]], tempo: 108 }, draw: vinyl },
];
