import { along, clamp, ease, lerp, overshoot, random } from '../clips/draw.ts';
import type { Film, Thing } from '../film/film.ts';
import type { Vec3 } from '../film/matrix.ts';
import { mul, scale, shift, turn } from '../film/matrix.ts';
import { ball, lathe, sheet, sprites, tube } from '../film/meshes.ts';

const PETALS = 119;
const TINTS = ['#ffd98a', '#ff9a55', '#f5553f', '#d8234f', '#8f1450'];

/** A petal that stands on its foot, hollow along the middle and pointed. */
const petal = (hollow: number) =>
  sheet(8, 12, (u, v) => {
    const across = (u - 0.5) * 2;
    const wide = 0.3 * Math.sin(Math.PI * (0.06 + 0.9 * v ** 1.25)) ** 0.8 + 0.03 * (1 - v);
    return [across * wide, v, hollow * across * across * wide - 0.16 * v * v * (hollow > 0.5 ? -0.4 : 1)];
  });

/** How far each petal has opened, from the outer ones to those in the middle. */
function flower(t: number): Thing[] {
  return Array.from({ length: PETALS }, (_, i): Thing => {
    const ring = Math.sqrt(i / (PETALS - 1));
    const chance = random(i + 9);
    const late = 0.3 + (1 - ring) * 2.7 + chance() * 0.25;
    const open = overshoot(ease(clamp((t - late) / 2.9)));
    const breath = 0.02 * Math.sin(t * 1.1 + i);
    // shut, they stand upright around the middle; open, the outer lie back
    const lean = lerp(0.12 + ring * 0.12, 0.04 + ring * 1.66 + (chance() - 0.5) * 0.12, open) + breath;
    const long = lerp(0.55, 0.42 + ring * 0.95, open) * (0.92 + chance() * 0.16);
    const spin = i * 2.39996 + 0.18 * (1 - open);
    return {
      mesh: ring < 0.45 ? 'inner' : 'outer',
      kind: 1,
      at: mul(
        turn('y', spin),
        shift(0, 0.1 * (1 - ring), 0.03 + ring * 0.2),
        turn('x', lean),
        scale(long * (0.85 + ring * 0.35), long, long),
      ),
      colour: along(TINTS, ring),
      rough: 0.55,
      through: 0.5,
      par: [ring, i, open, 0],
    };
  });
}

const leaf = () =>
  sheet(10, 16, (u, v) => {
    const across = (u - 0.5) * 2;
    const wide = 0.34 * Math.sin(Math.PI * (0.03 + 0.95 * v ** 0.8)) * (1 + 0.07 * Math.sin(v * 40));
    return [across * wide, v, 0.3 * across * across * wide - 0.3 * v * v];
  });

export const fullBloom: Film = {
  name: 'full-bloom',
  width: 1920,
  height: 1080,
  seconds: 8,
  poster: 0.84,
  music: {
    root: -2,
    chords: [
      [0, 4, 7, 14],
      [-5, -1, 2, 7],
    ],
    tempo: 78,
    pluck: 'bell',
  },
  glsl: {
    sky: /* glsl */ `vec3 sky(vec3 d, float blur) {
      vec3 c = mix(vec3(.012, .03, .022), vec3(.06, .12, .08), smoothstep(-.7, .5, d.y));
      float s = max(dot(d, uSun), 0.);
      c += vec3(.6, .42, .16) * pow(s, 4.) * .7;
      if (blur < .1) { // a garden out of focus
        vec2 q = vec2(atan(d.x, -d.z) * 3.2, d.y * 4.);
        for (int i = 0; i < 3; i++) {
          float k = float(i); vec2 cell = q * (1.1 + k * .7) + k * 7.3 + vec2(uTime * .012 * (k + 1.), 0.); vec2 id = floor(cell), f = fract(cell) - .5;
          float h = hash(id + k * 13.), r = .16 + .26 * hash(id + 3.);
          vec2 off = (vec2(hash(id + 5.), hash(id + 7.)) - .5) * .4;
          float disc = smoothstep(r, r - .07, length(f - off)) * step(.45, h);
          vec3 tint = mix(mix(vec3(.16, .3, .1), vec3(.6, .5, .16), hash(id + 11.)), vec3(.5, .1, .16), step(.86, hash(id + 17.)));
          c += tint * disc * .24 * (.7 + .3 * sin(uTime * .7 + h * 30.)) * (.35 + pow(s, 2.) * 1.4);
        }
      }
      return c;
    }`,
    surface: /* glsl */ `void surface(inout Surface s, int kind, vec3 w, vec3 m, vec2 uv, vec4 par, vec3 ray) {
      if (kind == 1) {
        float vein = abs(sin((uv.x - .5) * 34. * (1. - uv.y * .4))) * .5 + .5;
        s.colour = mix(s.colour * .45, s.colour, smoothstep(.0, .5, uv.y)) * (.86 + .2 * vein);
        s.colour = mix(s.colour, min(s.colour * 1.5 + vec3(.12, .06, .05), 1.), smoothstep(.62, 1., uv.y) * .6);
        s.colour = mix(s.colour, s.colour * vec3(.9, .62, .72), smoothstep(.2, .0, min(uv.x, 1. - uv.x)) * .4);
        s.occluded = mix(.16, 1., smoothstep(.05, .8, uv.y));
      } else if (kind == 2) {
        float mid = smoothstep(.05, .0, abs(uv.x - .5)), side = abs(sin((uv.y * 26. - abs(uv.x - .5) * 18.)));
        s.colour *= .75 + .3 * side; s.colour = mix(s.colour, vec3(.3, .42, .12), mid * .6);
      } else if (kind == 3) { // a drop of dew
        float f = pow(1. - abs(dot(s.normal, ray)), 2.); s.glow = sky(refract(ray, s.normal, .7), .4) * 1.6 + vec3(.5, .16, .16) * (1. - f) + f * .4; s.colour = vec3(.02); s.rough = .03;
      } else if (kind == 99) { float r = length(uv - .5); s.alpha = smoothstep(.5, .05, r) * par.x * (.5 + .5 * sin(uTime * (.6 + s.normal.x) + s.normal.y * 40.)); s.glow = vec3(1.3, .95, .5); }
    }`,
    displace: /* glsl */ `void displace(inout vec3 p, inout vec3 n, vec2 uv, int kind, vec4 par) {
      if (kind == 1) { p.z += sin(uTime * 1.3 + par.y) * .012 * uv.y * par.z; }
      if (kind == 99) { p.x += sin(uTime * .4 + n.x * 30.) * .3; p.y += mod(uTime * .09 * (n.y + .3) + n.z * 4., 4.) - 1.6; p.z += sin(uTime * .3 + n.y * 20.) * .3; }
    }`,
  },
  meshes: () => {
    const next = random(12);
    return {
      ball: ball(24),
      outer: petal(0.75),
      inner: petal(1.5),
      leaf: leaf(),
      stem: tube(
        [
          [0, 0.05, 0],
          [0.03, -0.8, 0.02],
          [-0.06, -1.8, 0.1],
          [0.1, -3.4, 0.2],
        ],
        () => 0.075,
      ),
      cup: lathe(
        [
          [0.05, -0.22],
          [0.2, -0.12],
          [0.26, 0.04],
          [0.1, 0.1],
          [0, 0.1],
        ],
        { smooth: true, around: 28 },
      ),
      dust: sprites(
        Array.from({ length: 90 }, () => ({
          at: [(next() - 0.5) * 7, next() - 0.5, (next() - 0.5) * 4] as Vec3,
          seed: [next(), next(), next()] as Vec3,
        })),
      ),
    };
  },
  shot(t, u) {
    const look = ease(clamp(t / 7.4));
    const round = lerp(-0.75, 0.42, u) + 0.03 * Math.sin(t * 0.6);
    const rise = lerp(0.42, 1.05, look);
    const away = lerp(3.7, 4.5, ease(clamp(t / 5))) - 0.75 * ease(clamp((t - 5) / 3));
    const leaves: Thing[] = [0.4, 2.6, 4.5, 5.6].map((angle, i) => ({
      mesh: 'leaf',
      kind: 2,
      at: mul(
        shift(0, -0.85 - i * 0.3, 0),
        turn('y', angle),
        turn('x', 1.1 + 0.05 * Math.sin(t * 0.9 + i)),
        scale(1.35 + i * 0.1),
      ),
      colour: '#2e5a2c',
      rough: 0.45,
      through: 0.45,
    }));
    const drops: Thing[] = [0, 1, 2, 3, 4].map((i) => ({
      mesh: 'ball',
      kind: 3,
      noShadow: true,
      at: mul(
        shift(0, -0.85, 0),
        turn('y', 0.4 + (i % 2) * 2.2),
        turn('x', 1.1 + 0.05 * Math.sin(t * 0.9)),
        shift((i - 2) * 0.07, 0.5 + i * 0.13, -0.02),
        scale(0.028 + (i % 3) * 0.01),
      ),
    }));
    const sway = mul(
      turn('z', 0.02 * Math.sin(t * 0.8)),
      turn('x', 0.06 + 0.02 * Math.sin(t * 0.6)),
      turn('y', t * 0.05),
    );
    return {
      eye: [
        Math.sin(round) * away * Math.cos(rise * 0.7),
        Math.sin(rise * 0.85) * away + 0.35,
        Math.cos(round) * away * Math.cos(rise * 0.7),
      ],
      at: [0, lerp(0.12, 0.22, look), 0],
      fov: 40,
      sun: [0.65, 0.75, -0.55],
      sunColour: [4.2, 3.3, 2.2],
      ground: [0.06, 0.1, 0.05],
      above: [0.42, 0.46, 0.5],
      shadow: [[0, 0, 0], 1.9],
      exposure: 0.68,
      bloom: 0.5,
      vignette: 1.1,
      things: [
        ...flower(t).map((each) => ({ ...each, at: mul(sway, each.at!) })),
        { mesh: 'cup', at: sway, colour: '#3b6a2e', rough: 0.6 },
        { mesh: 'stem', colour: '#3a6a34', rough: 0.6 },
        ...leaves,
        ...drops,
        { mesh: 'dust', kind: 99, blend: true, sprite: 0.03, par: [0.55, 0, 0, 0] },
      ],
    };
  },
};
