/** Vectors and 4 × 4 matrices by columns, as WebGL wants them. */
export type Vec3 = [number, number, number];
export type Mat4 = number[];

export const plus = (a: Vec3, b: Vec3, k = 1): Vec3 => [a[0] + b[0] * k, a[1] + b[1] * k, a[2] + b[2] * k];
export const minus = (a: Vec3, b: Vec3): Vec3 => plus(a, b, -1);
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const length = (a: Vec3): number => Math.hypot(...a);
export function normal(a: Vec3): Vec3 {
  const long = length(a) || 1;
  return [a[0] / long, a[1] / long, a[2] / long];
}
export const between = (a: Vec3, b: Vec3, k: number): Vec3 => [
  a[0] + (b[0] - a[0]) * k,
  a[1] + (b[1] - a[1]) * k,
  a[2] + (b[2] - a[2]) * k,
];

export const identity = (): Mat4 => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** `a` after `b`; of several, the last comes first. */
export function mul(a: Mat4, ...rest: Mat4[]): Mat4 {
  const [b, ...more] = rest;
  if (!b) return a;
  const out = Array.from({ length: 16 }, (_, i) => {
    const row = i % 4;
    const column = i - row;
    let sum = 0;
    for (let k = 0; k < 4; k++) sum += a[row + k * 4]! * b[column + k]!;
    return sum;
  });
  return mul(out, ...more);
}

export const shift = (x: number, y: number, z: number): Mat4 => [
  1,
  0,
  0,
  0,
  0,
  1,
  0,
  0,
  0,
  0,
  1,
  0,
  x,
  y,
  z,
  1,
];
export const scale = (x: number, y = x, z = x): Mat4 => [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1];

/** Turns about an axis, in radians. */
export function turn(axis: 'x' | 'y' | 'z', angle: number): Mat4 {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  if (axis === 'x') return [1, 0, 0, 0, 0, c, s, 0, 0, -s, c, 0, 0, 0, 0, 1];
  if (axis === 'y') return [c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, 0, 0, 0, 1];
  return [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
}

/** Brings a thing of height 1 along y to reach from `a` to `b`, `thick` wide. */
export function reach(a: Vec3, b: Vec3, thick: number, deep = thick): Mat4 {
  const along = minus(b, a);
  const y = normal(along);
  const x = normal(cross(Math.abs(y[1]) > 0.99 ? [0, 0, 1] : [0, 1, 0], y));
  const z = cross(x, y);
  const columns = [
    [...x.map((v) => v * thick), 0],
    [...along, 0],
    [...z.map((v) => v * deep), 0],
    [...a, 1],
  ];
  return columns.flat();
}

export function perspective(fov: number, aspect: number, near: number, far: number): Mat4 {
  const f = 1 / Math.tan((fov * Math.PI) / 360);
  return [
    f / aspect,
    0,
    0,
    0,
    0,
    f,
    0,
    0,
    0,
    0,
    (far + near) / (near - far),
    -1,
    0,
    0,
    (2 * far * near) / (near - far),
    0,
  ];
}

export function ortho(size: number, near: number, far: number): Mat4 {
  return [
    1 / size,
    0,
    0,
    0,
    0,
    1 / size,
    0,
    0,
    0,
    0,
    2 / (near - far),
    0,
    0,
    0,
    (far + near) / (near - far),
    1,
  ];
}

export function lookAt(eye: Vec3, at: Vec3, roll = 0): Mat4 {
  const z = normal(minus(eye, at));
  const side = normal(cross(Math.abs(z[1]) > 0.999 ? [0, 0, -1] : [0, 1, 0], z));
  const above = cross(z, side);
  const x = plus(
    [side[0] * Math.cos(roll), side[1] * Math.cos(roll), side[2] * Math.cos(roll)],
    above,
    Math.sin(roll),
  );
  const y = cross(z, x);
  return [
    x[0],
    y[0],
    z[0],
    0,
    x[1],
    y[1],
    z[1],
    0,
    x[2],
    y[2],
    z[2],
    0,
    -dot(x, eye),
    -dot(y, eye),
    -dot(z, eye),
    1,
  ];
}
