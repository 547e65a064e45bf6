import { TAU, ease, lerp, random } from '../clips/draw.ts';
import type { Film, Thing } from '../film/film.ts';
import type { Vec3 } from '../film/matrix.ts';
import { mul, scale, shift, turn } from '../film/matrix.ts';
import { ball, box, lathe, merge, placed, rod, sheet } from '../film/meshes.ts';

interface Orbit {
  radius: number;
  tilt: number;
  turned: number;
  /** Radians a second. */
  speed: number;
  tint: Vec3;
}
const ORBITS: Orbit[] = [
  { radius: 1.42, tilt: 0.42, turned: 0.3, speed: 0.95, tint: [1.7, 0.6, 0.12] },
  { radius: 1.75, tilt: -0.5, turned: 1.4, speed: -0.6, tint: [0.2, 1.2, 1.05] },
  { radius: 2.15, tilt: 0.16, turned: 2.2, speed: 0.4, tint: [1.4, 0.35, 0.7] },
];

/** A body, two wings of cells and a dish. */
const satellite = () => ({
  body: merge(box(0.5, 0.42, 0.6, 0.08), placed(rod(), mul(shift(0, 0.4, 0.1), scale(0.04, 0.5, 0.04)))),
  cells: merge(
    placed(box(0.95, 0.02, 0.42, 0.01), shift(1.6, 0, 0)),
    placed(box(0.95, 0.02, 0.42, 0.01), shift(-1.6, 0, 0)),
  ),
  dish: placed(
    lathe(
      [
        [0, 0],
        [0.3, 0.06],
        [0.46, 0.2],
      ],
      { smooth: true, around: 24 },
    ),
    mul(shift(0, -0.1, 0.62), turn('x', Math.PI / 2), scale(1)),
  ),
});

export const smallWorld: Film = {
  name: 'small-world',
  width: 1920,
  height: 1080,
  seconds: 7.6,
  poster: 0.66,
  music: {
    root: -2,
    chords: [
      [0, 3, 7, 10],
      [-4, 0, 3, 7],
    ],
    tempo: 110,
    pluck: 'bell',
  },
  glsl: {
    sky: /* glsl */ `vec3 sky(vec3 d, float blur) {
      vec3 c = vec3(.0008, .0015, .005);
      float s = max(dot(d, uSun), 0.);
      c += vec3(1., .8, .6) * (pow(s, 40.) * .25 + pow(s, 600.) * 2.);
      if (blur < .1) {
        float band = exp(-pow(dot(d, normalize(vec3(.3, .9, .25))) * 3.2, 2.));
        float dust = fbm(d.xy * 5. + d.z * 3.);
        c += band * (.003 + .03 * dust * dust) * mix(vec3(.4, .5, .9), vec3(.9, .6, .6), dust);
        vec2 q = vec2(atan(d.x, -d.z) * 60., d.y * 74.); vec2 id = floor(q);
        float h = hash(id); vec2 at = fract(q) - .5 - (vec2(hash(id + 3.), hash(id + 7.)) - .5) * .7;
        c += step(.93 - band * .08, h) * smoothstep(.11, .0, length(at)) * mix(vec3(.6, .75, 1.), vec3(1., .8, .6), hash(id + 11.)) * (.5 + .5 * sin(uTime * 1.5 + h * 90.)) * 1.3;
      }
      return c;
    }`,
    surface: /* glsl */ `void surface(inout Surface s, int kind, vec3 w, vec3 m, vec2 uv, vec4 par, vec3 ray) {
      if (kind == 90) { // the earth: sea, land, ice, clouds and, at night, towns
        vec3 n = normalize(m); float lat = n.y, day = dot(normalize(s.normal), uSun);
        vec2 q = vec2(atan(n.z, n.x), asin(n.y)) * 1.6;
        // noise around the globe without a seam
        float a = fbm(n.xy * 1.7 + n.z * 1.3 + 3.1), b = fbm(n.yz * 2.1 - n.x * 1.1 + 7.7), fine = fbm(n.zx * 7. + n.y * 5.);
        float height = a * .6 + b * .6 + (fine - .5) * .22;
        float land = smoothstep(.535, .55, height);
        vec3 sea = mix(vec3(.006, .035, .1), vec3(.02, .16, .22), smoothstep(.42, .54, height));
        vec3 ground = mix(vec3(.055, .12, .035), vec3(.34, .24, .11), smoothstep(.05, .4, mix(.1, fine * .9, smoothstep(.6, .3, abs(lat)))));
        ground = mix(ground, vec3(.16, .13, .09), smoothstep(.6, .72, height));
        vec3 c = mix(sea, ground, land);
        float ice = smoothstep(.76, .84, abs(lat) + (fine - .5) * .2); c = mix(c, vec3(.75, .8, .86), ice);
        float t = uTime * .03; vec3 cl = vec3(n.x * cos(t) - n.z * sin(t), n.y, n.x * sin(t) + n.z * cos(t));
        float swirl = fbm(vec2(cl.x * 2.6 + cl.z * 2., cl.y * 5.) + fbm2(cl.yz * 3.) * 1.2);
        float cloud = smoothstep(.5, .74, swirl + (fine - .5) * .18);
        float lit = smoothstep(-.1, .28, day);
        vec3 h = normalize(uSun - ray); float glint = pow(max(dot(normalize(s.normal), h), 0.), 240.) * (1. - land) * (1. - cloud);
        vec3 shown = mix(c, vec3(.8, .82, .85), cloud * .9) * (.02 + lit * 1.2) * mix(vec3(1., .5, .25), vec3(1.), smoothstep(-.05, .3, day));
        shown += glint * vec3(.9, .68, .46) * lit;
        float town = smoothstep(.62, .8, noise(n.xy * 46. + n.z * 31.)) * smoothstep(.45, .62, fbm2(n.yz * 9. + n.x * 4.)) * land * (1. - cloud * .8) * smoothstep(.08, -.16, day) * (1. - ice);
        shown += town * vec3(1.7, 1., .38) * 1.6;
        float rim = pow(1. - max(dot(normalize(s.normal), -ray), 0.), 3.);
        shown += vec3(.16, .42, 1.) * rim * (.06 + 1.3 * smoothstep(-.3, .5, day));
        s.glow = shown; s.colour = vec3(0.); s.rough = 1.; s.occluded = 0.;
      } else if (kind == 96) { // the air around it
        float rim = max(dot(normalize(s.normal), -ray), 0.); float day = smoothstep(-.35, .5, dot(normalize(s.normal), uSun));
        s.alpha = 0.; s.glow = vec3(.2, .5, 1.2) * pow(rim, 3.) * day;
      } else if (kind == 2) { vec2 q = abs(fract(uv * vec2(5., 5.)) - .5); s.colour = mix(vec3(.02, .05, .16), vec3(.5, .55, .62), smoothstep(.44, .48, max(q.x, q.y)) * .5); s.rough = .15; }
      else if (kind == 97) { // the way that was come
        float k = fract(par.x - uv.y); s.glow = vec3(par.y, par.z, par.w) * (.1 + 1.1 * pow(1. - k, 7.));
      } else if (kind == 99) { float r = length(uv - .5); float ring = fract(uTime * .8 + par.y); s.alpha = smoothstep(.5, .0, r) * par.x; s.glow = vec3(1., .9, .8); }
    }`,
  },
  meshes: () => ({
    earth: ball(128),
    ball: ball(12),
    ...satellite(),
    ring: sheet(6, 220, (u, v) => {
      const a = v * TAU;
      const b = u * TAU;
      const r = 1 + 0.0022 * Math.cos(b);
      return [Math.cos(a) * r, 0.0022 * Math.sin(b), -Math.sin(a) * r];
    }),
    moon: ball(48),
    spot: {
      positions: Array(12).fill(0),
      normals: [1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0],
      uvs: [0, 0, 1, 0, 0, 1, 1, 1],
      indices: [0, 1, 2, 1, 3, 2],
    },
  }),
  shot(t, u) {
    const k = ease(u);
    const round = lerp(-0.75, 0.1, k);
    const away = lerp(5.3, 4, k);
    const near = random(5);
    const things = ORBITS.flatMap(({ radius, tilt, turned, speed, tint }, o): Thing[] => {
      const plane = mul(turn('y', turned), turn('z', tilt));
      const three = [0, 1, 2].flatMap((i): Thing[] => {
        const angle = t * speed + (i * TAU) / 3 + o * 1.3;
        const place = mul(
          plane,
          turn('y', angle),
          shift(radius, 0, 0),
          turn('y', speed > 0 ? 0 : Math.PI),
          turn('x', 0.5 + 0.3 * Math.sin(t * 0.4 + i)),
          scale(0.052 + near() * 0.012),
        );
        return [
          { mesh: 'body', at: place, colour: '#d9b46a', metal: 0.9, rough: 0.3 },
          { mesh: 'cells', kind: 2, at: place },
          { mesh: 'dish', at: place, colour: '#e8e4dc', rough: 0.4 },
          {
            mesh: 'spot',
            kind: 99,
            blend: true,
            sprite: 1,
            at: mul(place, shift(0, 0.95, 0.1), scale(2.2)),
            par: [Math.sin(t * 5 + i * 2 + o) > 0.55 ? 0.9 : 0.12, i, 0, 0],
          },
        ];
      });
      const trails = [0, 1, 2].map((i): Thing => ({
        mesh: 'ring',
        kind: 97,
        noShadow: true,
        at: mul(plane, scale(radius, radius, radius * 1)),
        par: [(t * speed + (i * TAU) / 3 + o * 1.3) / TAU, ...tint],
      }));
      return [...three, ...trails.slice(0, 1)];
    });
    return {
      eye: [Math.sin(round) * away, lerp(1.25, 0.85, k), Math.cos(round) * away],
      at: [lerp(0.15, -0.05, k), 0, 0],
      fov: 38,
      sun: [-0.85, 0.3, 0.42],
      sunColour: [3.6, 3.3, 2.9],
      ground: [0.04, 0.06, 0.1],
      above: [0.05, 0.07, 0.12],
      exposure: 0.95,
      bloom: 0.6,
      vignette: 0.7,
      things: [
        { mesh: 'earth', kind: 90, at: mul(turn('z', 0.36), turn('y', t * 0.11 + 1.1)) },
        { mesh: 'moon', at: mul(shift(-5.2, 2.1, -9), scale(0.42)), colour: '#8d8a86', rough: 1 },
        ...things,
      ],
    };
  },
};
