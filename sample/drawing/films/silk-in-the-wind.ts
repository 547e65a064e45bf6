import { along, ease, lerp, random } from '../clips/draw.ts';
import type { Film, Thing } from '../film/film.ts';
import type { Vec3 } from '../film/matrix.ts';
import { mul, scale, shift, turn } from '../film/matrix.ts';
import { rod, sheet, sprites } from '../film/meshes.ts';

const LAYERS = 8;
const TINTS = ['#f8e6d2', '#f6bfa4', '#f08f74', '#e4606a', '#c84a7e', '#9c428c', '#6f4192', '#4a3f8c'];

export const silkInTheWind: Film = {
  name: 'silk-in-the-wind',
  width: 1920,
  height: 1080,
  seconds: 6.4,
  poster: 0.44,
  music: {
    root: 0,
    chords: [
      [0, 4, 7, 11],
      [5, 9, 12, 16],
      [-3, 0, 4, 7],
    ],
    tempo: 66,
    air: 'wind',
  },
  glsl: {
    sky: /* glsl */ `vec3 sky(vec3 d, float blur) {
      vec3 c = mix(vec3(.16, .07, .09), vec3(.55, .32, .3), smoothstep(-.5, .6, d.y));
      float s = max(dot(d, uSun), 0.), e = blur * .5;
      c += vec3(2.6, 1.7, 1.1) * smoothstep(.8 - e, .97, s) * (1. - blur * .6);
      return c + vec3(.9, .8, .9) * smoothstep(.55 - e, .9, dot(d, normalize(vec3(.8, .4, .5)))) * .5;
    }`,
    surface: /* glsl */ `void surface(inout Surface s, int kind, vec3 w, vec3 m, vec2 uv, vec4 par, vec3 ray) {
      if (kind == 90) { // silk: bright along the crests of its folds, deep in the hollows; light comes through it
        vec3 n = normalize(s.normal); if (dot(n, ray) > 0.) n = -n; s.normal = n;
        float weave = .5 + .5 * mix(0., sin(uv.x * 2400.) * sin(uv.y * 2400.), smoothstep(.9, .3, fwidth(uv.y) * 2400.));
        float towards = dot(n, uSun);
        vec3 across = normalize(cross(n, vec3(1., .1, .2))), h = normalize(uSun - ray);
        float along_ = dot(across, h), sheen = exp(-along_ * along_ * 16.);
        float rim = pow(1. - abs(dot(n, ray)), 3.);
        s.glow = s.colour * (1.15 * sheen + .5 * rim) * vec3(1.25, 1., .9) * (.8 + .2 * weave);
        s.glow += s.colour * max(-towards, 0.) * vec3(.95, .6, .5);
        s.glow += vec3(.9, .72, .6) * pow(sheen, 5.) * .22;
        s.colour *= .55; s.rough = .6;
        float hem = smoothstep(.018, .012, min(uv.y, 1. - uv.y)); s.colour *= 1. - hem * .3;
      } else if (kind == 99) { float r = length(uv - .5); s.alpha = smoothstep(.5, .05, r) * par.x * (.5 + .5 * sin(uTime * (.6 + s.normal.x) + s.normal.y * 40.)); s.glow = vec3(1.3, .95, .7); }
    }`,
    displace: /* glsl */ `vec3 blown(vec2 uv, float layer, float wind) {
      // one wind for all: what lies over another never goes through it
      float x = uv.x, y = (uv.y - .5) * 1.2 + layer, a = smoothstep(-.08, .5, x) * (.6 + .4 * x), t = uTime;
      float big = sin(x * 9. - t * 2.1 + y * 1.1), small = sin(x * 17. - t * 3.3 - y * 2.2), fine = sin(x * 37. + y * 5. - t * 4.6);
      float z = a * (.42 * big + .17 * small + .045 * fine) * wind;
      float lift = a * (.36 * sin(x * 4.1 - t * 1.7 + layer * .5) + .12 * sin(x * 9. - t * 2.9 - layer * .8)) * wind - .2 * x * x;
      return vec3(-3.6 + x * 7.4 - a * .35 * big * big, lift + (uv.y - .5) * (1.2 + .16 * sin(x * 5. - t * 1.3 + layer)) , z);
    }
    void displace(inout vec3 p, inout vec3 n, vec2 uv, int kind, vec4 par) {
      if (kind == 90) {
        float e = .004; vec3 c = blown(uv, par.x, par.y);
        vec3 du = blown(uv + vec2(e, 0.), par.x, par.y) - c, dv = blown(uv + vec2(0., e), par.x, par.y) - c;
        p = c; n = normalize(cross(du, dv));
      }
      if (kind == 99) { p.x = mod(p.x + uTime * (.7 + n.x), 10.) - 5.; p.y += sin(uTime * .7 + n.x * 30.) * .3; }
    }`,
  },
  meshes: () => {
    const next = random(4);
    return {
      cloth: sheet(360, 72, (u, v) => [u, v, 0]),
      rod: rod(),
      dust: sprites(
        Array.from({ length: 80 }, () => ({
          at: [next() * 10, (next() - 0.5) * 5, (next() - 0.5) * 4] as Vec3,
          seed: [next(), next(), next()] as Vec3,
        })),
      ),
    };
  },
  shot(t, u) {
    const k = ease(u);
    const gust = 0.85 + 0.25 * Math.sin(t * 0.8) + 0.12 * Math.sin(t * 1.9);
    const round = lerp(-0.55, 0.42, k);
    const away = lerp(5.6, 4.5, k);
    const cloths = Array.from({ length: LAYERS }, (_, i): Thing => ({
      mesh: 'cloth',
      kind: 90,
      noShadow: true,
      at: mul(
        shift(0, (LAYERS / 2 - 0.5 - i) * 0.46, (i - 3.5) * 0.3),
        turn('z', 0.03 * Math.sin(t * 0.5 + i * 0.3)),
      ),
      colour: along(TINTS, i / (LAYERS - 1)),
      par: [(LAYERS / 2 - 0.5 - i) * 0.46, gust, 0, 0],
    }));
    return {
      eye: [0.2 + Math.sin(round) * away, lerp(1.3, -0.4, k), Math.cos(round) * away],
      at: [lerp(-0.5, 0.6, k), lerp(-0.1, 0, k), 0],
      fov: 42,
      roll: lerp(-0.06, 0.05, k),
      sun: [0.35, 0.62, -0.55],
      sunColour: [2.6, 2, 1.5],
      ground: [0.22, 0.1, 0.12],
      above: [0.6, 0.46, 0.46],
      exposure: 0.8,
      bloom: 0.55,
      vignette: 0.95,
      things: [
        ...cloths,
        {
          mesh: 'rod',
          at: mul(shift(-3.62, -3, 0.9), scale(0.04, 6, 0.04)),
          colour: '#c98f4a',
          metal: 1,
          rough: 0.2,
        },
        { mesh: 'dust', kind: 99, blend: true, sprite: 0.03, par: [0.5, 0, 0, 0] },
      ],
    };
  },
};
