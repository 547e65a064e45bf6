/** A person of simple, rounded parts: about 1.75 high, looking along z. */
import type { Thing } from './film.ts';
import type { Mat4, Vec3 } from './matrix.ts';
import { between, mul, plus, reach, scale, shift, turn } from './matrix.ts';
import type { Mesh } from './meshes.ts';
import { ball, lathe, rod } from './meshes.ts';

export interface Figure {
  skin: string;
  hair: string;
  top: string;
  legs: string;
  shoes: string;
}

/** Where the joints are; left is the figure's own. */
export interface Posture {
  hips: Vec3;
  neck: Vec3;
  head: Vec3;
  /** Shoulder to elbow to hand. */
  left: [Vec3, Vec3];
  right: [Vec3, Vec3];
  /** Hip to knee to foot. */
  leftLeg: [Vec3, Vec3];
  rightLeg: [Vec3, Vec3];
  look?: number;
}

export const figureMeshes = (): Record<string, Mesh> => ({
  ball: ball(18),
  rod: rod(),
  limb: rod(0.8),
  torso: lathe(
    [
      [0, -0.06],
      [0.72, -0.03],
      [0.82, 0.1],
      [0.78, 0.4],
      [1, 0.74],
      [1.02, 0.88],
      [0.62, 1.02],
      [0.3, 1.07],
      [0, 1.08],
    ],
    { smooth: true, around: 24 },
  ),
  hair: lathe(
    [
      [0.94, -0.3],
      [1.06, 0.1],
      [0.98, 0.5],
      [0.66, 0.9],
      [0, 1.08],
    ],
    { smooth: true, around: 20 },
  ),
});

export function figure(root: Mat4, { skin, hair, top, legs, shoes }: Figure, p: Posture): Thing[] {
  const wide = 0.2;
  const bone = (a: Vec3, b: Vec3, thick: number, colour: string): Thing[] => [
    { mesh: 'limb', at: mul(root, reach(a, b, thick)), colour, rough: 0.8 },
    { mesh: 'ball', at: mul(root, shift(...b), scale(thick * 0.84)), colour, rough: 0.8 },
  ];
  const arm = (side: number, [elbow, hand]: [Vec3, Vec3]): Thing[] => {
    const shoulder = plus(p.neck, [side * wide, -0.07, 0]);
    return [
      { mesh: 'ball', at: mul(root, shift(...shoulder), scale(0.075)), colour: top, rough: 0.8 },
      ...bone(shoulder, elbow, 0.066, top),
      ...bone(elbow, between(elbow, hand, 0.86), 0.054, top),
      { mesh: 'ball', at: mul(root, shift(...hand), scale(0.05)), colour: skin, rough: 0.6 },
    ];
  };
  const leg = (side: number, [knee, foot]: [Vec3, Vec3]): Thing[] => {
    const hip = plus(p.hips, [side * 0.095, 0, 0]);
    return [
      { mesh: 'ball', at: mul(root, shift(...hip), scale(0.11)), colour: legs, rough: 0.8 },
      ...bone(hip, knee, 0.096, legs),
      ...bone(knee, foot, 0.072, legs),
      {
        mesh: 'ball',
        at: mul(root, shift(foot[0], foot[1] - 0.01, foot[2] + 0.06), scale(0.062, 0.05, 0.14)),
        colour: shoes,
        rough: 0.7,
      },
    ];
  };
  const face = mul(root, shift(...p.head), turn('y', p.look ?? 0));
  return [
    { mesh: 'torso', at: mul(root, reach(p.hips, p.neck, 0.225, 0.15)), colour: top, rough: 0.85 },
    { mesh: 'rod', at: mul(root, reach(p.neck, p.head, 0.058)), colour: skin, rough: 0.6 },
    { mesh: 'ball', at: mul(face, scale(0.105, 0.135, 0.118)), colour: skin, rough: 0.55 },
    {
      mesh: 'hair',
      at: mul(face, shift(0, 0.02, -0.018), turn('x', -0.28), scale(0.113, 0.13, 0.122)),
      colour: hair,
      rough: 0.6,
    },
    ...arm(1, p.left),
    ...arm(-1, p.right),
    ...leg(1, p.leftLeg),
    ...leg(-1, p.rightLeg),
  ];
}

export const STANDING: Posture = {
  hips: [0, 0.92, 0],
  neck: [0, 1.44, 0.01],
  head: [0, 1.61, 0.03],
  left: [
    [0.27, 1.14, -0.02],
    [0.26, 0.9, 0.1],
  ],
  right: [
    [-0.27, 1.14, -0.02],
    [-0.26, 0.9, 0.1],
  ],
  leftLeg: [
    [0.11, 0.5, 0.03],
    [0.12, 0.07, -0.02],
  ],
  rightLeg: [
    [-0.11, 0.5, 0.03],
    [-0.12, 0.07, -0.02],
  ],
};
