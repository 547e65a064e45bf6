import { clamp, ease, lerp, random, span } from '../clips/draw.ts';
import type { Film, Thing } from '../film/film.ts';
import type { Vec3 } from '../film/matrix.ts';
import { mul, scale, shift, turn } from '../film/matrix.ts';
import { box, lathe, merge, placed, sheet } from '../film/meshes.ts';
import { backdrop, block, studioSky } from './studio.ts';

const STAND = 0.42;
const FACETS = 8;

/** Eight sides with their own edges, a shoulder and a foot. */
function prism(wide: number, foot: number, shoulder: number, neck: number) {
  const rows: [number, number][] = [
    [wide * 0.9, foot],
    [wide, foot + 0.08],
    [wide, shoulder - 0.34],
    [neck, shoulder],
  ];
  const corner = (k: number, r: number, y: number): Vec3 => {
    const a = -(k / FACETS) * 2 * Math.PI;
    return [Math.cos(a) * r, y, Math.sin(a) * r];
  };
  return merge(
    ...Array.from({ length: FACETS }, (_, k) =>
      merge(
        ...rows.slice(1).map(([r, y], i) => {
          const [low, from] = rows[i]!;
          return sheet(1, 1, (u, v) => {
            const a = corner(k, lerp(low, r, v), lerp(from, y, v));
            const b = corner(k + 1, lerp(low, r, v), lerp(from, y, v));
            return [lerp(a[0], b[0], u), lerp(a[1], b[1], u), lerp(a[2], b[2], u)];
          });
        }),
      ),
    ),
  );
}

const petal = () =>
  sheet(8, 10, (u, v) => {
    const x = (u - 0.5) * Math.sin(Math.PI * (0.05 + 0.9 * v) ** 0.8) * 0.9;
    return [x, v - 0.5, 0.35 * x * x + 0.22 * (v - 0.5) ** 2];
  });

/** Petals of an apricot tree, that fall when the window is opened. */
function petals(t: number): Thing[] {
  return Array.from({ length: 20 }, (_, i): Thing => {
    const next = random(i * 7 + 3);
    const speed = 0.34 + next() * 0.3;
    const from = next() * 9;
    const y = 5.6 - ((from + t * speed * 1.5) % 9);
    const [x, z] = [(next() - 0.5) * 5.4, (next() - 0.35) * 3.4];
    const lies = y < 0.03 || (Math.hypot(x, z) < 1.5 && y < STAND + 0.03);
    const ground = Math.hypot(x, z) < 1.5 ? STAND : 0;
    const still = Math.max(y, ground + 0.03);
    const spin = lies ? i * 1.3 : t * (0.8 + next()) + i;
    return {
      mesh: 'petal',
      kind: 4,
      at: mul(
        shift(x + (lies ? 0 : 0.25 * Math.sin(t * 1.3 + i)), still, z),
        turn('y', spin),
        turn('x', lies ? -1.5 : Math.sin(t * 1.1 + i) * 1.1),
        turn('z', lies ? 0 : spin * 0.4),
        scale(0.16 + next() * 0.1),
      ),
      colour: i % 3 ? '#f3b3a0' : '#f7d3c4',
      rough: 0.8,
      through: 0.55,
    };
  });
}

export const apricotGlass: Film = {
  name: 'apricot-glass',
  width: 1080,
  height: 1920,
  seconds: 7.2,
  poster: 0.36,
  music: {
    root: 3,
    chords: [
      [0, 4, 7, 11],
      [-4, 0, 3, 7],
    ],
    tempo: 76,
    pluck: 'bell',
  },
  glsl: {
    sky: studioSky('vec3(.3, .13, .08)', 'vec3(.66, .46, .36)', 'vec3(4., 3.5, 2.9) * (.35 + .65 * uK[0].x)'),
    surface: /* glsl */ `void surface(inout Surface s, int kind, vec3 w, vec3 m, vec2 uv, vec4 par, vec3 ray) {
      if (kind == 1) { // paper, with the light that goes through the bottle
        float d = length(w.xz);
        s.occluded = mix(.3, 1., smoothstep(1., 3., d + max(w.y, 0.) * 3.));
        s.colour *= .95 + .06 * noise(w.xy * 60. + w.z * 31.);
        vec2 q = vec2(w.x - 1.9, w.z + 1.35); q = mat2(.8, .6, -.6, .8) * q;
        float c = smoothstep(1.1, .1, length(q * vec2(.8, 1.7)));
        float lines = pow(noise(vec2(q.x * 3. + sin(uK[0].y * 2. + q.y * 3.) * .7, q.y * 5. + uK[0].y)), 2.) * 1.7;
        s.glow = uK[0].x * c * (.12 + lines) * vec3(1., .34, .1) * .55 * step(w.y, .6);
      } else if (kind == 2) { s.colour *= .9 + .12 * fbm2(m.xz * 3.); s.occluded = mix(.35, 1., smoothstep(.45, 1., length(m.xz))); }
      else if (kind == 3) { // the scent, seen through thick glass: lighter where the lamp comes through
        vec3 n = s.normal; float facing = abs(dot(n, ray));
        float level = smoothstep(1.86, 1.84, m.y);
        vec3 r = refract(ray, n, .72);
        float through = pow(max(dot(normalize(vec3(r.x, r.y * .6, r.z)), normalize(vec3(-.75, .35, -.4))), 0.), 3.);
        float deep = smoothstep(.2, 1.9, m.y) ;
        vec3 scent = mix(vec3(.62, .1, .03), vec3(1., .42, .17), deep) * (.4 + (1.3 * through + .75 * max(dot(n, uSun), 0.)) * uK[0].x + .5 * pow(1. - facing, 2.));
        vec3 empty = vec3(1., .66, .44) * (.34 + (.6 * through + .5 * max(dot(n, uSun), 0.)) * uK[0].x + .5 * pow(1. - facing, 2.));
        s.glow = mix(empty, scent, level) * .85;
        float line = smoothstep(.025, .0, abs(m.y - 1.85)); s.glow += line * vec3(.5, .3, .2);
        float foot = smoothstep(.34, .2, m.y); s.glow = mix(s.glow, vec3(.95, .55, .34) * (.3 + .5 * uK[0].x), foot * .6);
        s.colour = vec3(.02); s.rough = .05; s.glow += sky(reflect(ray, n), .06) * .14 + vec3(1., .9, .8) * smoothstep(.05, .0, min(uv.x, 1. - uv.x)) * .16 * uK[0].x;
      } else if (kind == 5) { // the label
        vec2 q = uv - .5; s.colour = vec3(.9, .84, .76);
        float mark = 0.; for (int i = 0; i < 3; i++) { vec2 p = q * vec2(1.15, 1.) - vec2(-.13 + float(i) * .12, .08); p.x -= p.y * .38; mark = max(mark, smoothstep(.03, .02, abs(p.x)) * smoothstep(.2, .19, abs(p.y))); }
        mark = max(mark, smoothstep(.012, .006, abs(q.y + .26)) * step(abs(q.x), .3)); mark = max(mark, smoothstep(.008, .004, abs(q.y + .33)) * step(abs(q.x), .2));
        s.colour = mix(s.colour, vec3(.62, .13, .04), mark); s.rough = .7;
      } else if (kind == 4) { s.colour *= .85 + .3 * uv.y; }
      else if (kind == 99) { float r = length(uv - .5); s.alpha = smoothstep(.5, .05, r) * par.x; s.glow = vec3(1.3, .9, .6); }
    }`,
  },
  meshes: () => ({
    backdrop: backdrop(),
    block: block(),
    glass: prism(0.98, 0.02, 2.5, 0.46),
    collar: lathe(
      [
        [0.3, 2.42],
        [0.42, 2.44],
        [0.42, 2.52],
        [0.31, 2.54],
        [0.31, 2.78],
        [0, 2.78],
      ],
      { around: 56 },
    ),
    cap: lathe(
      [
        [0.36, 2.7],
        [0.4, 2.72],
        [0.42, 3.4],
        [0.4, 3.46],
        [0.36, 3.48],
        [0, 3.49],
      ],
      { around: 64 },
    ),
    label: sheet(1, 1, (u, v) => [(u - 0.5) * 0.66, (v - 0.5) * 0.74, 0]),
    card: box(0.9, 1.5, 0.03, 0.02),
    fruit: sheet(40, 28, (u, v) => {
      const a = -u * 2 * Math.PI;
      const b = (v - 0.5) * Math.PI;
      const groove = 1 - 0.1 * Math.exp(-((Math.atan2(Math.sin(a), Math.cos(a)) / 0.25) ** 2));
      const dimple = 1 - 0.24 * Math.exp(-(((v - 1) / 0.1) ** 2));
      return [
        Math.cos(a) * Math.cos(b) * groove,
        Math.sin(b) * 0.94 * dimple,
        Math.sin(a) * Math.cos(b) * groove,
      ];
    }),
    leaf: placed(petal(), scale(0.6, 1.3, 1)),
    petal: petal(),
  }),
  shot(t, u) {
    // the lamp goes on, then a white card comes near on the left
    const lamp =
      0.25 + 0.75 * ease(span(t, 0.3, 1.3)) * (1 - 0.06 * clamp(Math.sin(t * 31)) * (1 - span(t, 0.5, 1.2)));
    const card = ease(span(t, 1.7, 3));
    const spin = t * 0.5 - 0.65;
    const round = lerp(0.34, -0.22, ease(u));
    const away = lerp(9.6, 7.4, ease(u));
    const bottle = mul(shift(0, STAND, 0), turn('y', spin));
    return {
      eye: [Math.sin(round) * away, lerp(2.6, 3.1, ease(u)), Math.cos(round) * away],
      at: [0.05, lerp(2.2, 2.3, u), 0],
      fov: 42,
      sun: [-0.85, 0.85, 0.45],
      sunColour: [1.9 * lamp, 1.5 * lamp, 1.12 * lamp],
      ground: [0.24, 0.12, 0.08],
      above: [0.3 + 0.12 * card, 0.24 + 0.1 * card, 0.2 + 0.08 * card],
      shadow: [[0, 1.6, -0.4], 4.8],
      exposure: 0.8,
      bloom: 0.45,
      vignette: 0.85,
      k: [lamp, spin, card, 0],
      things: [
        {
          mesh: 'block',
          kind: 2,
          at: mul(scale(1.5, STAND, 1.5), turn('y', spin)),
          colour: '#dcb9a2',
          rough: 0.4,
        },
        { mesh: 'glass', kind: 3, at: mul(bottle, shift(0, 0.01, 0)) },
        { mesh: 'collar', at: bottle, colour: '#e8b45c', metal: 1, rough: 0.16 },
        { mesh: 'cap', at: bottle, colour: '#1d1418', rough: 0.14 },
        {
          mesh: 'label',
          kind: 5,
          at: mul(bottle, turn('y', Math.PI / 8), shift(0, 1, 0.98 * Math.cos(Math.PI / FACETS) + 0.012)),
        },
        {
          mesh: 'card',
          at: mul(shift(lerp(-5.4, -2.35, card), 1.5, 0.35), turn('y', 1.05)),
          colour: '#f5efe6',
          rough: 0.8,
        },
        {
          mesh: 'fruit',
          at: mul(shift(1.75, 0.5, 0.85), turn('y', 2), scale(0.52)),
          colour: '#d9651f',
          rough: 0.6,
          through: 0.15,
        },
        {
          mesh: 'fruit',
          at: mul(shift(2.35, 0.42, -0.15), turn('y', 4), turn('z', 0.5), scale(0.44)),
          colour: '#c9501f',
          rough: 0.6,
          through: 0.15,
        },
        {
          mesh: 'leaf',
          at: mul(shift(2.1, 0.98, 0.7), turn('y', 0.6), turn('x', -1.2), turn('z', -0.9), scale(0.66)),
          colour: '#5d7a3a',
          rough: 0.5,
          through: 0.4,
        },
        ...petals(t),
        { mesh: 'backdrop', kind: 1, colour: '#d98d6c', rough: 0.85 },
      ],
    };
  },
};
