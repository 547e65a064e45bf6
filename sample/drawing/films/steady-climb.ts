import { clamp, ease, lerp, mix, random, span } from '../clips/draw.ts';
import { figure, figureMeshes, STANDING } from '../film/figure.ts';
import type { Posture } from '../film/figure.ts';
import type { Film, Thing } from '../film/film.ts';
import type { Vec3 } from '../film/matrix.ts';
import { mul, reach, scale, shift, turn } from '../film/matrix.ts';
import { box, placed, sheet, sprites } from '../film/meshes.ts';

/** Ten quarters; one of them is a step back. */
const HIGH = [0.5, 0.95, 1.3, 1.75, 1.55, 2.2, 2.75, 3.3, 3.95, 4.8];
const WIDE = 1.02;
const FIRST = 1.1;
const STEP = 1.02;
const LAST = HIGH.length - 1;

/** How far the climber has come, in bars; each step is a push and a rest. */
function come(t: number): number {
  const k = clamp((t - FIRST) / STEP, 0, LAST);
  const whole = Math.floor(k);
  return Math.min(LAST, whole + ease(span(k - whole, 0.08, 0.92)));
}
const heightAt = (x: number): number => {
  const i = Math.min(LAST - 1, Math.floor(x));
  const f = x - i;
  const [from, to] = [HIGH[i]!, HIGH[i + 1]!];
  const hop = 0.16 * Math.sin(f * Math.PI);
  const k = to > from ? ease(span(f, 0.12, 0.7)) : ease(span(f, 0.4, 0.95));
  return lerp(from, to, k) + hop;
};

function walking(t: number): Posture {
  const x = come(t);
  const swing = Math.sin((x % 1) * Math.PI) * (Math.floor(x) % 2 ? 1 : -1);
  const cheer = ease(span(t, FIRST + STEP * LAST + 0.5, FIRST + STEP * LAST + 1.3));
  const lift = Math.abs(swing);
  const foot = (side: number): [Vec3, Vec3] => {
    const s = Math.max(0, swing * side);
    return [
      [side * 0.11, 0.5 + s * 0.14, 0.03 + s * 0.26],
      [side * 0.12, 0.07 + s * 0.24, -0.02 + s * 0.24 - Math.max(0, -swing * side) * 0.2],
    ];
  };
  const arm = (side: number): [Vec3, Vec3] => [
    [side * lerp(0.28, 0.4, cheer), lerp(1.16, 1.6, cheer), -0.16 * swing * side],
    [side * lerp(0.24, 0.36, cheer), lerp(0.96, 1.95, cheer), 0.16 - 0.24 * swing * side],
  ];
  return {
    ...STANDING,
    neck: [0, 1.44, 0.01 + lift * 0.08],
    head: [0, 1.61 + cheer * 0.01, 0.03 + lift * 0.1],
    left: arm(1),
    right: arm(-1),
    leftLeg: foot(1),
    rightLeg: foot(-1),
  };
}

const peak = (away: number, seed: number) =>
  sheet(320, 1, (u, v) => {
    const x = (u - 0.5) * away * 6;
    const k = x / away;
    const ragged =
      0.34 * Math.abs(Math.sin(k * 5.2 + seed)) +
      0.2 * Math.abs(Math.sin(k * 11.7 + seed * 2)) +
      0.1 * Math.abs(Math.sin(k * 27 + seed * 3)) +
      0.04 * Math.sin(k * 71 + seed);
    return [x, v > 0.5 ? away * (0.02 + 0.34 * ragged) : -away * 1.6, -away];
  });

export const steadyClimb: Film = {
  name: 'steady-climb',
  width: 1920,
  height: 1080,
  seconds: 13,
  poster: 0.93,
  music: {
    root: 2,
    chords: [
      [0, 4, 7, 12],
      [-5, -1, 2, 7],
      [5, 9, 12, 16],
    ],
    tempo: 112,
    pluck: 'bell',
  },
  glsl: {
    sky: /* glsl */ `vec3 sky(vec3 d, float blur) {
      float s = max(dot(d, uSun), 0.), up = max(d.y, 0.);
      vec3 c = mix(vec3(1., .55, .3), vec3(.26, .42, .7), smoothstep(.0, .3, up));
      c = mix(c, vec3(.05, .17, .46), smoothstep(.2, .8, up));
      c += vec3(1.3, .75, .35) * (pow(s, 6.) * .35 + pow(s, 60.) * .6);
      if (blur < .1) {
        vec2 q = d.xz / (up + .16);
        float cloud = smoothstep(.5, .78, fbm(q * vec2(.7, 1.9) + vec2(uTime * .03, 2.))) * smoothstep(.04, .2, up);
        c = mix(c, mix(vec3(.62, .56, .66), vec3(1.5, 1., .7), pow(s, 3.)), cloud * .7);
        c += vec3(6., 4.4, 2.6) * smoothstep(.9986, .9992, s);
      }
      return c;
    }`,
    surface: /* glsl */ `void surface(inout Surface s, int kind, vec3 w, vec3 m, vec2 uv, vec4 par, vec3 ray) {
      if (kind == 1) { // a bar, lit from the top, its foot in the mist
        s.colour *= .86 + .14 * smoothstep(-4., .1, m.y) + .05 * (noise(w.xy * 30. + w.z * 17.) - .5);
        float edge = smoothstep(.06, .0, -m.y) ; s.colour = mix(s.colour, s.colour * 1.25, edge);
        s.occluded = mix(.45, 1., smoothstep(-3., .2, m.y));
      } else if (kind == 95) {
        float k = par.x, sun = max(dot(ray, uSun), 0.);
        vec3 far = mix(vec3(.2, .29, .52), vec3(1.1, .62, .34), pow(sun, 4.));
        float snow = smoothstep(.935, .955, uv.y + (fbm2(m.xy * vec2(70., 30.) / par.y) - .5) * .07);
        vec3 c = mix(vec3(.06, .1, .22), vec3(.6, .6, .72), snow * .75);
        c = mix(c, far, clamp(mix(.2, .66, k) + min((1. - uv.y) * 1.1, .5), 0., 1.));
        s.glow = c;
      } else if (kind == 98) { float r = length(uv - .5) * 2.; float f = fbm2(uv * 3. + vec2(par.y * 7. + uTime * .06, par.y)); s.glow = mix(vec3(.86, .72, .66), vec3(1.15, .84, .6), par.z); s.alpha = smoothstep(1., .1, r) * smoothstep(.2, .75, f) * par.x; }
    }`,
    displace: /* glsl */ `void displace(inout vec3 p, inout vec3 n, vec2 uv, int kind, vec4 par) {
      if (kind == 4) { float k = uv.x; p.z += sin(uTime * 6. - k * 5.) * .1 * k; p.y += sin(uTime * 5. - k * 4.) * .04 * k; }
    }`,
  },
  meshes: () => ({
    ...figureMeshes(),
    bar: placed(box(WIDE / 2 - 0.03, 4, 0.9, 0.05), shift(0, -4, 0)),
    pack: box(0.17, 0.24, 0.11, 0.09),
    peak0: peak(60, 1.3),
    peak1: peak(110, 4.1),
    peak2: peak(200, 2.2),
    flag: sheet(14, 6, (u, v) => [u * 0.9, (v - 0.5) * 0.5, 0]),
    puff: sprites([{ at: [0, 0, 0], seed: [1, 0, 0] }]),
  }),
  shot(t) {
    const x = come(t);
    const at: Vec3 = [(x - 4.5) * WIDE, heightAt(x), 0];
    const wide = ease(span(t, FIRST + STEP * 5.6, FIRST + STEP * LAST + 1.2));
    const look: Vec3 = [lerp(at[0] + 0.7, 0.9, wide), lerp(at[1] + 0.9, 3.5, wide), 0];
    const away = lerp(5, 13.5, wide);
    const round = lerp(-0.62, -0.16, ease(span(t, 0, 13)));
    const planted = ease(span(t, FIRST + STEP * LAST + 0.1, FIRST + STEP * LAST + 0.7));
    const walker = mul(
      shift(at[0] - 0.1 * wide, at[1], 0.1),
      turn('y', Math.PI / 2 - 0.9 * planted),
      scale(0.78),
    );
    const next = random(5);
    const bars = HIGH.map((high, i): Thing => {
      // they come up out of the mist before the climber gets there
      const grown = 1 - (1 - ease(span(t, i * STEP * 0.8 - 1.3, i * STEP * 0.8 + 0.5))) ** 2;
      const k = i / LAST;
      return {
        mesh: 'bar',
        kind: 1,
        at: shift((i - 4.5) * WIDE, lerp(-2.4, high, grown), 0),
        colour: i === 4 ? '#8c5a4a' : mix('#d9a05c', '#d2521c', k),
        rough: 0.7,
      };
    });
    const mist = Array.from({ length: 16 }, (_, i): Thing => {
      const z = -2.4 + next() * 4.4;
      return {
        mesh: 'puff',
        kind: 98,
        blend: true,
        sprite: 1,
        at: mul(
          shift((next() - 0.5) * 18 + t * (0.1 + next() * 0.12), -0.55 + next() * 0.5, z),
          scale(4 + next() * 3.4),
        ),
        par: [0.42, i * 1.7, next(), 0],
      };
    }).toSorted((a, b) => a.at![14]! - b.at![14]!);
    return {
      eye: [look[0] + Math.sin(round) * away, look[1] + lerp(0.7, 0.4, wide), Math.cos(round) * away],
      at: look,
      fov: 38,
      sun: [0.62, 0.34, -0.6],
      sunColour: [3.6, 2.5, 1.5],
      ground: [0.34, 0.28, 0.3],
      above: [0.5, 0.54, 0.68],
      shadow: [[0, 2, 0], 7],
      exposure: 0.62,
      bloom: 0.5,
      vignette: 0.7,
      far: 900,
      things: [
        ...bars,
        ...figure(
          walker,
          { skin: '#a8704e', hair: '#1d1613', top: '#2f6d73', legs: '#27304a', shoes: '#4a3426' },
          walking(t),
        ),
        { mesh: 'pack', at: mul(walker, shift(0, 1.24, -0.22)), colour: '#e0a431', rough: 0.9 },
        ...(planted > 0
          ? ([
              {
                mesh: 'rod',
                at: reach(
                  [(LAST - 4.5) * WIDE + 0.26, HIGH[LAST]!, -0.2],
                  [(LAST - 4.5) * WIDE + 0.26, HIGH[LAST]! + 2.3 * planted, -0.2],
                  0.025,
                ),
                colour: '#f0e6d6',
                rough: 0.5,
              },
              {
                mesh: 'flag',
                kind: 4,
                at: mul(
                  shift((LAST - 4.5) * WIDE + 0.27, HIGH[LAST]! + 2.3 * planted - 0.28, -0.2),
                  scale(planted),
                ),
                colour: '#e8622a',
                rough: 0.8,
                through: 0.7,
              },
            ] satisfies Thing[])
          : []),
        ...[0, 1, 2].map((i): Thing => ({
          mesh: `peak${i}`,
          kind: 95,
          noShadow: true,
          at: shift((i - 1) * 9, -3 - i, 0),
          par: [i / 2, 60 * 1.8 ** i, 0, 0],
        })),
        ...mist,
      ],
    };
  },
};
