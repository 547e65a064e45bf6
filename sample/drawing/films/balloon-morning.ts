import { ease, lerp, random } from '../clips/draw.ts';
import { figure, figureMeshes, STANDING } from '../film/figure.ts';
import type { Film, Thing } from '../film/film.ts';
import type { Mat4, Vec3 } from '../film/matrix.ts';
import { mul, reach, scale, shift, turn } from '../film/matrix.ts';
import { box, lathe, merge, placed, sheet, sprites } from '../film/meshes.ts';

/** Rows of stone chimneys, as they stand in the valley. */
const chimneys = (seed: number, count: number, wide: number, high: number) => {
  const next = random(seed);
  return merge(
    ...Array.from({ length: count }, () => {
      const tall = high * (0.5 + next() * 0.8);
      const fat = high * (0.22 + next() * 0.16);
      const cone = lathe(
        [
          [fat * 1.25, -0.6],
          [fat, tall * 0.3],
          [fat * 0.55, tall * 0.74],
          [fat * 0.4, tall * 0.86],
          [fat * 0.62, tall * 0.9],
          [fat * 0.3, tall * 1.06],
          [0, tall * 1.1],
        ],
        { smooth: true, around: 14 },
      );
      return placed(
        cone,
        mul(shift((next() - 0.5) * wide, 0, (next() - 0.5) * wide * 0.14), turn('y', next() * 6)),
      );
    }),
  );
};

const land = (away: number, swing: number, seed: number) =>
  sheet(200, 1, (u, v) => {
    const x = (u - 0.5) * away * 4;
    const k = (x / away) * 2.4;
    const top =
      swing *
      (0.6 * Math.sin(k + seed) + 0.3 * Math.sin(k * 2.3 + seed * 2) + 0.1 * Math.sin(k * 7.1 + seed * 3));
    return [x, v > 0.5 ? top : -away * 0.6, -away];
  });

const BAG: [number, number][] = [
  [0.2, -1.12],
  [0.34, -0.92],
  [0.74, -0.36],
  [0.97, 0.08],
  [1, 0.36],
  [0.88, 0.72],
  [0.58, 0.96],
  [0.2, 1.05],
  [0, 1.06],
];

interface Balloon {
  from: Vec3;
  size: number;
  rise: number;
  drift: number;
  tint: number;
  seed: number;
}
const BALLOONS: Balloon[] = [
  { from: [-1.7, -1.3, -10.5], size: 2.1, rise: 3.7, drift: 0.5, tint: 0, seed: 0 },
  { from: [-13, 1.4, -27], size: 2.3, rise: 2.1, drift: 1.2, tint: 1, seed: 2 },
  { from: [10.5, 1.1, -21], size: 2.1, rise: 2.9, drift: 0.7, tint: 2, seed: 4 },
  { from: [4.6, 2.4, -46], size: 2.4, rise: 2.6, drift: 1.4, tint: 3, seed: 6 },
];

/** A rope to each corner, a burner, and who flies it. */
function basket(at: Mat4, t: number, wave: number): Thing[] {
  const corner = (x: number, z: number): Thing => ({
    mesh: 'rod',
    at: mul(at, reach([x * 0.15, -1.62, z * 0.15], [x * 0.21, -1.08, z * 0.21], 0.008)),
    colour: '#3a2a22',
    rough: 0.9,
  });
  const crew = mul(at, shift(0.07, -1.91, 0.05), turn('y', 0.5), scale(0.25));
  return [
    corner(1, 1),
    corner(-1, 1),
    corner(1, -1),
    corner(-1, -1),
    { mesh: 'basket', kind: 3, at: mul(at, shift(0, -1.8, 0), scale(0.2, 0.15, 0.2)), rough: 0.9 },
    ...figure(
      crew,
      { skin: '#b9805e', hair: '#2a1c1c', top: '#2f5d63', legs: '#22283a', shoes: '#1b1b1f' },
      {
        ...STANDING,
        right: [
          [-0.36, 1.4 + 0.2 * wave, 0.05],
          [-0.42, 1.5 + 0.4 * wave + 0.08 * wave * Math.sin(t * 7), 0.1],
        ],
      },
    ),
    ...figure(
      mul(at, shift(-0.09, -1.91, 0.03), turn('y', -0.4), scale(0.24)),
      { skin: '#e0ac86', hair: '#6d3a1e', top: '#d8732a', legs: '#39414f', shoes: '#1b1b1f' },
      STANDING,
    ),
  ];
}

export const balloonMorning: Film = {
  name: 'balloon-morning',
  width: 1920,
  height: 1080,
  seconds: 8,
  poster: 0.62,
  music: {
    root: 5,
    chords: [
      [0, 4, 7, 11],
      [-4, 0, 3, 8],
      [-7, -3, 0, 4],
    ],
    tempo: 80,
    air: 'wind',
  },
  glsl: {
    sky: /* glsl */ `vec3 haze(float towards) { return mix(vec3(.46, .42, .58), vec3(1.2, .64, .36), pow(towards, 3.)); }
    vec3 sky(vec3 d, float blur) {
      float s = max(dot(d, uSun), 0.), up = max(d.y, 0.);
      vec3 c = mix(vec3(1.1, .66, .46), vec3(.5, .54, .72), smoothstep(.0, .22, up));
      c = mix(c, vec3(.14, .3, .58), smoothstep(.12, .7, up));
      c += vec3(1.3, .7, .32) * (pow(s, 8.) * .4 + pow(s, 80.) * .6);
      if (blur < .1) {
        vec2 q = d.xz / (up + .14);
        float cloud = smoothstep(.46, .84, fbm2(q * vec2(.7, 2.2) + vec2(uTime * .015, 5.))) * smoothstep(.05, .2, up);
        c = mix(c, mix(vec3(.7, .62, .7), vec3(1.5, 1., .72), pow(s, 3.)), cloud * .6);
        c += vec3(7., 4.8, 2.6) * smoothstep(.9988, .9993, s);
      }
      return c;
    }`,
    surface: /* glsl */ `void surface(inout Surface s, int kind, vec3 w, vec3 m, vec2 uv, vec4 par, vec3 ray) {
      if (kind == 1) { // the bag: gores of two colours with a band, lit from within by the burner
        float gore = floor(uv.x * 24.), seam = smoothstep(.0, .08, min(fract(uv.x * 24.), 1. - fract(uv.x * 24.)));
        vec3 a[4] = vec3[](vec3(.68, .05, .035), vec3(.8, .42, .04), vec3(.04, .3, .27), vec3(.07, .16, .5));
        vec3 b[4] = vec3[](vec3(.9, .3, .04), vec3(.92, .78, .46), vec3(.78, .76, .6), vec3(.55, .7, .9));
        int k = int(par.x); bool odd = mod(gore, par.x < .5 ? 3. : 2.) < .5;
        vec3 c = odd ? b[k] : a[k];
        float zig = abs(fract(uv.x * 12.) - .5) * .16;
        if (par.x < 2.5 && m.y > -.16 + zig && m.y < .1 + zig) c = par.x < .5 ? vec3(.93, .68, .2) : mix(a[k], vec3(.92, .86, .7), .85);
        if (m.y > .9) c = a[k] * .8;
        s.colour = c * mix(.6, 1., seam) * (.94 + .08 * noise(m.xy * 40.)); s.rough = .7;
        s.glow = c * par.y * exp(-(m.y + 1.1) * 1.5) * vec3(1.6, 1.1, .6);
        s.occluded = mix(.5, 1., smoothstep(-1., .4, m.y));
      } else if (kind == 3) { float k = step(.5, fract(uv.x * 14. + floor(uv.y * 18.) * .5)); s.colour = mix(vec3(.2, .09, .035), vec3(.42, .22, .09), k * .6 + .4 * noise(m.xy * 20.)); if (m.y > .7) s.colour = vec3(.1, .04, .02); }
      else if (kind == 95) { // land and chimneys, ever paler
        float k = par.x, sun = max(dot(ray, uSun), 0.);
        vec3 rock = mix(vec3(.34, .2, .17), vec3(.62, .4, .28), fbm2(m.xy * vec2(2., 5.) / par.y));
        if (par.z > .5) { // stone: a lit and a shaded side, and layers
          float l = dot(normalize(s.normal), normalize(vec3(uSun.x, .1, uSun.z * .3))) * .5 + .5;
          rock = mix(vec3(.2, .13, .2), vec3(.95, .52, .32), smoothstep(.2, .95, l)) * (.8 + .3 * smoothstep(.3, .7, noise(vec2(m.y * 22. / par.y, m.x * .4)))) ;
          float cap = smoothstep(.84, .88, uv.y); rock = mix(rock, rock * .5, cap);
        } else rock = mix(rock, vec3(.22, .26, .16), smoothstep(.45, .7, fbm2(m.xy * vec2(5., 14.) / par.y)) * .6) * mix(.55, 1., pow(sun, 2.));
        float mist = par.z > .5 ? smoothstep(1.6, -.5, w.y / par.y * 6.) * .8 : smoothstep(1., .93, uv.y) * .8;
        s.glow = mix(rock, haze(sun), clamp(mix(.0, .8, k) + mist * .3, 0., 1.));
      } else if (kind == 96) { s.glow = vec3(.1, .07, .09); }
      else if (kind == 98) { float r = length(uv - .5) * 2.; float f = noise(uv * vec2(3., 2.) + vec2(par.y * 7. + uTime * .04, par.y)); s.glow = mix(vec3(.8, .66, .68), vec3(1.25, .84, .56), par.z); s.alpha = smoothstep(1., .1, r) * smoothstep(.2, .75, f) * par.x; }
      else if (kind == 99) { vec2 q = (uv - .5) * vec2(2.6, 1.); float r = length(q + vec2(0., .1)); s.glow = mix(vec3(1.6, .7, .2), vec3(.6, .8, 1.6), smoothstep(.1, .5, .5 - uv.y)); s.alpha = smoothstep(.45, .02, r) * par.x; }
    }`,
    displace: /* glsl */ `void displace(inout vec3 p, inout vec3 n, vec2 uv, int kind, vec4 par) {
      if (kind == 96) { p.y += abs(p.x) * sin(uTime * par.x + par.y) * .55; }
    }`,
  },
  meshes: () => ({
    ...figureMeshes(),
    bag: lathe(BAG, { smooth: true, around: 72 }),
    basket: placed(box(1, 0.85, 1, 0.2), shift(0, 0, 0)),
    wings: merge(
      ...[-1, 1].map((side) =>
        sheet(2, 2, (u, v) => [
          side * u,
          0.12 * Math.sin(u * 3),
          (v - 0.5) * 0.34 * (1 - u * 0.75) - u * 0.16,
        ]),
      ),
    ),
    rocks0: chimneys(3, 16, 34, 2.4),
    rocks1: chimneys(8, 24, 70, 3.2),
    rocks2: chimneys(15, 30, 130, 5),
    land0: land(22, 0.9, 1.2),
    land1: land(48, 2.2, 3.4),
    land2: land(110, 7, 0.4),
    land3: land(260, 22, 2.2),
    puff: sprites([{ at: [0, 0, 0], seed: [1, 0, 0] }]),
  }),
  shot(t, u) {
    const up = ease(u * 0.96 + 0.02);
    const next = random(31);
    const burns = (seed: number) => {
      const k = (t + seed * 1.3) % 4.4;
      return k > 2.6 && k < 3.7 ? 0.75 + 0.25 * Math.sin(t * 37) : 0;
    };
    const balloons = BALLOONS.flatMap(({ from, size, rise, drift, tint, seed }): Thing[] => {
      const fire = burns(seed);
      const at = mul(
        shift(
          from[0] + drift * u * 2.2 + 0.14 * Math.sin(t * 0.6 + seed),
          from[1] + rise * ease(lerp(0.05, 0.95, u)) + 1.9,
          from[2],
        ),
        turn('z', 0.035 * Math.sin(t * 0.8 + seed)),
        turn('y', t * 0.09 + seed),
        scale(size),
      );
      const wave = seed === 0 ? ease(Math.min(1, Math.max(0, (t - 4.8) / 1))) : 0;
      return [
        { mesh: 'bag', kind: 1, at, par: [tint, 0.12 + fire * 1.1, 0, 0], noShadow: true },
        ...basket(at, t, wave),
        ...(fire > 0
          ? [
              {
                mesh: 'puff',
                kind: 99,
                blend: true,
                sprite: 0.5,
                at: mul(at, shift(0, -1.18, 0)),
                par: [fire, 0, 0, 0],
              } satisfies Thing,
            ]
          : []),
      ];
    });
    const mist = Array.from({ length: 5 }, (_, i): Thing => {
      const z = -20 - next() * 60;
      return {
        mesh: 'puff',
        kind: 98,
        blend: true,
        sprite: 1,
        at: mul(
          shift((next() - 0.5) * -z * 1.5 + t * 0.25, -2.3 + next() * 1.2 + z * 0.005, z),
          scale(9 + next() * 14 - z * 0.1, 4, 1),
        ),
        par: [0.4, i * 1.7, next(), 0],
      };
    }).toSorted((a, b) => a.at![14]! - b.at![14]!);
    const birds = Array.from({ length: 9 }, (_, i): Thing => ({
      mesh: 'wings',
      kind: 96,
      noShadow: true,
      at: mul(
        shift(-16 + t * 2.4 - i * 0.9, 6.4 + Math.sin(i * 2) * 0.5 + (i % 2 ? i : -i) * 0.12, -34),
        turn('y', 1.5),
        scale(0.34),
      ),
      par: [7 + (i % 3), i * 1.9, 0, 0],
    }));
    return {
      eye: [lerp(-1.6, 1.1, u), lerp(0.5, 2.5, up), lerp(1.6, 0, u)],
      at: [lerp(-0.4, 0.2, u), lerp(1.9, 3.4, up), -14],
      fov: 42,
      sun: [-0.62, 0.16, -0.75],
      sunColour: [3.6, 2.3, 1.3],
      ground: [0.42, 0.3, 0.28],
      above: [0.62, 0.6, 0.74],
      shadow: [[-1, 2, -10], 6],
      exposure: 0.66,
      bloom: 0.5,
      vignette: 0.75,
      far: 900,
      things: [
        ...balloons.filter((each) => !each.blend),
        ...birds,
        ...[0, 1, 2].map((i): Thing => ({
          mesh: `rocks${i}`,
          kind: 95,
          noShadow: true,
          at: shift([3, -6, 10][i]!, [-3.1, -3.6, -4][i]!, [-20, -44, -96][i]!),
          par: [[0.02, 0.3, 0.6][i]!, [20, 40, 80][i]!, 1, 0],
        })),
        ...[0, 1, 2, 3].map((i): Thing => ({
          mesh: `land${i}`,
          kind: 95,
          noShadow: true,
          at: shift(0, [-3.1, -3.4, -1, 8][i]!, 0),
          par: [[0.1, 0.35, 0.7, 0.9][i]!, [20, 44, 100, 240][i]!, 0, 0],
        })),
        ...mist,
        ...balloons.filter((each) => each.blend),
      ],
    };
  },
};
