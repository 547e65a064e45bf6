import { clamp, ease, lerp, random, span } from '../clips/draw.ts';
import { figure, figureMeshes, STANDING } from '../film/figure.ts';
import type { Film, Thing } from '../film/film.ts';
import type { Vec3 } from '../film/matrix.ts';
import { mul, reach, scale, shift, turn } from '../film/matrix.ts';
import { box, lathe, merge, placed, sheet, sprites } from '../film/meshes.ts';

const wave = (x: number, seed: number): number =>
  0.5 * Math.sin(x + seed) +
  0.28 * Math.sin(x * 2.17 + seed * 2.3) +
  0.14 * Math.sin(x * 4.9 + seed * 3.1) +
  0.06 * Math.sin(x * 11.3 + seed) +
  0.03 * Math.sin(x * 23.7 + seed * 1.7);

/** Ridge after ridge, each farther and paler; the last are mountains. */
const RIDGES = [0, 1, 2, 3, 4, 5, 6].map((i) => {
  const away = 26 * 1.66 ** i;
  return {
    away,
    top: 3.2 + away * lerp(-0.155, 0.05, (i / 6) ** 0.8),
    swing: away * lerp(0.05, 0.075, i / 6),
    long: away * lerp(0.24, 0.15, i / 6),
    seed: i * 2.6 + 0.7,
  };
});
const heightOf = ({ top, swing, long, seed }: (typeof RIDGES)[number], x: number): number =>
  top + swing * wave(x / long, seed);
const hill = (x: number, z: number): number =>
  1.05 -
  0.02 * (x - 2.6) ** 2 * (x < 2.6 ? 0.5 : 0.3) -
  0.012 * (z + 6) ** 2 +
  0.05 * wave(x * 0.9 + z * 0.5, 2);

const trees = (ridge: (typeof RIDGES)[number], count: number, seed: number) => {
  const next = random(seed);
  const cone = merge(
    lathe(
      [
        [0, 0],
        [0.3, 0.06],
        [0.2, 0.45],
        [0.26, 0.42],
        [0.13, 0.76],
        [0.17, 0.72],
        [0, 1.25],
      ],
      { around: 7 },
    ),
  );
  return merge(
    ...Array.from({ length: count }, () => {
      const x = (next() + next() * 0.6 - 0.8) * ridge.away * 0.9;
      const size = ridge.away * (0.022 + 0.026 * next() ** 2);
      return placed(
        cone,
        mul(
          shift(x, heightOf(ridge, x) - size * 0.1, -ridge.away),
          scale(size * (0.8 + next() * 0.4), size, size),
        ),
      );
    }),
  );
};

const grass = () => {
  const next = random(21);
  return merge(
    ...Array.from({ length: 2600 }, () => {
      const x = -7 + next() * 15;
      const z = -9 + next() * 6.2;
      const tall = 0.06 + next() ** 2 * 0.26;
      const blade = sheet(1, 3, (u, v) => [(u - 0.5) * 0.022 * (1 - v * 0.95), v * tall, v * v * 0.05]);
      return placed(
        blade,
        mul(shift(x, hill(x, z) - 0.02, z), turn('y', next() * 3), turn('z', (next() - 0.5) * 0.6)),
      );
    }),
  );
};

const wings = () =>
  merge(
    ...[-1, 1].map((side) =>
      sheet(2, 2, (u, v) => [side * u, 0.12 * Math.sin(u * 3), (v - 0.5) * 0.34 * (1 - u * 0.75) - u * 0.16]),
    ),
  );

export const goldenHour: Film = {
  name: 'golden-hour',
  width: 1920,
  height: 1080,
  seconds: 8,
  poster: 0.42,
  music: {
    root: 3,
    chords: [
      [0, 4, 7, 14],
      [9, 12, 16, 19],
      [5, 9, 12, 16],
      [7, 11, 14, 19],
    ],
    tempo: 62,
    air: 'wind',
    pluck: 'soft',
  },
  glsl: {
    sky: /* glsl */ `vec3 haze(float towards) { return mix(vec3(.36, .33, .58), vec3(1.1, .48, .2), pow(towards, 4.)); }
    vec3 sky(vec3 d, float blur) {
      float s = max(dot(d, uSun), 0.), up = max(d.y, 0.);
      vec3 c = mix(vec3(1.0, .46, .22), vec3(.4, .31, .5), smoothstep(.0, .3, up));
      c = mix(c, vec3(.085, .13, .33), smoothstep(.16, .62, up));
      c += vec3(1.5, .62, .18) * (pow(s, 10.) * .3 + pow(s, 90.) * .7);
      if (blur < .1) {
        vec2 q = d.xz / (up + .12);
        float k = fbm(q * vec2(.9, 2.2) + vec2(uTime * .02, 3.)), low = fbm2(q * vec2(2.2, 6.) + vec2(uTime * .03, 9.));
        float cloud = smoothstep(.44, .74, k * .75 + low * .3) * smoothstep(.03, .14, up);
        vec3 lit = mix(vec3(.3, .2, .34), vec3(1.5, .62, .34), clamp(pow(s, 4.) * .9 + (.62 - k) * 1.1, 0., 1.));
        c = mix(c, lit, cloud * .85);
        c += vec3(9., 5.4, 2.2) * smoothstep(.99925, .9996, s);
      }
      return c;
    }`,
    surface: /* glsl */ `void surface(inout Surface s, int kind, vec3 w, vec3 m, vec2 uv, vec4 par, vec3 ray) {
      if (kind == 95) { // a ridge, or trees on one
        float k = par.x, sun = max(dot(ray, uSun), 0.);
        vec3 near = vec3(.03, .026, .06), middle = vec3(.13, .15, .36), far = haze(sun) * .9;
        vec3 c = k < .5 ? mix(near, middle, k * 2.) : mix(middle, far, (k - .5) * 2.);
        if (par.y < .5) {
          float tex = fbm2(m.xy * vec2(9., 16.) / par.z) - .5, gully = fbm2(vec2(m.x * 3.4, m.y * 1.2) * 5. / par.z);
          c *= 1. + (tex * .5 + (gully - .5) * .9) * (1. - k * .75);
          c += vec3(1.4, .55, .2) * pow(sun, 5.) * smoothstep(.8, 1., uv.y) * (.12 + .3 * gully) * (1. - k * .6);
          float mist = .85 * (1. - smoothstep(.0, .85, uv.y + (fbm2(vec2(m.x / par.z * 9. - uTime * .05, uv.y * 3.)) - .5) * .5));
          c = mix(c, haze(sun) * mix(.55, .95, k), mist * (.35 + k * .4));
        }
        s.glow = mix(c, haze(sun), .03 + pow(sun, 12.) * .35);
      } else if (kind == 96) { s.glow = vec3(.035, .02, .04) + vec3(.5, .2, .08) * pow(max(dot(ray, uSun), 0.), 14.); }
      else if (kind == 94) { float v = uv.y; s.colour = mix(vec3(.025, .022, .015), vec3(.36, .25, .08), v * v); s.rough = 1.; s.through = .9 * v; }
      else if (kind == 1) { float g = fbm2(w.xz * 5.); s.colour = mix(vec3(.05, .04, .028), vec3(.16, .12, .05), g); s.rough = 1.; }
      else if (kind == 98) { vec2 q = uv - .5; float r = length(q) * 2.; s.glow = vec3(1.6, .8, .34); s.alpha = exp(-r * r * 5.) * smoothstep(1., .5, r) * par.x; }
      else if (kind == 99) { s.glow = vec3(1.5, .85, .4); s.alpha = smoothstep(.5, .1, length(uv - .5)) * par.x; }
    }`,
    displace: /* glsl */ `void displace(inout vec3 p, inout vec3 n, vec2 uv, int kind, vec4 par) {
      if (kind == 94) { float g = sin(uTime * 1.7 + p.x * 1.1 + p.z * .7) + .5 * sin(uTime * 3.3 + p.x * 2.7); p.x += g * .035 * uv.y * uv.y + .05 * uv.y * uv.y; }
      if (kind == 96) { p.y += abs(p.x) * sin(uTime * par.x + par.y) * .55; }
      if (kind == 99) { p.x += mod(uTime * (.12 + n.x * .2) + n.y * 12., 12.) - 6.; p.y += sin(uTime * (.5 + n.z) + n.x * 20.) * .18; }
      if (kind == 93) { float k = p.y; p.x += k * k * .0; p.z += sin(uTime * 5. - k * 5.) * .06 * k; p.x += sin(uTime * 4.3 - k * 4.) * .05 * k; }
    }`,
  },
  meshes: () => {
    const next = random(4);
    return {
      ...figureMeshes(),
      ...Object.fromEntries(
        RIDGES.map((ridge, i) => [
          `ridge${i}`,
          sheet(220, 1, (u, v) => {
            const x = (u - 0.5) * ridge.away * 2;
            const top = heightOf(ridge, x);
            return [x, v > 0.5 ? top : top - ridge.swing * 3.4, -ridge.away];
          }),
        ]),
      ),
      trees0: trees(RIDGES[0]!, 70, 3),
      trees1: trees(RIDGES[1]!, 110, 9),
      trees2: trees(RIDGES[2]!, 120, 14),
      hill: sheet(60, 24, (u, v) => {
        const [x, z] = [-14 + u * 30, -2 - v * 12];
        return [x, hill(x, z), z];
      }),
      grass: grass(),
      wings: wings(),
      box: box(1, 1, 1, 0.2),
      scarf: sheet(3, 12, (u, v) => [(u - 0.5) * 0.12, v, 0]),
      coat: lathe(
        [
          [0.3, 0],
          [0.27, 0.3],
          [0.2, 0.6],
          [0.22, 0.62],
        ],
        { smooth: true, around: 20 },
      ),
      spark: sprites(
        Array.from({ length: 60 }, () => ({
          at: [next() * 3, 1 + next() * 1.6, -4 - next() * 5] as Vec3,
          seed: [next(), next(), next()] as Vec3,
        })),
      ),
      halo: sprites([{ at: [0, 0, 0], seed: [1, 0, 0] }]),
    };
  },
  shot(t, u) {
    const sun: Vec3 = [0.3, 0.075 - 0.03 * u, -1];
    const x = lerp(-1.5, 1.4, u * u * (3 - 2 * u));
    const [px, pz] = [2.15, -6.3];
    const root = mul(shift(px, hill(px, pz), pz), turn('y', 2.75), scale(0.92));
    const breath = Math.sin(t * 1.6) * 0.008;
    const raise = ease(span(t, 5, 6.2)) * (1 - ease(span(t, 8.6, 9.6)));
    const hand: Vec3 = [lerp(-0.2, -0.05, raise), lerp(1.16, 1.58, raise), lerp(0.28, 0.2, raise)];
    const birds: Thing[] = Array.from({ length: 15 }, (_, i) => {
      const k = t - 1.1 - i * 0.1;
      const row = (i % 2 ? 1 : -1) * Math.ceil(i / 2);
      return {
        mesh: 'wings',
        kind: 96,
        noShadow: true,
        at: mul(
          shift(
            15 - k * 3.3 + Math.abs(row) * 0.9,
            5.1 + k * 0.28 + row * 0.32 + Math.sin(t * 1.3 + i) * 0.12,
            -22 - row * 0.6,
          ),
          turn('y', -1.45),
          scale(0.34),
        ),
        par: [8.5 + (i % 4) * 0.6, i * 1.9, 0, 0],
      };
    });
    const dog = mul(shift(3.05, hill(3.05, -6.2), -6.2), turn('y', 2.5), scale(0.8));
    const wag = Math.sin(t * 7) * 0.28 * clamp(Math.sin(t * 0.9) + 0.4);
    const part = (mesh: string, at: ReturnType<typeof shift>): Thing => ({
      mesh,
      at: mul(dog, at),
      colour: '#6b3d1e',
      rough: 0.9,
    });
    return {
      eye: [x, 2.35 + 0.16 * Math.sin(u * 2) + breath, 1.4 - u * 1.1],
      at: [x * 0.35 + 1.55, 2.72, -20],
      fov: 38,
      sun,
      sunColour: [5.2, 2.6, 1.1],
      ground: [0.1, 0.08, 0.1],
      above: [0.3, 0.28, 0.46],
      shadow: [[1.5, 1, -6], 6],
      exposure: 0.7,
      bloom: 0.55,
      vignette: 0.75,
      far: 900,
      things: [
        ...figure(
          root,
          { skin: '#b9805e', hair: '#3a2118', top: '#b5532a', legs: '#2c3145', shoes: '#3b2a20' },
          {
            ...STANDING,
            neck: [0, 1.44 + breath, 0.01],
            left: [
              [0.27, 1.16, 0.03],
              [0.12, 1.05 + raise * 0.06, 0.24],
            ],
            right: [[-0.27, lerp(1.14, 1.24, raise), 0.1], hand],
            look: 0.15 * Math.sin(t * 0.5),
          },
        ),
        {
          mesh: 'coat',
          at: mul(root, shift(0, 0.78, 0), scale(0.8, 0.5, 0.62)),
          colour: '#b5532a',
          rough: 0.9,
        },
        {
          mesh: 'ball',
          at: mul(root, shift(0, 1.71, 0.01), scale(0.12, 0.1, 0.13)),
          colour: '#e0a431',
          rough: 0.9,
        },
        {
          mesh: 'scarf',
          at: mul(root, shift(0.02, 1.46, -0.1), turn('y', 1.2), turn('z', -1.35), scale(1, 0.62, 1)),
          kind: 93,
          colour: '#b98a3a',
          rough: 0.9,
          through: 0.5,
        },
        {
          mesh: 'ball',
          at: mul(root, shift(0, 1.45, 0.01), scale(0.115, 0.06, 0.11)),
          colour: '#b98a3a',
          rough: 0.9,
        },
        {
          mesh: 'rod',
          at: mul(root, reach([hand[0], hand[1] - 0.06, hand[2]], [hand[0], hand[1] + 0.12, hand[2]], 0.045)),
          colour: '#3f7a6b',
          metal: 0.6,
          rough: 0.3,
        },
        {
          mesh: 'box',
          at: mul(root, shift(0.66, 1.3, 0.7), scale(0.1, 0.075, 0.06)),
          colour: '#17171c',
          rough: 0.4,
        },
        {
          mesh: 'rod',
          at: mul(root, reach([0.66, 1.3, 0.7], [0.66, 1.3, 0.92], 0.055)),
          colour: '#17171c',
          rough: 0.3,
        },
        ...(
          [
            [0.5, 0.55],
            [0.86, 0.62],
            [0.66, 0.98],
          ] as const
        ).map(([a, b]): Thing => ({
          mesh: 'rod',
          at: mul(root, reach([a, 0, b], [0.66, 1.24, 0.7], 0.017)),
          colour: '#26262c',
          rough: 0.4,
        })),
        part('ball', mul(shift(0, 0.3, -0.06), turn('x', -0.9), scale(0.15, 0.17, 0.3))),
        part('ball', mul(shift(0, 0.14, -0.2), scale(0.17, 0.15, 0.2))),
        part('ball', mul(shift(0, 0.66, 0.12), scale(0.12, 0.12, 0.13))),
        part('ball', mul(shift(0, 0.62, 0.25), scale(0.06, 0.055, 0.1))),
        ...[-1, 1].flatMap((side) => [
          part('limb', reach([side * 0.08, 0.36, 0.1], [side * 0.09, 0, 0.14], 0.045)),
          part('ball', mul(shift(side * 0.105, 0.7, 0.08), turn('z', side * 0.5), scale(0.035, 0.1, 0.06))),
        ]),
        part('limb', reach([0, 0.1, -0.34], [wag, 0.24, -0.6], 0.035)),
        { mesh: 'hill', kind: 1 },
        { mesh: 'grass', kind: 94, noShadow: true },
        ...birds,
        ...[0, 1, 2].map((i): Thing => ({
          mesh: `trees${i}`,
          kind: 95,
          noShadow: true,
          par: [i / 6, 1, RIDGES[i]!.away, 0],
        })),
        ...RIDGES.map((ridge, i): Thing => ({
          mesh: `ridge${i}`,
          kind: 95,
          noShadow: true,
          par: [i / 6, 0, ridge.away, 0],
        })),
        {
          mesh: 'halo',
          kind: 98,
          blend: true,
          sprite: 190,
          at: shift(0.3 * 330, 330 * sun[1] + 2, -330),
          par: [0.26, 0, 0, 0],
        },
        { mesh: 'spark', kind: 99, blend: true, sprite: 0.026, par: [0.6, 0, 0, 0] },
      ],
    };
  },
};
