import { clamp, lerp, mix, random } from '../clips/draw.ts';
import { figure, figureMeshes, STANDING } from '../film/figure.ts';
import type { Film, Thing } from '../film/film.ts';
import { linear } from '../film/film.ts';
import type { Vec3 } from '../film/matrix.ts';
import { mul, reach, scale, shift, turn } from '../film/matrix.ts';
import { box, ground, lathe, merge, placed, sheet } from '../film/meshes.ts';

/** From a little before sunrise to a little after sunset. */
const sunAt = (u: number): Vec3 => {
  const a = lerp(-0.06, 1.06, u) * Math.PI;
  return [-Math.cos(a), Math.sin(a) * 0.8, -0.62];
};

const blades = () =>
  merge(
    ...[0, 1, 2].map((i) =>
      placed(
        lathe(
          [
            [0.05, 0],
            [0.13, 0.3],
            [0.05, 1.6],
            [0, 2.2],
          ],
          { smooth: true, around: 8 },
        ),
        mul(turn('z', (i * 2 * Math.PI) / 3), scale(1, 1, 0.35)),
      ),
    ),
  );

/** Tufts between the rows. */
const grass = () => {
  const next = random(3);
  return merge(
    ...Array.from({ length: 1500 }, () => {
      const [x, z] = [(next() - 0.5) * 22, 3 - next() ** 1.5 * 16];
      const tall = 0.08 + next() ** 2 * 0.24;
      const blade = sheet(1, 2, (u, v) => [(u - 0.5) * 0.03 * (1 - v * 0.9), v * tall, v * v * 0.06]);
      return placed(blade, mul(shift(x, 0, z), turn('y', next() * 6), turn('z', (next() - 0.5) * 0.7)));
    }),
  );
};

const hills = (away: number, high: number, seed: number) =>
  sheet(160, 1, (u, v) => {
    const x = (u - 0.5) * away * 5;
    const k = (x / away) * 3;
    const top =
      high *
      (1 + 0.6 * Math.sin(k + seed) + 0.3 * Math.sin(k * 2.7 + seed * 2) + 0.07 * Math.sin(k * 9 + seed));
    return [x, v > 0.5 ? top : -2, -away];
  });

export const sunFollowers: Film = {
  name: 'sun-followers',
  width: 1920,
  height: 1080,
  seconds: 7,
  poster: 0.3,
  music: {
    root: 0,
    chords: [
      [0, 4, 7, 14],
      [-3, 0, 4, 9],
    ],
    tempo: 92,
    pluck: 'bell',
  },
  glsl: {
    sky: /* glsl */ `vec3 sky(vec3 d, float blur) {
      float s = max(dot(d, uSun), 0.), up = max(d.y, 0.), day = uK[0].x;
      vec3 low = mix(vec3(1., .42, .16), vec3(.68, .8, .9), day), high = mix(vec3(.12, .12, .36), vec3(.08, .28, .68), day);
      vec3 c = mix(low, mix(vec3(.5, .3, .42), vec3(.34, .56, .84), day), smoothstep(.0, .22, up));
      c = mix(c, high, smoothstep(.14, .7, up));
      c += mix(vec3(1.4, .55, .16), vec3(1., .92, .76), day) * (pow(s, 8.) * .4 + pow(s, 90.) * .8);
      if (blur < .1) {
        vec2 q = d.xz / (up + .16) + vec2(uTime * .5, 0.);
        float cloud = smoothstep(.46, .8, fbm2(q * vec2(.7, 1.9))) * smoothstep(.03, .2, up);
        c = mix(c, mix(mix(vec3(.4, .26, .38), vec3(1.4, .6, .3), pow(s, 3.)), vec3(1.05, 1.05, 1.05), day), cloud * .75);
        c += vec3(7., 5., 3.) * smoothstep(.9982, .9989, s);
      }
      return c;
    }`,
    surface: /* glsl */ `void surface(inout Surface s, int kind, vec3 w, vec3 m, vec2 uv, vec4 par, vec3 ray) {
      if (kind == 1) { // cells behind glass
        vec2 q = m.xz * vec2(4.2, 4.2), f = abs(fract(q) - .5), g = abs(fract(q * 6.) - .5);
        float line = smoothstep(.47, .49, max(f.x, f.y)), fine = smoothstep(.44, .5, g.x) * .25;
        s.colour = mix(mix(vec3(.008, .02, .075), vec3(.03, .06, .16), hash(floor(q)) * .5 + fine), vec3(.5, .53, .56), line);
        if (abs(s.normal.y) > .0 && m.y < .0) s.colour = vec3(.3, .31, .33);
        s.rough = .1 + line * .3;
      } else if (kind == 2) { // the field
        float g = noise(w.xz * 1.3) * .6 + noise(w.xz * 5.) * .4;
        float track = smoothstep(.5, .2, abs(w.x + 1. + .2 * sin(w.z * .4))) ;
        s.colour = mix(mix(vec3(.11, .16, .035), vec3(.3, .27, .09), g), vec3(.4, .28, .16), track * .7);
        s.rough = 1.;
      } else if (kind == 94) { s.colour = mix(vec3(.06, .1, .02), vec3(.5, .44, .14), uv.y); s.rough = 1.; s.through = .7 * uv.y; }
      else if (kind == 95) {
        float sun = max(dot(ray, uSun), 0.), day = uK[0].x, k = par.x;
        vec3 c = mix(vec3(.1, .09, .13), vec3(.16, .25, .12), day) * (.8 + .3 * noise(m.xy * 14. / par.y));
        vec3 far = mix(vec3(.5, .34, .42), vec3(.5, .66, .8), day) + vec3(.9, .35, .1) * pow(sun, 4.) * (1. - day);
        s.glow = mix(c, far, clamp(k + (1. - uv.y) * .35, 0., 1.));
      }
    }`,
    displace: /* glsl */ `void displace(inout vec3 p, inout vec3 n, vec2 uv, int kind, vec4 par) {
      if (kind == 94) { p.x += (sin(uTime * 3. + p.x * 1.1 + p.z * .7) * .05 + .03) * uv.y * uv.y; }
    }`,
  },
  meshes: () => ({
    ...figureMeshes(),
    ground: ground(),
    panel: box(1.25, 0.035, 0.85, 0.02),
    motor: box(0.1, 0.08, 0.16, 0.03),
    foot: box(0.26, 0.06, 0.26, 0.03),
    tower: lathe(
      [
        [0.16, 0],
        [0.07, 5.2],
        [0, 5.3],
      ],
      { around: 14 },
    ),
    blades: blades(),
    grass: grass(),
    hills0: hills(34, 2.2, 1),
    hills1: hills(70, 5, 3),
    hills2: hills(150, 11, 5.2),
    case: box(0.16, 0.12, 0.07, 0.02),
  }),
  shot(t, u) {
    const sun = sunAt(u);
    const day = clamp(sun[1] * 2.6);
    const light = clamp((sun[1] + 0.12) * 5);
    const warm = linear(mix('#ff7a2c', '#fff1dc', day));
    // the panels look where the sun is, as far as their motors turn
    const lean = clamp(Math.atan2(-sun[0], Math.max(0.25, sun[1])), -0.9, 0.9);
    const panels = [-4.6, -1.6, 1.6, 4.8, 8].flatMap((z, row) =>
      [-3, -2, -1, 0, 1, 2, 3].flatMap((column): Thing[] => {
        const x = column * 3.1 + (row % 2) * 0.4 + (column > 0 ? 0.5 : column < 0 ? -0.9 : -0.9);
        const lag = lean + 0.03 * Math.sin(t * 9 + column) * (Math.abs(lean) < 0.88 ? 1 : 0);
        const at = mul(shift(x, 1.12, -z), turn('z', lag), turn('x', 0.32));
        return [
          { mesh: 'panel', kind: 1, at },
          {
            mesh: 'motor',
            at: mul(shift(x, 1.0, -z), turn('z', lag), shift(0, -0.06, 0)),
            colour: '#e8752a',
            rough: 0.5,
          },
          {
            mesh: 'rod',
            at: reach([x, 0, -z], [x, 1.04, -z], 0.06),
            colour: '#9aa2a8',
            metal: 0.7,
            rough: 0.4,
          },
          { mesh: 'foot', at: shift(x, 0.05, -z), colour: '#8d8b85', rough: 0.9 },
        ];
      }),
    );
    const walk = lerp(2.6, -7, u);
    const step = t * 9;
    const who = mul(shift(-1.05, 0, walk), turn('y', Math.PI), scale(1));
    const stride = Math.sin(step);
    const turbines = [
      [-14, -28, 0.2],
      [-7.5, -33, 1.4],
      [16, -30, 2.3],
    ].flatMap(([x = 0, z = 0, seed = 0]): Thing[] => [
      { mesh: 'tower', at: mul(shift(x, 1.4, z), scale(1.5)), colour: '#e9ebec', rough: 0.6, noShadow: true },
      {
        mesh: 'blades',
        at: mul(shift(x, 1.4 + 7.8, z + 0.3), turn('z', t * 2.2 + seed), scale(1.5)),
        colour: '#eef0f1',
        rough: 0.6,
        noShadow: true,
      },
    ]);
    return {
      eye: [lerp(-2.7, 0.6, u), lerp(2.1, 2.9, u), lerp(5.4, 4.6, u)],
      at: [lerp(-0.4, 0.4, u), lerp(1.5, 1.35, u), -6],
      fov: 46,
      sun,
      sunColour: warm.map((c) => c * 3.4 * light) as Vec3,
      ground: [0.12 + 0.12 * day, 0.1 + 0.14 * day, 0.1 + 0.06 * day],
      above: [0.24 + 0.26 * day, 0.22 + 0.36 * day, 0.34 + 0.42 * day],
      fog: [0.008, 8, 0.05, 0.7],
      shadow: [[0, 0.5, -2.5], 9],
      exposure: lerp(0.8, 0.62, day),
      bloom: 0.45,
      vignette: 0.7,
      far: 600,
      k: [day, 0, 0, 0],
      things: [
        ...panels,
        ...figure(
          who,
          { skin: '#8a5638', hair: '#e0a431', top: '#e8752a', legs: '#2a3350', shoes: '#3a2a22' },
          {
            ...STANDING,
            hips: [0, 0.9 + 0.02 * Math.abs(Math.cos(step)), 0],
            left: [
              [0.27, 1.14, -0.12 * stride],
              [0.26, 0.92, -0.26 * stride + 0.08],
            ],
            right: [
              [-0.27, 1.14, 0.1 * stride],
              [-0.27, 0.88, 0.16 * stride + 0.04],
            ],
            leftLeg: [
              [0.11, 0.5, 0.2 * stride + 0.06],
              [0.11, 0.08 + 0.1 * Math.max(0, Math.cos(step)), 0.34 * stride],
            ],
            rightLeg: [
              [-0.11, 0.5, -0.2 * stride + 0.06],
              [-0.11, 0.08 + 0.1 * Math.max(0, -Math.cos(step)), -0.34 * stride],
            ],
          },
        ),
        {
          mesh: 'case',
          at: mul(who, shift(-0.28, 0.74, 0.16 * stride + 0.04)),
          colour: '#b9442a',
          rough: 0.5,
        },
        { mesh: 'grass', kind: 94, noShadow: true },
        ...turbines,
        { mesh: 'ground', at: scale(60), kind: 2 },
        ...[0, 1, 2].map((i): Thing => ({
          mesh: `hills${i}`,
          kind: 95,
          noShadow: true,
          par: [[0.25, 0.5, 0.75][i]!, [34, 70, 150][i]!, 0, 0],
        })),
      ],
    };
  },
};
