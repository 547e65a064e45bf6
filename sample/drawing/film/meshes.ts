import type { Mat4, Vec3 } from './matrix.ts';
import { cross, minus, normal, plus } from './matrix.ts';

export interface Mesh {
  /** Three numbers each. */
  positions: number[];
  normals: number[];
  /** Two each. */
  uvs: number[];
  indices: number[];
}

/** A surface from (u, v) in 0…1; its normals are taken from its neighbours. */
export function sheet(across: number, down: number, at: (u: number, v: number) => Vec3): Mesh {
  const mesh: Mesh = { positions: [], normals: [], uvs: [], indices: [] };
  const e = 1e-3;
  for (let j = 0; j <= down; j++) {
    for (let i = 0; i <= across; i++) {
      const u = i / across;
      const v = j / down;
      const p = at(u, v);
      let du = minus(at(u + e, v), at(u - e, v));
      let dv = minus(at(u, v + e), at(u, v - e));
      // poles have no direction of their own
      if (Math.hypot(...du) < 1e-7)
        du = minus(at(u + e, v + 0.02 * (v < 0.5 ? 1 : -1)), at(u - e, v + 0.02 * (v < 0.5 ? 1 : -1)));
      if (Math.hypot(...dv) < 1e-7) dv = [0, 1, 0];
      mesh.positions.push(...p);
      mesh.normals.push(...normal(cross(du, dv)));
      mesh.uvs.push(u, v);
    }
  }
  for (let j = 0; j < down; j++) {
    for (let i = 0; i < across; i++) {
      const a = j * (across + 1) + i;
      const b = a + across + 1;
      mesh.indices.push(a, a + 1, b, a + 1, b + 1, b);
    }
  }
  return mesh;
}

export function merge(...list: Mesh[]): Mesh {
  const all: Mesh = { positions: [], normals: [], uvs: [], indices: [] };
  for (const mesh of list) {
    const first = all.positions.length / 3;
    for (const x of mesh.positions) all.positions.push(x);
    for (const x of mesh.normals) all.normals.push(x);
    for (const x of mesh.uvs) all.uvs.push(x);
    for (const i of mesh.indices) all.indices.push(first + i);
  }
  return all;
}

export function placed(mesh: Mesh, m: Mat4): Mesh {
  const positions: number[] = [];
  const normals: number[] = [];
  for (let i = 0; i < mesh.positions.length; i += 3) {
    const p = mesh.positions.slice(i, i + 3) as Vec3;
    const d = mesh.normals.slice(i, i + 3) as Vec3;
    const apply = (v: Vec3, w: number) =>
      [0, 1, 2].map(
        (row) => m[row]! * v[0] + m[row + 4]! * v[1] + m[row + 8]! * v[2] + m[row + 12]! * w,
      ) as Vec3;
    positions.push(...apply(p, 1));
    normals.push(...normal(apply(d, 0)));
  }
  return { ...mesh, positions, normals };
}

/** A box of half sizes with rounded edges. */
export function box(x: number, y: number, z: number, round = 0.04): Mesh {
  const half: Vec3 = [x, y, z];
  const b = Math.min(round, x, y, z);
  const steps = (h: number) => [-h, -h + b * 0.3, -h + b, h - b, h - b * 0.3, h];
  const faces = [0, 1, 2].flatMap((axis) =>
    [-1, 1].map((side) => {
      const [a, c] = [(axis + 1) % 3, (axis + 2) % 3] as [0 | 1 | 2, 0 | 1 | 2];
      const mesh = sheet(5, 5, () => [0, 0, 0]);
      const us = steps(half[a]);
      const vs = steps(half[c]);
      for (let j = 0; j < 6; j++) {
        for (let i = 0; i < 6; i++) {
          const p: Vec3 = [0, 0, 0];
          p[axis] = half[axis]! * side;
          p[a] = us[side > 0 ? i : 5 - i]!;
          p[c] = vs[j]!;
          const inner = p.map((v, k) => Math.min(half[k]! - b, Math.max(b - half[k]!, v))) as Vec3;
          const out = normal(minus(p, inner));
          const at = (j * 6 + i) * 3;
          const final = plus(inner, out, b);
          for (let k = 0; k < 3; k++) {
            mesh.positions[at + k] = final[k]!;
            mesh.normals[at + k] = out[k]!;
          }
        }
      }
      return mesh;
    }),
  );
  return merge(...faces);
}

/** A curve through the points. */
export function curve<P extends number[]>(points: P[], k: number): P {
  const place = Math.min(0.9999, Math.max(0, k)) * (points.length - 1);
  const i = Math.floor(place);
  const f = place - i;
  const at = (j: number) => points[Math.min(points.length - 1, Math.max(0, j))]!;
  const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
  return b.map(
    (_, n) =>
      0.5 *
      (2 * b[n]! +
        (c[n]! - a[n]!) * f +
        (2 * a[n]! - 5 * b[n]! + 4 * c[n]! - d[n]!) * f * f +
        (3 * b[n]! - a[n]! - 3 * c[n]! + d[n]!) * f ** 3),
  ) as P;
}

/** Turned on a lathe: radii and heights from the bottom to the top; smooth, or with an edge at each point. */
export function lathe(profile: [number, number][], { smooth = false, around = 48 } = {}): Mesh {
  const turned = (steps: number, at: (v: number) => [number, number]) =>
    sheet(around, steps, (u, v) => {
      const [r, y] = at(v);
      const angle = -u * 2 * Math.PI;
      return [Math.cos(angle) * r, y, Math.sin(angle) * r];
    });
  if (smooth) return turned(profile.length * 4, (v) => curve(profile, v));
  return merge(
    ...profile.slice(1).map((b, i) => {
      const a = profile[i]!;
      return turned(1, (v) => [a[0] + (b[0] - a[0]) * v, a[1] + (b[1] - a[1]) * v]);
    }),
  );
}

export const ball = (around = 24): Mesh =>
  sheet(around, around / 2, (u, v) => {
    const a = -u * 2 * Math.PI;
    const b = (v - 0.5) * Math.PI;
    return [Math.cos(a) * Math.cos(b), Math.sin(b), Math.sin(a) * Math.cos(b)];
  });

/** Radius 1, from y 0 to 1. */
export const rod = (top = 1): Mesh =>
  lathe(
    [
      [0, 0],
      [1, 0],
      [top, 1],
      [0, 1],
    ],
    { around: 16 },
  );

export function tube(points: Vec3[], radius: (v: number) => number, steps = 28, around = 10): Mesh {
  return sheet(around, steps, (u, v) => {
    const p = curve(points, v);
    const ahead = normal(minus(curve(points, Math.min(1, v + 0.01)), curve(points, Math.max(0, v - 0.01))));
    const side = normal(cross(ahead, Math.abs(ahead[1]) > 0.95 ? [1, 0, 0] : [0, 1, 0]));
    const above = cross(side, ahead);
    const a = -u * 2 * Math.PI;
    return plus(plus(p, side, Math.cos(a) * radius(v)), above, Math.sin(a) * radius(v));
  });
}

/** A level square from -1 to 1. */
export const ground = (steps = 1): Mesh => sheet(steps, steps, (u, v) => [u * 2 - 1, 0, 1 - v * 2]);

/** Squares that face the camera: where they are, and a number for each in 0…1 as normal's x, y, z. */
export function sprites(places: { at: Vec3; seed: Vec3 }[]): Mesh {
  const mesh: Mesh = { positions: [], normals: [], uvs: [], indices: [] };
  for (const [i, { at, seed }] of places.entries()) {
    for (const [u, v] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      mesh.positions.push(...at);
      mesh.normals.push(...seed);
      mesh.uvs.push(u, v);
    }
    mesh.indices.push(...[0, 1, 2, 1, 3, 2].map((k) => i * 4 + k));
  }
  return mesh;
}
