/** A photographer's table: a backdrop that curves into the floor, and soft lamps that shine in what is polished. */
import type { Mesh } from '../film/meshes.ts';
import { lathe, sheet } from '../film/meshes.ts';

/** Two soft lamps and a strip of light before a wall of these colours (GLSL vectors, from below to above). */
export const studioSky = (below: string, above: string, lamp = 'vec3(3.4, 3., 2.6)'): string => /* glsl */ `
  float lamp(vec3 d, vec3 to, vec2 size, float e) {
    vec3 l = normalize(to), x = normalize(cross(vec3(0., 1., 0.), l)), y = cross(l, x);
    vec2 q = abs(vec2(dot(d, x), dot(d, y)) / max(dot(d, l), .001));
    return step(0., dot(d, l)) * smoothstep(size.x + e, size.x - e, q.x) * smoothstep(size.y + e, size.y - e, q.y);
  }
  vec3 sky(vec3 d, float blur) {
    float e = .03 + blur * .7;
    vec3 c = mix(${below}, ${above}, smoothstep(-.35, .8, d.y));
    c *= mix(.55, 1., smoothstep(.75, .1, abs(d.x - .25)));
    return c + ${lamp} * (lamp(d, vec3(-1., .55, .5), vec2(.34, .75), e) + .6 * lamp(d, vec3(1., .35, .15), vec2(.1, .9), e) + .8 * lamp(d, vec3(.1, 1., .25), vec2(.7, .3), e)) * (1. - blur * .55);
  }`;

/** Floor and wall in one, as wide as the set: `uv.y` goes from the front to the top. */
export const backdrop = (): Mesh =>
  sheet(24, 60, (u, v) => {
    const x = (0.5 - u) * 26;
    const bend = 3;
    const floor = 9;
    const far = v * 22;
    if (far < floor) return [x, 0, 6 - far];
    const angle = Math.min(Math.PI / 2, (far - floor) / bend);
    const up = Math.max(0, far - floor - (bend * Math.PI) / 2);
    return [x, bend * (1 - Math.cos(angle)) + up, 6 - floor - bend * Math.sin(angle)];
  });

/** A round block with a soft edge, 1 wide and 1 high. */
export const block = (edge = 0.04): Mesh =>
  lathe(
    [
      [0, 0],
      [1, 0],
      [1, 1 - edge],
      [1 - edge * 0.35, 1 - edge * 0.3],
      [1 - edge, 1],
      [0, 1],
    ],
    { around: 72 },
  );
