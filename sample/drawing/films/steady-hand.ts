import { ease, lerp, span } from '../clips/draw.ts';
import { figure, figureMeshes, STANDING } from '../film/figure.ts';
import type { Film, Thing } from '../film/film.ts';
import { linear } from '../film/film.ts';
import type { Vec3 } from '../film/matrix.ts';
import { mul, reach, scale, shift, turn } from '../film/matrix.ts';
import { CANVAS, JARS, robot } from './steady-hand-robot.ts';
import { box, ground, lathe, placed, sheet } from '../film/meshes.ts';

export const steadyHand: Film = {
  name: 'steady-hand',
  width: 1920,
  height: 1080,
  seconds: 13.4,
  poster: 0.635,
  music: {
    root: 0,
    chords: [
      [0, 7, 12, 16],
      [9, 12, 16, 19],
      [5, 9, 12, 17],
      [7, 11, 14, 17],
    ],
    tempo: 84,
    pluck: 'bell',
  },
  glsl: {
    sky: /* glsl */ `vec3 sky(vec3 d, float blur) {
      vec3 c = mix(vec3(.05, .06, .065), vec3(.2, .24, .26), smoothstep(-.5, .8, d.y));
      float e = .06 + blur * .7;
      return c + vec3(3.6, 2.7, 1.7) * smoothstep(.86 - e, .93 + e * .3, dot(d, normalize(vec3(-.55, .55, .62)))) * (1.1 - blur) + vec3(.5, .75, .9) * smoothstep(.7 - e, .9, d.x) * .6;
    }`,
    surface: /* glsl */ `float bristles(float along, float across) { return .72 + .55 * noise(vec2(along * 5., across * 46.)) - .2 * noise(vec2(along * 40., across * 90.)); }
    void lay(inout vec3 c, vec3 paint, float cover, float along, float across) { float b = bristles(along, across); c = mix(c, paint * (.62 + .5 * b), clamp(cover * smoothstep(.2, .62, b + cover * .4), 0., 1.)); }
    float done(float a, float b) { float k = clamp((uTime - a) / (b - a), 0., 1.); return k < .5 ? 4. * k * k * k : 1. - pow(2. - 2. * k, 3.) * .5; }
    vec3 painting(vec2 p) {
      vec3 c = vec3(.86, .82, .73) * (.94 + .08 * noise(p * 240.));
      vec2 q = p - vec2(.68, .36); float r = length(q), along = (3.14159 - atan(q.y, q.x)) / 3.14159, ragged = .012 * (noise(vec2(along * 18., r * 60.)) - .5);
      float radius[4] = float[](.56, .45, .34, .235); float starts[4] = float[](1., 2.3, 4.8, 5.85), ends[4] = float[](2.1, 3.4, 5.7, 6.6);
      vec3 tint[4] = vec3[](vec3(.6, .03, .07), vec3(.82, .1, .025), vec3(.92, .26, .02), vec3(.95, .47, .045));
      for (int i = 0; i < 4; i++) {
        float d = r - radius[i], k = done(starts[i], ends[i]);
        float on = smoothstep(.056, .044, abs(d) + ragged) * smoothstep(k + .003, k - .006, along + ragged) * step(.0005, k);
        if (q.y < -.03) on = 0.;
        lay(c, tint[i], on, along * radius[i] * 3., d);
      }
      float disc = done(7.6, 9.), lowering = length(vec2(q.x, max(q.y, 0.)));
      lay(c, vec3(1., .75, .26), smoothstep(.145, .13, lowering + ragged) * smoothstep(1.02 - disc, .98 - disc + .02, lowering / .15) * step(.001, disc) * step(-.03, q.y), q.x * 4., q.y);
      float level[3] = float[](.3, .21, .12); float a[3] = float[](9.9, 10.55, 11.2), b[3] = float[](10.4, 11.05, 11.65);
      vec3 sea[3] = vec3[](vec3(.03, .16, .35), vec3(.02, .1, .26), vec3(.012, .05, .16));
      for (int i = 0; i < 3; i++) {
        float k = done(a[i], b[i]), x = i == 1 ? (1.32 - p.x) / 1.22 : (p.x - .09) / 1.22;
        float d = p.y - level[i] - .012 * sin(x * 14.);
        lay(c, sea[i], smoothstep(.05, .038, abs(d) + ragged) * smoothstep(k + .003, k - .004, x + ragged) * step(0., x + ragged) * step(.0005, k), x * 4., d);
        if (i == 0) lay(c, vec3(.95, .5, .12), .8 * smoothstep(.006, .002, abs(d - .01)) * step(x, k) * smoothstep(.16, .05, abs(q.x)) * step(.0005, k), x * 9., d);
      }
      return c;
    }
    void surface(inout Surface s, int kind, vec3 w, vec3 m, vec2 uv, vec4 par, vec3 ray) {
      if (kind == 1) { s.colour = painting(vec2(w.x - ${CANVAS.x}, w.y - ${CANVAS.y})); s.rough = .5; }
      else if (kind == 2) { // the wall: boards, and light from the lamp
        float plank = floor(w.x * 2.2), g = fbm2(vec2(w.x * 9. + plank * 3., w.y * .8));
        s.colour = mix(vec3(.05, .105, .11), vec3(.085, .16, .16), g) * (.85 + .3 * hash(vec2(plank, 1.))) * smoothstep(.0, .03, abs(fract(w.x * 2.2) - .5) * -1. + .5);
        s.rough = .8;
      } else if (kind == 3) { float g = fbm(vec2(w.x * 1.3, w.z * 9.)); s.colour = mix(vec3(.2, .1, .045), vec3(.42, .23, .11), g); s.rough = .45; }
      else if (kind == 4) { // the screen: lines of code that scroll
        vec2 q = uv * vec2(1., 15.) + vec2(0., uTime * 1.1); float row = floor(q.y), inside = step(.25, fract(q.y)) * step(fract(q.y), .68);
        float from = .08 + .06 * floor(hash(vec2(row, 2.)) * 3.), to = from + .15 + .55 * hash(vec2(row, 5.));
        float word = step(.16, fract(uv.x * 9. + hash(vec2(row, 8.)))) ;
        vec3 tint = mix(vec3(1., .55, .2), vec3(.35, .85, .9), hash(vec2(row, floor(uv.x * 4.))));
        s.glow = vec3(.012, .02, .03) + tint * inside * word * step(from, uv.x) * step(uv.x, to) * .9; s.colour = vec3(.01); s.rough = .2;
      } else if (kind == 5) { float band = smoothstep(.3, .31, m.y) * smoothstep(.7, .69, m.y) * step(abs(m.x), .16); s.colour = mix(s.colour, vec3(.85, .2, .03), band); }
      else if (kind == 6) { s.colour = mix(vec3(.3, .16, .075), s.colour, step(.0, m.x)); }
      else if (kind == 98) { float r = length(uv - .5) * 2.; s.glow = vec3(1.5, 1., .55); s.alpha = exp(-r * r * 6.) * smoothstep(1., .6, r) * par.x; }
    }`,
  },
  meshes: () => ({
    ...figureMeshes(),
    ground: ground(),
    canvas: placed(box(0.5, 0.5, 0.5, 0.02), shift(0.5, 0.5, 0)),
    box: box(1, 1, 1, 0.06),
    link: placed(box(0.5, 0.5, 0.5, 0.16), shift(0, 0.5, 0)),
    base: lathe(
      [
        [0.34, 0],
        [0.34, 0.05],
        [0.3, 0.08],
        [0.18, 0.12],
        [0.16, 0.2],
        [0, 0.2],
      ],
      { around: 40 },
    ),
    bristle: lathe(
      [
        [0.75, 0],
        [1, 0.3],
        [0.75, 0.7],
        [0.05, 1],
      ],
      { smooth: true, around: 12 },
    ),
    jar: lathe(
      [
        [0, 0],
        [0.075, 0],
        [0.08, 0.02],
        [0.08, 0.13],
        [0.085, 0.15],
        [0.076, 0.15],
        [0.072, 0.1],
        [0, 0.1],
      ],
      { around: 24 },
    ),
    paint: sheet(24, 1, (u, v) => [Math.cos(-u * 6.2832) * v * 0.073, 0, Math.sin(-u * 6.2832) * v * 0.073]),
    shade: lathe(
      [
        [0.3, 0],
        [0.12, 0.3],
        [0.1, 0.4],
        [0.03, 0.42],
      ],
      { around: 32 },
    ),
    screen: sheet(1, 1, (u, v) => [u - 0.5, v - 0.5, 0]),
    mug: lathe(
      [
        [0, 0],
        [0.05, 0],
        [0.055, 0.02],
        [0.055, 0.12],
        [0.05, 0.12],
        [0.048, 0.02],
        [0, 0.02],
      ],
      { around: 20 },
    ),
    halo: {
      positions: Array(12).fill(0),
      normals: Array(12).fill(0),
      uvs: [0, 0, 1, 0, 0, 1, 1, 1],
      indices: [0, 1, 2, 1, 3, 2],
    },
  }),
  shot(t, u) {
    const k = ease(u);
    const sip = ease(span(t, 5.8, 6.8)) * (1 - ease(span(t, 8.2, 9.2)));
    const lean = Math.sin(t * 0.8) * 0.012;
    const man = mul(shift(2.18, 0, -0.15), turn('y', -1.05), scale(1.06));
    const nod = 0.06 * Math.sin(t * 2.2) * span(t, 11.8, 12.4);
    const mug: Vec3 = [-0.1 + 0.04 * sip, 1.14 + 0.33 * sip, 0.34 - 0.12 * sip];
    const wood = (at: ReturnType<typeof shift>): Thing => ({
      mesh: 'rod',
      at,
      colour: '#8a5a30',
      rough: 0.6,
    });
    const shelf = (y: number, from: number, jars: number): Thing[] => [
      { mesh: 'box', at: mul(shift(from + 0.6, y, -1.35), scale(0.85, 0.025, 0.16)), kind: 3 },
      ...Array.from({ length: jars }, (_, i): Thing => ({
        mesh: i % 3 === 1 ? 'box' : 'jar',
        at:
          i % 3 === 1
            ? mul(shift(from + i * 0.26, y + 0.15, -1.36), scale(0.05, 0.12, 0.1))
            : mul(shift(from + i * 0.26, y + 0.03, -1.35), scale(1.1, 1.1 + (i % 2), 1.1)),
        colour: ['#c4532b', '#2f6d73', '#d8b25a', '#ded5c4', '#6d3a4a', '#3b5d8a'][i % 6]!,
        rough: 0.4,
      })),
    ];
    return {
      eye: [lerp(-0.15, 1.25, k), lerp(1.98, 1.8, k) + 0.012 * Math.sin(t), lerp(4.15, 3.5, k)],
      at: [lerp(0.42, 0.72, k), 1.47, 0.1],
      fov: 40,
      sun: [-0.55, 0.62, 0.72],
      sunColour: [4.1, 3.2, 2.2],
      ground: [0.1, 0.075, 0.055],
      above: [0.2, 0.26, 0.3],
      shadow: [[0.6, 1.2, 0], 2.7],
      exposure: 0.66,
      bloom: 0.5,
      vignette: 1,
      things: [
        ...robot(t),
        {
          mesh: 'canvas',
          at: mul(shift(CANVAS.x, CANVAS.y, 0), scale(CANVAS.wide, CANVAS.high, 0.05)),
          kind: 1,
        },
        wood(reach([0.4, 0, 0.16], [0.72, 2.45, -0.42], 0.028)),
        wood(reach([1.35, 0, 0.16], [0.98, 2.45, -0.42], 0.028)),
        wood(reach([0.86, 0, -0.8], [0.86, 2.4, -0.44], 0.026)),
        { mesh: 'box', at: mul(shift(0.86, 0.99, 0.06), scale(0.62, 0.025, 0.05)), kind: 3 },
        { mesh: 'box', at: mul(shift(-0.35, 0.78, 0.85), scale(1.1, 0.04, 0.5)), kind: 3 },
        ...JARS.flatMap(([x, , z], i): Thing[] => [
          { mesh: 'jar', at: shift(x, 0.82, z), colour: '#d9d4c8', rough: 0.25 },
          {
            mesh: 'paint',
            at: shift(x, 0.93, z),
            colour: linear(['#c8324a', '#f28a25', '#ffd463', '#2f6f9e'][i]!),
            rough: 0.2,
          },
        ]),
        {
          mesh: 'box',
          at: mul(shift(-1.02, 1.14, 0.55), turn('y', 0.5), scale(0.36, 0.25, 0.02)),
          colour: '#1b1e24',
          rough: 0.4,
        },
        {
          mesh: 'screen',
          at: mul(shift(-1.01, 1.14, 0.574), turn('y', 0.5), scale(0.68, 0.45, 1)),
          kind: 4,
          noShadow: true,
        },
        { mesh: 'rod', at: reach([-1.02, 0.8, 0.52], [-1.02, 1, 0.52], 0.03), colour: '#1b1e24' },
        {
          mesh: 'rod',
          at: reach([-1.3, 0.8, -0.2], [-1.15, 2.1, -0.15], 0.022),
          colour: '#2b2e35',
          metal: 0.6,
          rough: 0.3,
          noShadow: true,
        },
        {
          mesh: 'rod',
          at: reach([-1.15, 2.1, -0.15], [-0.62, 2.52, 0.1], 0.022),
          colour: '#2b2e35',
          metal: 0.6,
          rough: 0.3,
          noShadow: true,
        },
        {
          mesh: 'shade',
          at: mul(shift(-0.52, 2.24, 0.14), turn('z', 0.55)),
          colour: '#d8622a',
          rough: 0.35,
          noShadow: true,
          through: 0.3,
        },
        {
          mesh: 'ball',
          at: mul(shift(-0.47, 2.27, 0.16), scale(0.085)),
          kind: 97,
          glow: [5, 3.6, 2.1],
          noShadow: true,
        },
        ...figure(
          man,
          { skin: '#8a5638', hair: '#1c1512', top: '#35577a', legs: '#2a2a31', shoes: '#1b1b1f' },
          {
            ...STANDING,
            neck: [lean, 1.44, 0.01],
            head: [lean * 1.6, 1.61, 0.04 + nod * 0.3],
            right: [[-0.28, 1.16, 0.08], mug],
            left: [
              [0.29, 1.16, 0.02],
              [0.12, 1.1, 0.2],
            ],
            look: -0.1,
          },
        ),
        {
          mesh: 'mug',
          at: mul(man, shift(mug[0] + 0.03, mug[1] - 0.05, mug[2] + 0.05), turn('x', -0.7 * sip)),
          colour: '#e9dfcb',
          rough: 0.3,
        },
        ...shelf(2.2, 1.3, 5),
        ...shelf(1.72, 1.5, 4),
        { mesh: 'ground', at: mul(shift(0, 1.5, -1.6), turn('x', Math.PI / 2), scale(7)), kind: 2 },
        { mesh: 'ground', at: scale(7), colour: '#2b2522', rough: 0.6 },
        {
          mesh: 'halo',
          kind: 98,
          blend: true,
          sprite: 2.4,
          at: shift(-0.47, 2.27, 0.2),
          par: [0.34, 0, 0, 0],
        },
      ],
    };
  },
};
