import type { Mat4, Vec3 } from './matrix.ts';
import type { Mesh } from './meshes.ts';

/** A clip as a small three-dimensional film: what there is, and what the camera sees at each moment. */
export interface Film {
  name: string;
  width: 1920 | 1080;
  height: 1080 | 1920;
  seconds: number;
  /** The moment shown as the clip's picture, from 0 to 1. */
  poster: number;
  music: { root: number; chords: number[][]; tempo: number; air?: 'sea' | 'wind'; pluck?: 'soft' | 'bell' };
  glsl: {
    /** `vec3 sky(vec3 ray, float blur)`: what is far away, also in reflections. */
    sky: string;
    surface?: string;
    displace?: string;
  };
  meshes(): Record<string, Mesh>;
  /** `t` in seconds, `u` from 0 to 1. */
  shot(t: number, u: number): Shot;
}

export interface Shot {
  eye: Vec3;
  at: Vec3;
  fov: number;
  roll?: number;
  near?: number;
  far?: number;
  /** Towards the sun, and its colour. */
  sun: Vec3;
  sunColour: Vec3;
  /** Light from below and from above. */
  ground: Vec3;
  above: Vec3;
  /** Density, where it begins, how it thins with height, at most. */
  fog?: [number, number, number, number];
  /** Where shadows fall: a middle and a size around it. */
  shadow?: [Vec3, number];
  exposure?: number;
  bloom?: number;
  vignette?: number;
  /** Four vectors for the scene's own shaders. */
  k?: number[];
  things: Thing[];
}

export interface Thing {
  mesh: string;
  at?: Mat4;
  colour?: string | Vec3;
  rough?: number;
  metal?: number;
  /** How much light comes through. */
  through?: number;
  glow?: Vec3;
  kind?: number;
  par?: [number, number, number, number];
  opacity?: number;
  /** Blended over what was drawn before. */
  blend?: boolean;
  /** The size of squares that face the camera. */
  sprite?: number;
  noShadow?: boolean;
}

export function linear(colour: string | Vec3): Vec3 {
  if (typeof colour !== 'string') return colour;
  return [1, 3, 5].map((i) => (Number.parseInt(colour.slice(i, i + 2), 16) / 255) ** 2.2) as Vec3;
}
