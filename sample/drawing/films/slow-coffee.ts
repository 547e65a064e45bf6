import { ease, random, span } from '../clips/draw.ts';
import type { Film, Thing } from '../film/film.ts';
import type { Vec3 } from '../film/matrix.ts';
import { mul, reach, scale, shift, turn } from '../film/matrix.ts';
import { box, ground, lathe, merge, placed, sheet, sprites, tube } from '../film/meshes.ts';

const CUP: [number, number][] = [
  [0, 0.04],
  [0.26, 0.04],
  [0.3, 0],
  [0.34, 0.03],
  [0.47, 0.16],
  [0.56, 0.42],
  [0.6, 0.72],
  [0.585, 0.735],
  [0.565, 0.72],
  [0.52, 0.42],
  [0.4, 0.15],
  [0, 0.1],
];
const SAUCER: [number, number][] = [
  [0, 0.02],
  [0.4, 0.02],
  [0.44, 0],
  [0.52, 0.02],
  [0.9, 0.13],
  [1, 0.18],
  [1, 0.2],
  [0.9, 0.165],
  [0.5, 0.06],
  [0.3, 0.05],
  [0, 0.05],
];

/** A twig with leaves before the window, of which only the shadow is seen. */
const twig = () => {
  const next = random(5);
  const leaf = sheet(6, 8, (u, v) => [(u - 0.5) * Math.sin(v * Math.PI) * 0.34, v, 0.06 * Math.sin(v * 3)]);
  return merge(
    ...Array.from({ length: 26 }, (_, i) => {
      const k = i / 26;
      return placed(
        leaf,
        mul(
          shift(k * 2.6, Math.sin(k * 2.4) * 0.7, next() * 0.3),
          turn('z', (i % 2 ? -0.7 : -2.5) + next() * 0.5 + k * 0.6),
          scale(0.5 + next() * 0.35),
        ),
      );
    }),
    tube(
      [
        [0, 0, 0],
        [0.9, 0.5, 0.1],
        [1.8, 0.66, 0.15],
        [2.6, 0.5, 0.2],
      ],
      () => 0.02,
    ),
  );
};

const biscuit = lathe(
  [
    [0, 0],
    [0.26, 0],
    [0.29, 0.04],
    [0.27, 0.085],
    [0.14, 0.11],
    [0, 0.1],
  ],
  { smooth: true },
);

export const slowCoffee: Film = {
  name: 'slow-coffee',
  width: 1080,
  height: 1920,
  seconds: 10,
  poster: 0.62,
  music: {
    root: 5,
    chords: [
      [0, 4, 7, 11],
      [5, 9, 12, 16],
      [2, 5, 9, 12],
      [7, 11, 14, 17],
    ],
    tempo: 66,
    pluck: 'soft',
  },
  glsl: {
    sky: /* glsl */ `vec3 sky(vec3 d, float blur) {
      vec3 c = mix(vec3(.2, .11, .07), vec3(.62, .5, .4), smoothstep(-.4, .7, d.y));
      float e = .05 + blur * .6;
      float w = smoothstep(.3 - e, .3 + e, -d.x) * smoothstep(-.1 - e, -.1 + e, d.y) * smoothstep(.85 + e, .85 - e, d.y);
      float bars = smoothstep(.0, .04 + blur * .3, abs(d.y - .4)) * smoothstep(.0, .05 + blur * .3, abs(d.z - .1));
      return c + w * mix(.75, bars, 1. - blur * .6) * vec3(2.6, 2.1, 1.5);
    }`,
    surface: /* glsl */ `void surface(inout Surface s, int kind, vec3 w, vec3 m, vec2 uv, vec4 par, vec3 ray) {
      if (kind == 1) { // the table
        vec2 q = vec2(w.x * .55, w.z * 6.);
        float plank = floor(w.z * 1.15 + .3); q.x += plank * 7.3;
        float grain = fbm(vec2(q.x * 1.4, q.y * 1.6 + fbm2(q * vec2(1., .3)) * 5.));
        float gap = smoothstep(.0, .018, min(fract(w.z * 1.15 + .3), 1. - fract(w.z * 1.15 + .3)));
        s.colour = mix(vec3(.22, .09, .035), vec3(.5, .25, .1), grain) * (.82 + .3 * hash(vec2(plank, 3.))) * mix(.25, 1., gap);
        s.rough = .34 + grain * .25;
        float r = length(w.xz); s.occluded = mix(.25, 1., smoothstep(.5, 1.5, r));
      } else if (kind == 2) { // the wall
        float g = fbm(w.xy * 3.) * .5 + noise(w.xy * 40.) * .14; s.colour *= .88 + g * .24;
        s.occluded = smoothstep(-.2, 1.6, w.y + .3);
      } else if (kind == 3) { // coffee
        float r = length(m.xz), wave = exp(-uK[0].x * .7) * sin(r * 60. - uTime * 14.) * .05;
        float a = 2.6 / (.35 + r) + uTime * .22; vec2 q = mat2(cos(a), sin(a), -sin(a), cos(a)) * m.xz;
        float swirl = fbm(q * 3.2 + 7.);
        float crema = smoothstep(.35, .62, swirl + r * .35) * uK[0].y;
        s.colour = mix(vec3(.032, .012, .006), vec3(.48, .24, .085), crema * .85);
        float rim = smoothstep(.86, 1., r); s.colour = mix(s.colour, vec3(.5, .28, .12), rim * .7);
        s.rough = mix(.08, .4, crema); s.normal = normalize(vec3(m.x / max(r, .01) * wave, 1., m.z / max(r, .01) * wave));
      } else if (kind == 4) { // glaze with a band
        float band = smoothstep(.5, .515, m.y) * smoothstep(.64, .625, m.y);
        s.colour = mix(s.colour, vec3(.85, .78, .66), band); s.occluded = smoothstep(-.1, .45, m.y);
        if (m.y > .12 && uv.y > .66) s.colour = vec3(.8, .7, .56);
      } else if (kind == 5) { s.colour = mix(s.colour, vec3(.1, .045, .02), smoothstep(.56, .62, noise(w.xz * 22.))); s.colour *= .8 + .4 * noise(w.xz * 60.); }
      else if (kind == 90) { // coffee from the spout
        s.colour = vec3(.13, .045, .014); s.rough = .05; s.glow = vec3(.05, .016, .004); s.normal = normalize(s.normal + .25 * vec3(noise(vec2(m.y * 8. + uTime * 30., 1.)) - .5, 0., noise(vec2(m.y * 8. + uTime * 30., 7.)) - .5));
      } else if (kind == 98) { // steam
        vec2 q = uv - .5; float d = 1. - smoothstep(.1, .5, length(q));
        float f = fbm(uv * 2.6 + vec2(par.y * 9., -uTime * .35 + par.y * 5.));
        s.alpha = d * smoothstep(.38, .8, f) * par.x; s.colour = vec3(0.); s.glow = vec3(1., .86, .7) * .75;
      } else if (kind == 99) { vec2 q = uv - .5; s.alpha = smoothstep(.5, .0, length(q)) * par.x; s.colour = vec3(0.); s.glow = vec3(1., .8, .5); }
    }`,
    displace: /* glsl */ `void displace(inout vec3 p, inout vec3 n, vec2 uv, int kind, vec4 par) {
      if (kind == 7) { float s = p.x * .5; p.y += sin(uTime * .9 + p.x * 1.3) * .05 * s; p.z += sin(uTime * .7 + p.x) * .08 * s; }
      if (kind == 90) { // thinner as it falls faster, and never quite still
        float y = p.y; p.xz *= mix(1., .5, sqrt(y)) * (1. + .09 * sin(y * 21. - uTime * 24.) + .06 * sin(y * 47. - uTime * 39.));
        p.x += .3 * y * sin(y * 5. - uTime * 6.);
      }
      if (kind == 99) { p.x += sin(uTime * .3 + n.x * 30.) * .3; p.y += mod(uTime * .06 * (n.y + .3) + n.z, 1.) * 3.; }
    }`,
  },
  meshes: () => {
    const next = random(8);
    return {
      ground: ground(),
      cup: lathe(CUP, { smooth: true }),
      handle: tube(
        [
          [0.5, 0.18, 0],
          [0.72, 0.16, 0],
          [0.92, 0.3, 0],
          [0.92, 0.5, 0],
          [0.76, 0.62, 0],
          [0.56, 0.58, 0],
        ],
        () => 0.055,
      ),
      saucer: lathe(SAUCER, { smooth: true }),
      disc: sheet(48, 4, (u, v) => [Math.cos(-u * 6.2832) * v, 0, Math.sin(-u * 6.2832) * v]),
      stream: lathe(
        Array.from({ length: 25 }, (_, i) => [1, i / 24] as [number, number]),
        { smooth: true, around: 16 },
      ),
      spoon: merge(
        tube(
          [
            [0, 0.02, 0],
            [0.5, 0.03, 0],
            [0.95, 0.07, 0],
          ],
          (v) => 0.022 + 0.012 * v,
          10,
        ),
        placed(
          lathe(
            [
              [0, -0.04],
              [0.1, -0.03],
              [0.14, 0.02],
              [0.13, 0.02],
              [0.09, -0.02],
              [0, -0.03],
            ],
            { smooth: true },
          ),
          mul(shift(-0.18, 0.045, 0), scale(1.35, 1, 0.9)),
        ),
      ),
      spout: tube(
        [
          [1.9, 1.5, 0],
          [1.3, 1.7, 0],
          [0.9, 2.35, 0],
          [0.55, 2.75, 0],
          [0.2, 2.78, 0],
          [0.04, 2.62, 0],
        ],
        (v) => 0.12 - 0.075 * v,
        30,
        14,
      ),
      pot: lathe(
        [
          [0, 0.9],
          [0.7, 0.9],
          [0.78, 1],
          [0.7, 1.9],
          [0.5, 2.3],
          [0.4, 2.4],
          [0, 2.5],
        ],
        { smooth: true },
      ),
      biscuit,
      twig: twig(),
      frame: merge(
        ...[-1.1, 0, 1.1].map((x) => placed(box(0.05, 1.7, 0.03), shift(x, 0, 0))),
        ...[-1.6, 0, 1.6].map((y) => placed(box(1.15, 0.05, 0.03), shift(0, y, 0))),
      ),
      screen: merge(
        placed(box(3, 3, 0.02), shift(-4.1, 0, 0)),
        placed(box(3, 3, 0.02), shift(4.1, 0, 0)),
        placed(box(6, 2, 0.02), shift(0, 3.6, 0)),
        placed(box(6, 2, 0.02), shift(0, -3.6, 0)),
      ),
      puff: sprites([{ at: [0, 0, 0], seed: [1, 0, 0] }]),
      dust: sprites(
        Array.from({ length: 70 }, () => ({
          at: [(next() - 0.5) * 3.4, next() * 0.3, (next() - 0.5) * 2] as Vec3,
          seed: [next(), next(), next()] as Vec3,
        })),
      ),
    };
  },
  shot(t, u) {
    const pouring = span(t, 0.2, 0.5) * (1 - span(t, 3.4, 3.7));
    const level = 0.24 + 0.36 * ease(span(t, 0.3, 3.6));
    const lift = ease(span(t, 3.6, 5.2));
    const tilt = 0.5 - 0.5 * ease(span(t, 3.3, 4));
    const away = mul(shift(0.02 + lift * 2.6, 0.14 + lift * 1.3, -0.02), turn('z', tilt * 0.24 - 0.12));
    const radius = 0.42 + 0.145 * span(level, 0.15, 0.72);
    const settled = Math.max(0, t - 3.6);
    const round = -0.32 + 0.5 * ease(u);
    const sunAt: Vec3 = [-0.6, 0.38, 0.55];
    const window = mul(shift(-4.1, 3.9, 2.9), turn('y', -0.83), turn('x', -0.35), scale(1.6));
    const steam: Thing[] = Array.from({ length: 9 }, (_, i) => {
      const k = (t * 0.16 + i / 9) % 1;
      return {
        mesh: 'puff',
        kind: 98,
        blend: true,
        sprite: 1,
        rough: 1,
        at: mul(
          shift(Math.sin(i * 2.1 + t * 0.5) * 0.16 * (0.4 + k), 0.75 + k * 1.9, 0.1 * Math.cos(i * 3)),
          scale(0.55 + k * 1.1),
        ),
        par: [Math.sin(k * Math.PI) * 0.2 * span(t, 0.8, 4), i, 0, 0],
      };
    });
    return {
      eye: [Math.sin(round) * (5.9 - u * 1.2), 2.75 - 0.5 * ease(u), Math.cos(round) * (5.9 - u * 1.2)],
      at: [0.02, 0.72 - 0.06 * u, 0],
      fov: 43,
      sun: sunAt,
      sunColour: [4.6, 3.5, 2.25],
      ground: [0.2, 0.11, 0.06],
      above: [0.44, 0.36, 0.33],
      shadow: [[-1, 1.8, 0], 6.4],
      exposure: 0.86,
      bloom: 0.35,
      vignette: 0.9,
      k: [t < 3.6 ? 0 : settled, 0.35 + 0.65 * span(t, 0.5, 4)],
      things: [
        { mesh: 'ground', at: mul(shift(0, 0, 0), scale(9)), kind: 1 },
        {
          mesh: 'ground',
          at: mul(shift(0, 4, -2.6), turn('x', Math.PI / 2), scale(9)),
          kind: 2,
          colour: '#e2b98c',
          rough: 0.9,
        },
        { mesh: 'saucer', colour: '#d9cbb2', rough: 0.3, kind: 4, at: scale(1.05) },
        { mesh: 'cup', at: shift(0, 0.05, 0), colour: '#b84f22', rough: 0.24, kind: 4 },
        { mesh: 'handle', at: mul(shift(0, 0.05, 0), turn('y', -0.5)), colour: '#b84f22', rough: 0.24 },
        { mesh: 'disc', at: mul(shift(0, 0.05 + level, 0), scale(radius, 1, radius)), kind: 3 },
        {
          mesh: 'spoon',
          at: mul(shift(-0.1, 0.19, 0.86), turn('y', 0.35), turn('z', -0.02)),
          colour: '#d8c8b0',
          metal: 1,
          rough: 0.2,
        },
        { mesh: 'biscuit', at: shift(1.5, 0, 0.62), colour: '#b9722f', kind: 5, rough: 0.8 },
        {
          mesh: 'biscuit',
          at: mul(shift(1.43, 0.1, 0.74), turn('x', 0.3)),
          colour: '#b9722f',
          kind: 5,
          rough: 0.8,
        },
        { mesh: 'spout', at: away, colour: '#c98f5c', metal: 1, rough: 0.24 },
        { mesh: 'pot', at: mul(away, shift(2.3, 0.2, 0)), colour: '#c98f5c', metal: 1, rough: 0.26 },
        ...(pouring > 0
          ? [
              {
                mesh: 'stream',
                kind: 90,
                at: reach([0.03, 2.75 - lift, 0], [0.01, 0.05 + level, 0], 0.042 * pouring),
              },
            ]
          : []),
        { mesh: 'frame', at: window },
        { mesh: 'screen', at: window },
        { mesh: 'twig', at: mul(window, shift(-1.3, 0.55, 0.4), turn('z', -0.1), scale(0.8)), kind: 7 },
        ...steam,
        { mesh: 'dust', kind: 99, blend: true, sprite: 0.022, par: [0.35, 0, 0, 0] },
      ],
    };
  },
};
