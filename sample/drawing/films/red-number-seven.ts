import { ease, lerp, overshoot, span } from '../clips/draw.ts';
import type { Film, Thing } from '../film/film.ts';
import { mul, scale, shift, turn } from '../film/matrix.ts';
import { ball, curve, lathe, sheet } from '../film/meshes.ts';
import { backdrop, block, studioSky } from './studio.ts';

const GOLD = { colour: '#e8b45c', metal: 1, rough: 0.16 };
const BLACK = { colour: '#17101c', rough: 0.16 };

/** Wax, cut at a slant. */
const bullet = () =>
  sheet(56, 40, (u, v) => {
    const [r = 0, y = 0] = curve(
      [
        [0.265, 0],
        [0.265, 0.4],
        [0.265, 0.8],
        [0.26, 1.15],
        [0.22, 1.32],
        [0.1, 1.42],
        [0, 1.44],
      ],
      v,
    );
    const a = -u * 2 * Math.PI;
    const x = Math.cos(a) * r;
    const cut = 0.98 + x * 1.05 + 0.06 * Math.sin(a) * r;
    const soft = 0.018;
    const low = (y + cut - Math.sqrt((y - cut) ** 2 + soft)) / 2;
    return [x, low, Math.sin(a) * r];
  });

const cap = () =>
  lathe(
    [
      [0.39, 0],
      [0.4, 0.03],
      [0.4, 1.5],
      [0.385, 1.56],
      [0.34, 1.58],
      [0, 1.58],
      [0, 1.5],
      [0.37, 1.48],
      [0.37, 0],
      [0.39, 0],
    ],
    { around: 64 },
  );

/** A case of rounded steps, and what shines of gold. */
const tube = (low: number, high: number, radius: number) =>
  lathe(
    [
      [radius - 0.02, low],
      [radius, low + 0.02],
      [radius, high - 0.02],
      [radius - 0.02, high],
      [0, high],
    ],
    { around: 64 },
  );

export const redNumberSeven: Film = {
  name: 'red-number-seven',
  width: 1080,
  height: 1920,
  seconds: 9,
  poster: 0.8,
  music: {
    root: -3,
    chords: [
      [0, 3, 7, 10],
      [-4, 0, 3, 7],
      [5, 8, 12, 15],
    ],
    tempo: 100,
  },
  glsl: {
    sky: studioSky('vec3(.3, .1, .14)', 'vec3(.62, .34, .36)'),
    surface: /* glsl */ `void surface(inout Surface s, int kind, vec3 w, vec3 m, vec2 uv, vec4 par, vec3 ray) {
      if (kind == 1) { // paper, and the stroke across it
        float d = length(w.xz);
        s.occluded = mix(.35, 1., smoothstep(.7, 2.6, d + max(w.y, 0.) * 3.));
        s.colour *= .95 + .06 * noise(w.xy * 60. + w.z * 31.);
        vec2 q = vec2(w.x, w.y - 5.15 - .32 * sin(w.x * 1.5 + .6) - .1 * w.x);
        float k = par.x, ragged = .5 * noise(vec2(q.y * 16., 3.)) + .2 * noise(vec2(q.y * 60., 9.));
        float bristle = .62 * noise(vec2(w.x * 1.6, q.y * 24.)) + .38 * noise(vec2(w.x * 5., q.y * 70.));
        float from = -2.75 + ragged * .35, to = mix(-2.9, 1.9, k) + ragged * .5;
        float on = smoothstep(.62, .54, abs(q.y) + .1 * noise(vec2(w.x * 2., 5.))) * smoothstep(from - .02, from + .02, w.x) * smoothstep(to + .02, to - .02, w.x);
        on *= smoothstep(.16, .34, bristle + .5 * smoothstep(2.2, -1., w.x)) * step(.001, k) * step(3., w.y);
        s.colour = mix(s.colour, vec3(.36, .004, .024) * (.55 + .8 * bristle), on);
        s.rough = mix(s.rough, .38, on);
        s.normal = normalize(s.normal + on * vec3(0., (noise(vec2(w.x * 3., q.y * 40.)) - .5) * .9, 0.));
      } else if (kind == 2) { s.colour *= .88 + .16 * fbm2(m.xz * 3.) + .05 * noise(m.xz * 90.); s.occluded = mix(.4, 1., smoothstep(.3, .85, length(m.xz))); }
      else if (kind == 3) { float cutFace = smoothstep(.3, .6, s.normal.y); s.colour = mix(s.colour, vec3(.42, .008, .035), cutFace); s.rough = mix(.34, .26, cutFace); }
      else if (kind == 98) { float r = length(uv - .5) * 2.; s.glow = vec3(1.5, 1.1, .9); s.alpha = exp(-r * r * 5.) * smoothstep(1., .5, r) * par.x; }
      else if (kind == 99) { float r = length(uv - .5); s.alpha = smoothstep(.5, .05, r) * par.x * (.4 + .6 * sin(uTime * (1. + s.normal.x) + s.normal.y * 30.)); s.glow = vec3(1.2, .8, .7); }
    }`,
  },
  meshes: () => ({
    backdrop: backdrop(),
    block: block(),
    bullet: bullet(),
    cap: cap(),
    base: tube(0, 0.78, 0.4),
    ring: tube(0, 0.07, 0.408),
    inner: tube(0, 0.66, 0.325),
    ball: ball(40),
  }),
  shot(t, u) {
    // off with the cap, then a turn of the base, then the stroke
    const up = ease(span(t, 0.7, 1.5));
    const aside = ease(span(t, 1.3, 2.5));
    const twist = overshoot(ease(span(t, 2.7, 4.1)));
    const stroke = ease(span(t, 4.9, 6.7));
    const round = lerp(-0.5, 0.34, ease(u));
    const near = lerp(8.2, 6.9, ease(span(t, 0, 4.4))) + 0.9 * ease(span(t, 4.2, 6.4));
    const rise = lerp(1.5, 2.9, ease(span(t, 4, 6.2)));
    const stand = 0.9;
    const things: Thing[] = [
      { mesh: 'backdrop', kind: 1, colour: '#d4647c', rough: 0.85, par: [stroke, 0, 0, 0] },
      { mesh: 'block', kind: 2, at: scale(1.25, stand, 1.25), colour: '#e08f9e', rough: 0.55 },
      {
        mesh: 'block',
        kind: 2,
        at: mul(shift(1.75, 0, -0.9), scale(0.75, 1.7, 0.75)),
        colour: '#b8405f',
        rough: 0.6,
      },
      { mesh: 'ball', at: mul(shift(1.75, 2.08, -0.9), scale(0.38)), ...GOLD },
      { mesh: 'ball', at: mul(shift(-1.5, 0.28, -0.5), scale(0.28)), colour: '#f2c4be', rough: 0.25 },
      { mesh: 'base', at: shift(0, stand, 0), ...BLACK },
      { mesh: 'ring', at: shift(0, stand + 0.72, 0), ...GOLD },
      { mesh: 'ring', at: shift(0, stand + 0.1, 0), ...GOLD },
      { mesh: 'inner', at: shift(0, stand + 0.78, 0), ...GOLD },
      {
        mesh: 'bullet',
        kind: 3,
        at: mul(shift(0, stand + 0.62 + 0.62 * twist - 0.55 * (1 - twist), 0), turn('y', twist * 4.4 - 0.6)),
        colour: '#8a0420',
        rough: 0.34,
      },
      {
        mesh: 'cap',
        at: mul(
          shift(
            lerp(0, -0.85, aside),
            lerp(stand + 0.82, 0.42, aside ** 1.6) + up * 1.7 * (1 - aside),
            lerp(0, 1.5, aside),
          ),
          turn('y', -0.75 * aside),
          turn('z', (Math.PI / 2) * aside),
          shift(0, -0.4 * aside, 0),
        ),
        ...BLACK,
      },
    ];
    return {
      eye: [Math.sin(round) * near, rise, Math.cos(round) * near],
      at: [0.05, lerp(1.75, 2.75, ease(span(t, 4, 6.4))), 0],
      fov: 44,
      sun: [-0.7, 0.9, 0.75],
      sunColour: [2.3, 1.95, 1.7],
      ground: [0.24, 0.08, 0.11],
      above: [0.36, 0.25, 0.27],
      shadow: [[0, 1.4, -0.4], 4.6],
      exposure: 0.78,
      bloom: 0.4,
      vignette: 0.8,
      things,
    };
  },
};
