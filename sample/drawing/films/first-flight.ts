import { clamp, ease, lerp, random, span } from '../clips/draw.ts';
import { figure, figureMeshes, STANDING } from '../film/figure.ts';
import type { Film, Thing } from '../film/film.ts';
import type { Mat4, Vec3 } from '../film/matrix.ts';
import { cross, minus, mul, normal, scale, shift, turn } from '../film/matrix.ts';
import type { Mesh } from '../film/meshes.ts';
import { box, curve, merge, placed, sheet, sprites } from '../film/meshes.ts';

/** A dart folded from a sheet of paper; it flies along z. */
const plane = (): Mesh => {
  const three = (a: Vec3, b: Vec3, c: Vec3): Mesh =>
    sheet(
      1,
      1,
      (u, v) => [0, 1, 2].map((i) => lerp(lerp(a[i]!, b[i]!, u), lerp(a[i]!, c[i]!, u), v)) as Vec3,
    );
  const nose: Vec3 = [0, 0, 0.6];
  return merge(
    ...[-1, 1].flatMap((side) => [
      three(nose, [side * 0.04, 0.03, -0.5], [side * 0.42, 0.09, -0.46]),
      three(nose, [0, -0.16, -0.46], [side * 0.04, 0.03, -0.5]),
    ]),
  );
};

interface Flight {
  begins: number;
  lasts: number;
  size: number;
  way: Vec3[];
}
const HAND: Vec3 = [0.5, 1.75, 0.35];
const FLIGHTS: Flight[] = [
  {
    begins: 0.75,
    lasts: 7.6,
    size: 0.95,
    way: [HAND, [0.4, 2.4, -2.2], [-0.6, 2.1, -5], [-0.2, 3.6, -8.5], [1.2, 5.4, -14], [1, 8, -24]],
  },
  // this one comes back
  {
    begins: 1.7,
    lasts: 5.2,
    size: 0.9,
    way: [
      HAND,
      [-0.4, 2.5, -2.4],
      [-1.8, 2.6, -5],
      [-2.2, 3.6, -5.6],
      [-1, 4.1, -3],
      [-0.2, 3.2, 0.6],
      [0.6, 2.5, 3.4],
    ],
  },
  {
    begins: 2.2,
    lasts: 7,
    size: 0.8,
    way: [
      [3.5, 0.5, -3],
      [2, 1.6, -5],
      [1.1, 2.6, -7.5],
      [-0.8, 4.6, -12],
      [-2.4, 7, -22],
    ],
  },
  {
    begins: 2.9,
    lasts: 7,
    size: 0.8,
    way: [
      [-4, -0.4, -5],
      [-2.4, 1.1, -7],
      [-1.8, 2.9, -9.5],
      [0.2, 4.2, -13],
      [2.2, 8.2, -22],
    ],
  },
  {
    begins: 3.3,
    lasts: 7,
    size: 0.85,
    way: [
      [4, 1.8, -6],
      [2.4, 2.2, -7.6],
      [0.9, 3.8, -10],
      [1.2, 5.6, -14],
      [4, 9, -24],
    ],
  },
  {
    begins: 3.9,
    lasts: 7,
    size: 0.85,
    way: [
      [-5, 2.2, -6],
      [-2.6, 2.9, -8],
      [-1.5, 4.9, -11],
      [-2, 6.4, -15],
      [-4, 10.5, -25],
    ],
  },
];

function flying({ begins, lasts, size, way }: Flight, t: number): Mat4 | null {
  const k = (t - begins) / lasts;
  if (k < 0 || k > 1) return null;
  const at = curve(way, k);
  const ahead = normal(minus(curve(way, Math.min(1, k + 0.012)), at));
  const later = normal(minus(curve(way, Math.min(1, k + 0.03)), curve(way, Math.min(1, k + 0.018))));
  const bank = clamp(cross(ahead, later)[1] * 9, -0.9, 0.9);
  const x = normal(cross([0, 1, 0], ahead));
  const y = cross(ahead, x);
  const turned = [...x, 0, ...y, 0, ...ahead, 0, ...at, 1];
  return mul(
    turned,
    turn('z', bank + 0.12 * Math.sin(t * 3 + begins * 9)),
    turn('x', 0.06 * Math.sin(t * 4 + begins)),
    scale(size),
  );
}

const city = (): Mesh => {
  const next = random(9);
  return merge(
    ...Array.from({ length: 120 }, (_, i) => {
      const z = -9 - (i / 120) * 62;
      const x = (next() - 0.5) * (16 - z * 0.95);
      const wide = 0.9 + next() * 1.5;
      const high = 3.5 + next() ** 3 * 6.5;
      return placed(box(wide, high, wide * (0.7 + next() * 0.5), 0.03), shift(x, -12 + high * 0.6, z));
    }),
  );
};

export const firstFlight: Film = {
  name: 'first-flight',
  width: 1080,
  height: 1920,
  seconds: 7,
  poster: 0.5,
  music: {
    root: 5,
    chords: [
      [0, 4, 7, 11],
      [-3, 0, 4, 7],
    ],
    tempo: 100,
    air: 'wind',
    pluck: 'bell',
  },
  glsl: {
    sky: /* glsl */ `vec3 sky(vec3 d, float blur) {
      float s = max(dot(d, uSun), 0.), up = max(d.y, 0.);
      vec3 c = mix(vec3(1.15, .74, .5), vec3(.4, .58, .8), smoothstep(-.02, .2, d.y));
      c = mix(c, vec3(.08, .26, .6), smoothstep(.14, .75, up));
      c += vec3(1.2, .7, .3) * (pow(s, 6.) * .35 + pow(s, 70.) * .6);
      if (blur < .1) {
        vec2 q = d.xz / (up + .22) * 1.5 + vec2(uTime * .02, -uTime * .03);
        float k = fbm(q), low = fbm2(q + vec2(.16, .1));
        float cloud = smoothstep(.5, .72, k) * smoothstep(.02, .16, up);
        vec3 lit = mix(vec3(.5, .54, .7), vec3(1.25, .98, .78), clamp((low - k) * 3. + .5 + pow(s, 4.), 0., 1.));
        c = mix(c, lit, cloud * .9);
      }
      return c;
    }`,
    surface: /* glsl */ `void surface(inout Surface s, int kind, vec3 w, vec3 m, vec2 uv, vec4 par, vec3 ray) {
      if (kind == 90) { // paper: a little light comes through, and there are lines on it
        vec3 n = normalize(s.normal); if (dot(n, ray) > 0.) n = -n; s.normal = n;
        s.glow = vec3(1., .9, .78) * (.3 * max(-dot(n, uSun), 0.));
        float line = smoothstep(.02, .0, abs(fract(m.x * 16.) - .5) * .2); s.colour = mix(vec3(.9, .89, .86), vec3(.45, .6, .85), line * .22 * par.x);
        s.rough = .9;
      } else if (kind == 1) { // houses in the morning haze
        vec2 q = abs(s.normal.x) > .5 ? w.zy : w.xy; vec2 cell = q * vec2(2.2, 1.7); vec2 id = floor(cell); vec2 f = abs(fract(cell) - .5);
        float pane = smoothstep(.36, .32, f.x) * smoothstep(.34, .3, f.y) * step(abs(s.normal.y), .5);
        float far = length(w) ; float house = hash(floor(w.xz * .22));
        s.colour = mix(vec3(.34, .27, .27), vec3(.5, .36, .28), house) * (.8 + .2 * noise(w.xy * 3.));
        s.colour = mix(s.colour, vec3(.1, .13, .19), pane * .7); s.rough = mix(.8, .12, pane);
        s.glow = pane * step(.86, hash(id + floor(w.xz * .2))) * vec3(1., .66, .3) * .5;
      } else if (kind == 2) { s.colour *= .85 + .2 * noise(w.xz * 9. + w.y * 5.) + .06 * noise(w.xz * 60.); }
      else if (kind == 98) { float r = length(uv - .5) * 2.; float f = noise(uv * vec2(3., 2.) + vec2(par.y * 7. + uTime * .04, par.y)); s.glow = mix(vec3(.84, .78, .84), vec3(1.25, .92, .66), par.z); s.alpha = smoothstep(1., .1, r) * smoothstep(.2, .75, f) * par.x; }
    }`,
  },
  meshes: () => ({
    ...figureMeshes(),
    plane: plane(),
    city: city(),
    roof: box(4, 0.5, 2.2, 0.05),
    wall: box(4, 0.22, 0.16, 0.04),
    vent: box(0.3, 0.4, 0.3, 0.05),
    puff: sprites([{ at: [0, 0, 0], seed: [1, 0, 0] }]),
  }),
  shot(t) {
    const k = ease(t / 8);
    const back = ease(span(t, 0.1, 0.6));
    const thrown = ease(span(t, 0.62, 0.86));
    const rest = ease(span(t, 1.2, 2.1));
    const glad = ease(span(t, 5.6, 6.4));
    const elbow: Vec3 = [
      -0.36,
      lerp(lerp(1.2, 1.5, back), 1.3, rest),
      lerp(lerp(0, -0.12, back), 0.2, thrown) * (1 - rest),
    ];
    const hand: Vec3 = [
      lerp(-0.34, -0.28, thrown),
      lerp(lerp(1.1, 1.78, back), lerp(1.62, 1.0, rest), thrown),
      lerp(lerp(0.2, -0.12, back), lerp(0.5, 0.08, rest), thrown),
    ];
    const breath = 0.006 * Math.sin(t * 2);
    const who = mul(shift(0.28, 0, 0.25), turn('y', Math.PI - 0.12));
    const held: Thing[] =
      t < 0.75
        ? [
            {
              mesh: 'plane',
              kind: 90,
              at: mul(who, shift(hand[0], hand[1] + 0.04, hand[2] + 0.18), turn('x', -0.1), scale(0.75)),
              par: [1, 0, 0, 0],
            },
          ]
        : [];
    const next = random(3);
    const mist = Array.from({ length: 6 }, (_, i): Thing => {
      const z = -12 - next() * 42;
      return {
        mesh: 'puff',
        kind: 98,
        blend: true,
        sprite: 1,
        at: mul(
          shift((next() - 0.5) * -z * 1.1 + t * 0.3, -7.4 + next() * 2.2, z),
          scale(9 + next() * 9, 4, 1),
        ),
        par: [0.42, i * 1.7, next(), 0],
      };
    }).toSorted((a, b) => a.at![14]! - b.at![14]!);
    return {
      eye: [lerp(1.5, -0.5, k), lerp(1.5, 2.9, k), lerp(5.6, 4.4, k)],
      at: [lerp(0.1, -0.15, k), lerp(1.8, 3.3, k), -6],
      fov: 50,
      sun: [-0.7, 0.34, -0.62],
      sunColour: [3.6, 2.6, 1.7],
      ground: [0.36, 0.3, 0.3],
      above: [0.52, 0.56, 0.68],
      fog: [0.022, 6, 0.02, 0.85],
      shadow: [[0, 0.8, -0.5], 4],
      exposure: 0.66,
      bloom: 0.45,
      vignette: 0.7,
      things: [
        ...figure(
          who,
          { skin: '#9a6545', hair: '#1c1512', top: '#d8732a', legs: '#27304a', shoes: '#f0e6d6' },
          {
            ...STANDING,
            neck: [0, 1.44 + breath, 0.02 + 0.06 * thrown * (1 - rest)],
            head: [0, 1.61 + breath, 0.05 + 0.05 * thrown * (1 - rest)],
            right: [elbow, hand],
            left: [
              [0.3, lerp(1.16, 1.36, glad), lerp(0, 0.1, glad)],
              [lerp(0.28, 0.2, glad), lerp(0.94, 1.62, glad), lerp(0.1, 0.2, glad)],
            ],
            look: 0.3 * Math.sin(t * 0.8),
          },
        ),
        ...held,
        ...FLIGHTS.flatMap((flight): Thing[] => {
          const at = flying(flight, t);
          return at ? [{ mesh: 'plane', kind: 90, at, par: [1, 0, 0, 0] }] : [];
        }),
        { mesh: 'wall', kind: 2, at: shift(0, 0.22, -1.7), colour: '#a87a60', rough: 0.9 },
        { mesh: 'roof', kind: 2, at: shift(0, -0.5, 0.3), colour: '#8a6a5c', rough: 0.9 },
        { mesh: 'vent', kind: 2, at: shift(-2.1, 0.4, -0.4), colour: '#5f6a72', rough: 0.5 },
        { mesh: 'city', kind: 1, noShadow: true },
        ...mist,
      ],
    };
  },
};
