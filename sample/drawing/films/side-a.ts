import { ease, lerp, span } from '../clips/draw.ts';
import type { Film, Thing } from '../film/film.ts';
import { mul, scale, shift, turn } from '../film/matrix.ts';
import { ball, box, ground, lathe, placed, rod, sheet, tube } from '../film/meshes.ts';
import { merge } from '../film/meshes.ts';

const TOP = 0.5;
const PIVOT: [number, number, number] = [1.52, TOP + 0.26, -0.72];
/** A third of a turn and a bit each second: 33⅓ a minute. */
const SPEED = (33.333 / 60) * 2 * Math.PI;

const platter = () =>
  lathe(
    [
      [0, 0],
      [1.28, 0],
      [1.3, 0.02],
      [1.3, 0.1],
      [1.27, 0.12],
      [0, 0.12],
    ],
    { around: 96 },
  );

/** An arm in the shape of an S, lying along z, with its pivot at 0. */
const arm = () =>
  merge(
    tube(
      [
        [0, 0, -0.42],
        [0, 0, 0],
        [0, 0.02, 0.6],
        [-0.1, 0.02, 1.05],
        [-0.3, 0, 1.35],
        [-0.42, -0.03, 1.52],
      ],
      () => 0.028,
      48,
      14,
    ),
    placed(box(0.055, 0.035, 0.13, 0.02), mul(shift(-0.49, -0.055, 1.62), turn('y', -0.62))),
    placed(rod(), mul(shift(0, -0.24, 0), scale(0.09, 0.3, 0.09))),
  );

const window = () =>
  merge(
    ...[-1.1, 0, 1.1].map((x) => placed(box(0.06, 1.7, 0.03), shift(x, 0, 0))),
    ...[-1.6, 0, 1.6].map((y) => placed(box(1.15, 0.06, 0.03), shift(0, y, 0))),
    placed(box(3, 3, 0.02), shift(-4.1, 0, 0)),
    placed(box(3, 3, 0.02), shift(4.1, 0, 0)),
    placed(box(6, 2, 0.02), shift(0, 3.6, 0)),
    placed(box(6, 2, 0.02), shift(0, -3.6, 0)),
  );

export const sideA: Film = {
  name: 'side-a',
  width: 1920,
  height: 1080,
  seconds: 9,
  poster: 0.45,
  music: {
    root: 0,
    chords: [
      [0, 3, 7, 10],
      [5, 8, 12, 15],
      [-2, 2, 5, 8],
    ],
    tempo: 108,
  },
  glsl: {
    sky: /* glsl */ `vec3 sky(vec3 d, float blur) {
      vec3 c = mix(vec3(.1, .05, .035), vec3(.3, .2, .15), smoothstep(-.3, .8, d.y));
      float e = .04 + blur * .6;
      vec3 l = normalize(vec3(-.75, .55, -.2)); vec3 x = normalize(cross(vec3(0., 1., 0.), l)), y = cross(l, x);
      vec2 q = vec2(dot(d, x), dot(d, y)) / max(dot(d, l), .01);
      float w = step(0., dot(d, l)) * smoothstep(.42 + e, .42 - e, abs(q.x)) * smoothstep(.6 + e, .6 - e, abs(q.y));
      float bars = smoothstep(.0, .05 + blur * .3, abs(q.x)) * smoothstep(.0, .05 + blur * .3, abs(q.y));
      return c + w * mix(.8, bars, 1. - blur * .6) * vec3(3.4, 2.4, 1.5) * (1. - blur * .5);
    }`,
    surface: /* glsl */ `void surface(inout Surface s, int kind, vec3 w, vec3 m, vec2 uv, vec4 par, vec3 ray) {
      if (kind == 1) { // the table
        vec2 q = vec2(w.x * .5, w.z * 5.);
        float grain = fbm2(vec2(q.x * 1.4, q.y * 1.4 + noise(q * vec2(1., .3)) * 5.) * 1.6);
        s.colour = mix(vec3(.17, .06, .022), vec3(.42, .18, .06), grain); s.rough = .38 + grain * .2;
        vec2 b = max(abs(w.xz - vec2(.35, 0.)) - vec2(2.15, 1.6), 0.); s.occluded = mix(.2, 1., smoothstep(.0, .7, length(b)));
      } else if (kind == 2) { // the wood of the case
        vec2 q = vec2(m.x * .7, (m.y + m.z * .8) * 6.);
        float grain = fbm2(vec2(q.x * 2.2, q.y + noise(q * vec2(1.4, .4)) * 3.) * 1.6);
        s.colour = mix(vec3(.2, .07, .024), vec3(.42, .18, .07), grain); s.rough = .3 + .2 * grain;
        float d = length(m.xz - vec2(-.35, 0.)); if (m.y > .1) s.occluded = mix(.25, 1., smoothstep(1.26, 1.55, d));
      } else if (kind == 3) { // the record: grooves bend the light around the middle
        float r = length(m.xz); vec2 d = m.xz / max(r, .001);
        float song = smoothstep(.006, .0, abs(r - .86)) + smoothstep(.006, .0, abs(r - .66)) + smoothstep(.008, .0, abs(r - 1.06)) + smoothstep(.02, .0, abs(r - 1.19));
        float groove = mix(.5, sin(r * 420.) * .5 + .5, smoothstep(2.2, .7, fwidth(r) * 420.)), tremble = mix(.5, noise(vec2(r * 150., atan(m.z, m.x) * 2.5)), smoothstep(1.2, .5, fwidth(r) * 150.));
        s.colour = vec3(.012); s.rough = .3; s.metal = 0.;
        if (r < .43) { // the label
          float a = atan(m.z, m.x), wedge = floor((a / 6.28318 + .5) * 6.);
          vec3 tint[6] = vec3[](vec3(.76, .12, .08), vec3(.9, .3, .07), vec3(.95, .58, .16), vec3(.93, .84, .68), vec3(.2, .42, .35), vec3(.05, .2, .25));
          s.colour = r < .17 ? vec3(.93, .85, .7) : tint[int(clamp(wedge, 0., 5.))];
          vec2 t = m.xz; float bar = 0.; for (int i = 0; i < 3; i++) { vec2 p = t - vec2(-.05 + float(i) * .05, 0.); p.x += p.y * .35; bar = max(bar, smoothstep(.014, .009, abs(p.x)) * smoothstep(.085, .08, abs(p.y))); }
          if (r < .17) s.colour = mix(s.colour, vec3(.75, .13, .05), bar);
          s.rough = .6; s.colour *= .9 + .15 * noise(m.xz * 80.);
        } else {
          // half way between the lamp and the eye, seen along the groove
          vec3 world = normalize(mat3(uK[1].x, 0., -uK[1].y, 0., 1., 0., uK[1].y, 0., uK[1].x) * vec3(d.x, 0., d.y));
          vec3 along = normalize(cross(vec3(0., 1., 0.), world)), h = normalize(uSun - ray), h2 = normalize(normalize(vec3(.8, .5, .5)) - ray);
          float a1 = dot(along, h), a2 = dot(along, h2);
          float shine = exp(-a1 * a1 * 90.) + .3 * exp(-a2 * a2 * 130.);
          s.glow = vec3(1., .74, .46) * shine * (.25 + .5 * groove * tremble + .25 * tremble) * .5 * (1. - min(song, 1.) * .7);
          s.rough = .22 + .2 * min(song, 1.); s.normal = normalize(s.normal + world * (groove - .5) * .12);
        }
        s.occluded = .75;
      } else if (kind == 4) { s.colour *= .8 + .4 * step(.5, fract(atan(m.z, m.x) * 15.)); }
      else if (kind == 5) { float g = noise(w.xy * 5.) * .4; s.colour *= .85 + g * .3; s.occluded = smoothstep(-.4, 2., w.y); }
      else if (kind == 6) { // sleeves in a row
        float k = floor(w.x * 9.); vec3 tint = mix(mix(vec3(.6, .12, .06), vec3(.1, .25, .3), hash(vec2(k, 3.))), vec3(.8, .6, .3), step(.62, hash(vec2(k, 9.))));
        s.colour = tint * (.7 + .4 * hash(vec2(k, 5.))) * smoothstep(.02, .12, min(fract(w.x * 9.), 1. - fract(w.x * 9.))) ; s.rough = .7;
      } else if (kind == 99) { float r = length(uv - .5); s.alpha = smoothstep(.5, .05, r) * par.x; s.glow = vec3(1., .75, .45); }
    }`,
    displace: /* glsl */ `void displace(inout vec3 p, inout vec3 n, vec2 uv, int kind, vec4 par) {
      if (kind == 99) { p.x += sin(uTime * .3 + n.x * 30.) * .4; p.y += mod(uTime * .07 * (n.y + .3) + n.z, 1.) * 2.6; p.z += sin(uTime * .2 + n.y * 20.) * .3; }
    }`,
  },
  meshes: () => ({
    ground: ground(),
    ball: ball(24),
    rod: rod(),
    deck: box(1.95, TOP / 2, 1.45, 0.09),
    platter: platter(),
    record: merge(
      sheet(120, 20, (u, v) => [
        Math.cos(-u * 2 * Math.PI) * v * 1.24,
        0,
        Math.sin(-u * 2 * Math.PI) * v * 1.24,
      ]),
      lathe(
        [
          [1.24, -0.02],
          [1.24, 0],
        ],
        { around: 120 },
      ),
    ),
    arm: arm(),
    window: window(),
    foot: lathe(
      [
        [0.2, 0],
        [0.24, 0.1],
        [0, 0.1],
      ],
      { around: 32 },
    ),
    knob: lathe(
      [
        [0.15, 0],
        [0.15, 0.12],
        [0.13, 0.15],
        [0, 0.15],
      ],
      { around: 40 },
    ),
    sleeve: box(1.1, 1.1, 0.03, 0.02),
    crate: box(1.7, 0.75, 0.5, 0.03),
  }),
  shot(t) {
    // the needle is down at 0:01
    const over = ease(span(t, 0.05, 0.85));
    const down = ease(span(t, 0.8, 1.25));
    const swing = lerp(0.06, 0.385, over) + 0.012 * t;
    const angle = t * SPEED * ease(span(t, -1, 0.6));
    const warp = 0.006 * Math.sin(angle);
    const near = ease(span(t, 1.2, 4.2));
    const back = ease(span(t, 4.9, 8.8));
    const round = lerp(0.16, 0.72, near) - 0.85 * back;
    const away = lerp(5.4, 3.5, near) + 1.3 * back;
    const eye: [number, number, number] = [
      0.3 + Math.sin(round) * away,
      lerp(2.7, 1.42, near) + 1.1 * back,
      Math.cos(round) * away,
    ];
    const chrome = { colour: '#d8d2c8', metal: 1, rough: 0.18 };
    const things: Thing[] = [
      { mesh: 'deck', at: shift(0.35, TOP / 2 + 0.06, 0), kind: 2, rough: 0.4 },
      {
        mesh: 'platter',
        at: mul(shift(0, TOP + 0.06, 0), turn('y', -angle)),
        kind: 4,
        ...chrome,
        rough: 0.3,
      },
      {
        mesh: 'record',
        at: mul(shift(0, TOP + 0.2 + warp, 0), turn('z', warp * 0.6), turn('y', -angle)),
        kind: 3,
      },
      { mesh: 'rod', at: mul(shift(0, TOP + 0.1, 0), scale(0.025, 0.2, 0.025)), ...chrome },
      {
        mesh: 'arm',
        at: mul(shift(...PIVOT), turn('y', -swing), turn('x', lerp(-0.06, 0.002, down) - warp * 0.5)),
        ...chrome,
      },
      {
        mesh: 'knob',
        at: mul(shift(PIVOT[0], TOP + 0.06, PIVOT[2]), scale(1.5, 0.9, 1.5)),
        colour: '#26211f',
        rough: 0.4,
      },
      {
        mesh: 'ball',
        at: mul(
          shift(PIVOT[0] + 0.42 * Math.sin(swing) * 1, PIVOT[1], PIVOT[2] - 0.4),
          scale(0.1, 0.1, 0.12),
        ),
        ...chrome,
      },
      ...[0.45, 0.86].map((z, i): Thing => ({
        mesh: 'knob',
        at: mul(shift(1.92, TOP + 0.06, z), scale(0.8), turn('y', i)),
        ...chrome,
        rough: 0.3,
      })),
      {
        mesh: 'ball',
        at: mul(shift(1.55, TOP + 0.07, 1.15), scale(0.035)),
        colour: '#ff6a2a',
        glow: [2.2, 0.7, 0.15],
      },
      { mesh: 'crate', at: mul(shift(-2.9, 0.75, -2.1)), kind: 6 },
      {
        mesh: 'sleeve',
        at: mul(shift(2.65, 1.1, -2.2), turn('x', -0.16), turn('y', -0.25)),
        colour: '#e0a13c',
        rough: 0.7,
      },
      { mesh: 'sleeve', at: mul(shift(2.1, 1.1, -2.45), turn('x', -0.13)), colour: '#2f5d63', rough: 0.7 },
      {
        mesh: 'window',
        colour: '#6a3a24',
        at: mul(shift(-6.4, 4.9, -1.9), turn('y', -1.83), turn('x', -0.35), scale(1.9)),
      },
      { mesh: 'ground', at: scale(10), kind: 1 },
      {
        mesh: 'ground',
        at: mul(shift(0, 4, -3), turn('x', Math.PI / 2), scale(10)),
        kind: 5,
        colour: '#a8613a',
        rough: 0.9,
      },
    ];
    return {
      eye,
      at: [lerp(0.35, 0.55, near) - 0.2 * back, lerp(0.45, 0.55, near), lerp(0, 0.25, near) - 0.2 * back],
      fov: 40,
      sun: [-0.75, 0.55, -0.2],
      sunColour: [4.8, 3.1, 1.7],
      ground: [0.14, 0.07, 0.04],
      above: [0.34, 0.25, 0.2],
      shadow: [[-0.9, 1.6, -0.2], 6.6],
      exposure: 0.8,
      bloom: 0.5,
      vignette: 1,
      k: [0, 0, 0, 0, Math.cos(-angle), Math.sin(-angle), 0, 0],
      things,
    };
  },
};
