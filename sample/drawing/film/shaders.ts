/** What all scenes share of their shaders; each adds its sky, its surfaces and its movement. */
import type { Film } from './film.ts';

const COMMON = /* glsl */ `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2DShadow;
uniform float uTime;
uniform vec4 uK[4];
uniform vec2 uLook;
uniform vec3 uSun;
uniform vec3 uSunColour;
float hash(vec2 p) { vec3 q = fract(vec3(p.xyx) * .1031); q += dot(q, q.yzx + 33.33); return fract((q.x + q.y) * q.z); }
float noise(vec2 p) { vec2 i = floor(p), f = fract(p); f = f * f * (3. - 2. * f); return mix(mix(hash(i), hash(i + vec2(1, 0)), f.x), mix(hash(i + vec2(0, 1)), hash(i + 1.), f.x), f.y); }
float fbm(vec2 p) { float s = 0., a = .5; for (int i = 0; i < 4; i++) { s += a * noise(p); p = mat2(1.6, 1.2, -1.2, 1.6) * p; a *= .5; } return s; }
float fbm2(vec2 p) { return noise(p) * .66 + noise(mat2(1.6, 1.2, -1.2, 1.6) * p) * .34; }
`;

const TONE = /* glsl */ `vec3 tone(vec3 c, vec2 at) {
  c *= uLook.x * (1. - dot(at, at) * uLook.y);
  c = clamp(c * (2.51 * c + .03) / (c * (2.43 * c + .59) + .14), 0., 1.);
  // to eight bits without bands
  return pow(c, vec3(1. / 2.2)) + (hash(gl_FragCoord.xy + fract(uTime * 7.13) * 311.) - .5) * .008;
}
`;

const VERTEX = /* glsl */ `
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 uv;
uniform mat4 uModel, uView, uProjection;
uniform vec4 uPar;
uniform float uSprite;
out vec3 vWorld, vNormal, vModel;
out vec2 vUv;
`;

const FRAGMENT = /* glsl */ `
in vec3 vWorld, vNormal, vModel;
in vec2 vUv;
uniform vec3 uEye, uColour, uGlow, uGround, uAbove;
uniform vec4 uPar, uMaterial;
uniform vec4 uFog;
uniform mat4 uShadowMatrix;
uniform sampler2DShadow uShadow;
uniform vec2 uSize;
uniform float uOpacity;
out vec4 colour;
struct Surface { vec3 colour; float rough; float metal; float through; vec3 glow; float alpha; vec3 normal; float occluded; };
`;

const SHADE = /* glsl */ `
float lit(vec3 world, vec3 n) {
  vec4 p = uShadowMatrix * vec4(world + n * uMaterial.w, 1.);
  vec3 q = p.xyz / p.w * .5 + .5;
  if (q.x < 0. || q.x > 1. || q.y < 0. || q.y > 1. || q.z > 1.) return 1.;
  float e = 1.2 / 2048., sum = 0.;
  for (int i = -1; i <= 1; i++) sum += texture(uShadow, vec3(q.xy + vec2(i, i == 0 ? 1.2 : -.6) * e, q.z - .0012));
  return sum / 3.;
}
void main() {
  vec3 ray = normalize(vWorld - uEye);
  Surface s = Surface(uColour, uMaterial.x, uMaterial.y, uMaterial.z, uGlow, uOpacity, normalize(vNormal), 1.);
  if (dot(s.normal, ray) > 0. && !(uKind >= 90)) s.normal = -s.normal;
  surface(s, uKind, vWorld, vModel, vUv, uPar, ray);
  if (uKind >= 95) { colour = vec4(tone(s.glow, vec2(0.)) * s.alpha, uKind == 99 ? 0. : s.alpha); return; }
  vec3 n = s.normal;
  float facing = max(dot(n, -ray), 1e-3);
  float shade = uKind >= 90 ? 1. : lit(vWorld, n);
  float towards = dot(n, uSun);
  vec3 light = uSunColour * (max(towards, 0.) * shade + s.through * (.35 + .65 * max(-towards, 0.)) * mix(.35, 1., shade));
  light += mix(uGround, uAbove, n.y * .5 + .5) * s.occluded;
  vec3 f0 = mix(vec3(.04), s.colour, s.metal);
  vec3 h = normalize(uSun - ray);
  float a = max(s.rough * s.rough, .004), nh = max(dot(n, h), 0.);
  float d = nh * nh * (a * a - 1.) + 1.;
  float shine = min(a * a / (3.1416 * d * d) * .25 / max(.12, facing), 40.);
  vec3 fresnel = f0 + (max(vec3(1. - s.rough), f0) - f0) * pow(1. - facing, 5.);
  vec3 out_ = s.colour * (1. - s.metal) * light + s.glow;
  out_ += fresnel * shine * uSunColour * max(towards, 0.) * shade;
  if (uKind < 90) out_ += fresnel * sky(reflect(ray, n), s.rough) * s.occluded;
  if (uFog.w > 0.) {
  float far = length(vWorld - uEye);
  float fog = (1. - exp(-max(far - uFog.y, 0.) * uFog.x)) * exp(-max(vWorld.y, 0.) * uFog.z) * uFog.w;
  out_ = mix(out_, sky(normalize(vec3(ray.x, max(ray.y, .015), ray.z)), .8), fog);
  }
  colour = vec4(tone(out_, gl_FragCoord.xy / uSize - .5) * s.alpha, s.alpha);
}`;

/**
 * Kinds from 90 have no side, from 95 they only glow; 99 adds to what is behind. Each has a program of its own: without
 * a graphics card both sides of every `if` are run.
 */
export function programs({ glsl }: Film, kind: number): Record<'thing' | 'shadow' | 'sky', [string, string]> {
  const displace =
    glsl.displace ?? 'void displace(inout vec3 p, inout vec3 n, vec2 uv, int kind, vec4 par) {}';
  const surface =
    glsl.surface ??
    'void surface(inout Surface s, int kind, vec3 world, vec3 model, vec2 uv, vec4 par, vec3 ray) {}';
  const which = `const int uKind = ${kind};\n`;
  const vertex = `${COMMON}${which}${VERTEX}${displace}
void main() {
  vec3 p = position, n = normal;
  displace(p, n, uv, uKind, uPar);
  vec4 world = uModel * vec4(p, 1.);
  if (uSprite > 0.) {
    float size = uSprite * length(uModel[0].xyz) * (uKind == 98 ? normal.x : 1.);
    vec2 corner = (uv - .5) * size;
    world.xyz += vec3(uView[0].x, uView[1].x, uView[2].x) * corner.x + vec3(uView[0].y, uView[1].y, uView[2].y) * corner.y;
  }
  vWorld = world.xyz; vNormal = uSprite > 0. ? n : mat3(uModel) * (n / vec3(dot(uModel[0], uModel[0]), dot(uModel[1], uModel[1]), dot(uModel[2], uModel[2]))); vModel = p; vUv = uv;
  gl_Position = uProjection * uView * world;
}`;
  return {
    thing: [vertex, `${COMMON}${which}${TONE}${FRAGMENT}${glsl.sky}${surface}${SHADE}`],
    shadow: [vertex, '#version 300 es\nprecision highp float;\nvoid main() {}'],
    sky: [
      `${COMMON}layout(location = 0) in vec3 position; out vec2 vAt; void main() { vAt = position.xy; gl_Position = vec4(position.xy, .99999, 1.); }`,
      `${COMMON}${TONE}in vec2 vAt; uniform mat4 uBack; uniform vec3 uEye; out vec4 colour; ${glsl.sky}
void main() { vec4 far = uBack * vec4(vAt, 1., 1.); colour = vec4(tone(sky(normalize(far.xyz / far.w - uEye), 0.), vAt * .5), 1.); }`,
    ],
  };
}

const FLAT =
  '#version 300 es\nlayout(location = 0) in vec3 position; out vec2 vAt; void main() { vAt = position.xy * .5 + .5; gl_Position = vec4(position.xy, 0., 1.); }';

export const AFTER: Record<'bright' | 'blur' | 'final', [string, string]> = {
  bright: [
    FLAT,
    `#version 300 es
precision highp float; in vec2 vAt; uniform sampler2D uFrom; uniform vec2 uStep; out vec4 colour;
void main() { vec3 c = vec3(0.); for (int y = 0; y < 2; y++) for (int x = 0; x < 2; x++) c += texture(uFrom, vAt + (vec2(x, y) * 2. - 1.) * uStep).rgb;
c *= .25; float l = max(max(c.r, c.g), c.b); colour = vec4(c * smoothstep(.72, 1., l), 1.); }`,
  ],
  blur: [
    FLAT,
    `#version 300 es
precision highp float; in vec2 vAt; uniform sampler2D uFrom; uniform vec2 uStep; out vec4 colour;
void main() { vec3 c = texture(uFrom, vAt).rgb * .2; float w[5] = float[](.17, .12, .07, .03, .01); for (int i = 1; i < 6; i++) c += (texture(uFrom, vAt + uStep * (float(i) * 1.9 - .5)).rgb + texture(uFrom, vAt - uStep * (float(i) * 1.9 - .5)).rgb) * w[i - 1]; colour = vec4(c, 1.); }`,
  ],
  final: [
    FLAT,
    `#version 300 es
precision highp float; in vec2 vAt; uniform sampler2D uFrom, uNear; uniform float uBloom; out vec4 colour;
void main() {
  vec3 c = texelFetch(uFrom, ivec2(gl_FragCoord.xy), 0).rgb, shine = texture(uNear, vAt).rgb * uBloom;
  c = 1. - (1. - c) * (1. - min(shine, 1.));
  colour = vec4(c, 1.);
}`,
  ],
};
