/** A head that turns, with hair in the wind and a pair of the shop on its nose; about 220 wide and 300 high. */
import { drawWorn } from '../products/glasses.ts';
import { models } from '../products/models.ts';
import type { Sheet } from './draw.ts';
import {
  TAU,
  circle,
  clamp,
  clip,
  ellipse,
  fade,
  group,
  lerp,
  linear,
  mix,
  n,
  path,
  radial,
  random,
  stroke,
} from './draw.ts';

export interface Person {
  skin: string;
  hair: string;
  top: string;
  lips: string;
  /** The name of a pair of the shop. */
  glasses: string;
  /** The colour of the light from behind, and the side it comes from. */
  light: string;
  side: 1 | -1;
  cut: 'long' | 'short';
  striped: boolean;
}

export interface Pose {
  t: number;
  /** Degrees; a positive one shows the wearer's left. */
  yaw: number;
  /** From 0 to 1. */
  smile: number;
  /** How strong the wind is, and where it blows. */
  wind: number;
  /** What the lenses show, in a picture of 1200 by 900. */
  mirrored: string;
}

const FACE = 'M-78 -22C-80 -112 80 -112 78 -22C77 32 62 76 34 102Q0 124 -34 102C-62 76 -77 32 -78 -22Z';

/** Locks that hang from the back of the head and are blown about; the lightest lie on top. */
function locks(person: Person, { t, wind, yaw }: Pose): string {
  const next = random(11);
  const count = 46;
  return Array.from({ length: count }, (_, i) => {
    const k = next();
    const angle = lerp(-2.9, -0.24, k);
    const x = Math.cos(angle) * 82 - yaw * 0.5;
    const y = -34 + Math.sin(angle) * 60 + 24;
    const long = 150 + next() * 90;
    const sway = Math.sin(t * (1.5 + next() * 0.8) - k * 2.2 + i * 0.7) * 14;
    const out = (k - 0.5) * 120;
    const endX = x + out * 0.5 + wind * (60 + next() * 80) + sway * 1.7;
    const endY = y + long - Math.abs(wind) * 46 * next() + sway * 0.7;
    const bright = i / count;
    const tone = mix(mix(person.hair, '#140a0e', 0.5 * (1 - bright)), person.light, 0.26 * bright * next());
    const wide = 24 + next() * 16;
    const midX = x + out * 0.55 - wind * 14;
    const midY = y + long * 0.5;
    return path(
      `M${n(x - wide / 2)} ${n(y)}C${n(midX - wide)} ${n(midY)} ${n(endX - wide * 0.5)} ${n(endY - 40)} ${n(endX)} ${n(endY)}C${n(endX + wide * 0.2)} ${n(endY - 50)} ${n(midX + wide)} ${n(midY)} ${n(x + wide / 2)} ${n(y)}Z`,
      tone,
    );
  }).join('');
}

function backHair(sheet: Sheet, person: Person, pose: Pose): string {
  const shift = -pose.yaw * 0.5;
  const crown = ellipse(
    shift,
    -40,
    94,
    92,
    linear(sheet, [
      [0, mix(person.hair, person.light, 0.3)],
      [0.6, person.hair],
      [1, mix(person.hair, '#140a0e', 0.5)],
    ]),
  );
  return person.cut === 'long' ? locks(person, pose) + crown : crown;
}

function neckAndTop(sheet: Sheet, person: Person, yaw: number): string {
  const dark = mix(person.skin, '#5a1f22', 0.5);
  const neck = linear(sheet, [
    [0, dark],
    [0.6, mix(person.skin, dark, 0.4)],
    [1, mix(person.skin, dark, 0.2)],
  ]);
  const cloth = linear(sheet, [
    [0, mix(person.top, person.light, 0.25)],
    [0.35, mix(person.top, '#7a3f5a', 0.16)],
    [1, mix(person.top, '#2a1030', 0.66)],
  ]);
  const body = 'M-214 306C-204 180 -130 162 -56 136Q0 198 56 136C130 162 204 180 214 306V560H-214Z';
  const stripes = [0, 1, 2, 3, 4, 5, 6].map((i) =>
    stroke(
      `M-230 ${206 + i * 38}Q0 ${262 + i * 38} 230 ${206 + i * 38}`,
      mix(person.top, '#2b3f78', 0.62),
      13,
    ),
  );
  return (
    path(`M${n(-44 - yaw * 0.3)} 50L-50 152Q0 208 50 152L${n(44 - yaw * 0.3)} 50Z`, neck) +
    path(body, cloth) +
    (person.striped
      ? `<g clip-path="${clip(sheet, path(body, '#fff'))}" opacity="0.85">${stripes.join('')}</g>`
      : '') +
    stroke('M-56 136Q0 198 56 136', mix(person.top, '#ffffff', 0.4), 8) +
    stroke(
      `M${person.side * 62} 138C${person.side * 130} 162 ${person.side * 204} 180 ${person.side * 213} 306`,
      person.light,
      6,
      'opacity="0.8"',
    )
  );
}

function mouth(person: Person, at: number, smile: number): string {
  const wide = 24 + smile * 9;
  const up = smile * 8;
  const teeth =
    smile > 0.35
      ? path(
          `M${n(at - wide * 0.8)} ${n(68 - up * 0.6)}Q${n(at)} ${n(72 + smile * 14)} ${n(at + wide * 0.8)} ${n(68 - up * 0.6)}Q${n(at)} 72 ${n(at - wide * 0.8)} ${n(68 - up * 0.6)}Z`,
          '#fff6ee',
        )
      : '';
  return (
    path(
      `M${n(at - wide)} ${n(67 - up)}Q${n(at - 9)} 61 ${n(at)} 65Q${n(at + 9)} 61 ${n(at + wide)} ${n(67 - up)}Q${n(at)} ${n(74 + smile * 4)} ${n(at - wide)} ${n(67 - up)}Z`,
      mix(person.lips, '#4a1020', 0.28),
    ) +
    teeth +
    path(
      `M${n(at - wide)} ${n(67 - up)}Q${n(at)} ${n(72 + smile * 16)} ${n(at + wide)} ${n(67 - up)}Q${n(at)} ${n(86 + smile * 14)} ${n(at - wide)} ${n(67 - up)}Z`,
      person.lips,
    )
  );
}

function face(sheet: Sheet, person: Person, { yaw, smile }: Pose): string {
  const at = yaw * 0.85;
  const dark = mix(person.skin, '#6a2430', 0.42);
  const shade = linear(
    sheet,
    [
      [0, person.side > 0 ? dark : mix(person.skin, person.light, 0.35)],
      [0.45, person.skin],
      [1, person.side > 0 ? mix(person.skin, person.light, 0.4) : dark],
    ],
    [0, 0.2, 1, 0.5],
  );
  const within = clip(sheet, path(FACE, '#fff'));
  const cheek = radial(sheet, [
    [0, '#ff7a5c', 0.42],
    [1, '#ff7a5c', 0],
  ]);
  const under = radial(sheet, [
    [0, '#3a0f1c', 0.5],
    [1, '#3a0f1c', 0],
  ]);
  const nose = at * 1.25;
  const brow = (side: number) =>
    stroke(
      `M${n(at + side * 60)} ${n(-32)}Q${n(at + side * 40)} ${n(-47 - smile * 3)} ${n(at + side * 17)} -37`,
      mix(person.hair, '#180b0e', 0.45),
      6.5,
    );
  const ear = (side: number) =>
    ellipse(side * 79 - yaw * 0.9, 14, 11, 22, mix(person.skin, dark, side === person.side ? 0.2 : 0.75));
  return (
    ear(-1) +
    ear(1) +
    path(FACE, shade) +
    `<g clip-path="${within}">${[
      ellipse(at, 128, 92, 40, under),
      ellipse(at - 44, 46, 36, 26, cheek),
      ellipse(at + 44, 46, 36, 26, cheek),
      // the shadow that the pair casts
      ellipse(at, 12, 84, 26, under, 'opacity="0.7"'),
      stroke(FACE, person.light, 9, `opacity="0.55" transform="translate(${person.side * -3} 1)"`),
      fade(0.75, path(FACE, dark, `transform="translate(${person.side * -152} 6)"`)),
    ].join('')}</g>` +
    path(
      `M${n(nose - 3)} -8Q${n(nose + person.side * -13)} 30 ${n(nose - 12)} 40Q${n(nose)} 49 ${n(nose + 13)} 40Q${n(nose + 5)} 34 ${n(nose + 4)} -8Z`,
      mix(person.skin, dark, 0.36),
    ) +
    ellipse(nose + person.side * 3, 33, 4, 6, person.light, 'opacity="0.3"') +
    brow(-1) +
    brow(1) +
    mouth(person, at * 1.05, smile)
  );
}

function fringe(sheet: Sheet, person: Person, pose: Pose): string {
  const at = pose.yaw * 0.4;
  const paint = linear(sheet, [
    [0, mix(person.hair, person.light, 0.42)],
    [0.5, person.hair],
    [1, mix(person.hair, '#1a0c10', 0.4)],
  ]);
  const blown = Math.sin(pose.t * 2.1) * 3 + pose.wind * 4;
  if (person.cut === 'short')
    return path(
      `M-84 -8C-96 -140 96 -142 84 -8C78 -42 70 -58 ${n(54 + at)} -68C${n(20 + at)} -58 ${n(-26 + at)} -62 ${n(-56 + at)} -74C-72 -58 -80 -40 -84 -8Z`,
      paint,
    );
  const parting = 30 + at;
  const strands = [0.15, 0.35, 0.55, 0.75, 0.9].map((k) =>
    stroke(
      `M${n(parting - 4 * k)} ${n(-112 + 6 * k)}C${n(parting - 60 * k)} -100 ${n(lerp(10, -86, k))} ${n(-70 + blown * 0.3)} ${n(lerp(-30, -84, k) + blown * 0.3)} ${n(lerp(-66, 10, k))}`,
      mix(person.hair, person.light, 0.5 - k * 0.3),
      2.2,
      'opacity="0.5"',
    ),
  );
  return (
    path(
      `M-88 40C-104 -142 98 -150 90 34C${n(86 + blown)} -30 ${n(70 + at)} -66 ${n(parting)} -92C${n(8 + at)} -56 ${n(-56 + at)} -46 ${n(-74 + blown * 0.4)} -2Q-82 16 -88 40Z`,
      paint,
    ) + strands.join('')
  );
}

/** The head with its middle at the eyes. */
export function drawPerson(sheet: Sheet, person: Person, pose: Pose): string {
  const pair = models.find(({ name }) => name === person.glasses);
  if (!pair) throw new Error(`There is no pair called ${person.glasses}.`);
  const wide = 206;
  const worn = group(
    `translate(${n(pose.yaw * 0.85 - wide / 2)} ${n(2 - (wide * 0.75) / 2)}) scale(${n(wide / 12)}e-2)`,
    drawWorn(pair, pose.yaw, 3 + 2 * Math.sin(pose.t * 0.7), pose.mirrored),
  );
  return (
    backHair(sheet, person, pose) +
    neckAndTop(sheet, person, pose.yaw) +
    face(sheet, person, pose) +
    worn +
    fringe(sheet, person, pose)
  );
}

/** Out-of-focus lights that drift. */
export function bokeh(sheet: Sheet, t: number, colours: string[], count: number, size: number): string {
  const next = random(77);
  return Array.from({ length: count }, (_, i) => {
    const depth = 0.4 + next() * 0.8;
    const x = (next() * 1.2 - 0.1) * sheet.width + Math.sin(t * 0.3 * depth + i) * 18;
    const y =
      (((next() * 1.2 * sheet.height - t * 9 * depth) % (sheet.height * 1.2)) + sheet.height * 1.2) %
      (sheet.height * 1.2);
    const glint = 0.16 + 0.14 * Math.sin(t * (0.8 + next()) + i * 2.1);
    return circle(
      x,
      y - sheet.height * 0.1,
      size * depth,
      colours[i % colours.length] ?? '#ffffff',
      `opacity="${n(clamp(glint, 0.03, 0.4))}"`,
    );
  }).join('');
}

/** Light on water: short bright strokes that come and go, nearest the sun's column. */
export function glitter(
  t: number,
  [x, y, wide, high]: [number, number, number, number],
  colour: string,
): string {
  const next = random(31);
  return Array.from({ length: 70 }, () => {
    const k = next() ** 1.4;
    const spread = (next() + next() + next() - 1.5) * wide * (0.25 + k);
    const phase = next() * TAU;
    const on = clamp(Math.sin(t * (2 + next() * 2.5) + phase));
    return ellipse(
      x + spread + Math.sin(t + phase) * 6,
      y + k * high,
      (6 + k * 26) * (0.4 + on * 0.6),
      1 + k * 2.6,
      colour,
      `opacity="${n(on * 0.75)}"`,
    );
  }).join('');
}
