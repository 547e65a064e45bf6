import type { Scene, Sheet } from '../draw.ts';
import {
  TAU,
  add,
  circle,
  fade,
  glow,
  group,
  linear,
  move,
  n,
  radial,
  random,
  rect,
  stroke,
} from '../draw.ts';

function orbits(sheet: Sheet, t: number): void {
  add(
    sheet,
    rect(
      0,
      0,
      960,
      540,
      linear(
        sheet,
        [
          [0, '#0e1a3c'],
          [1, '#1f3a6e'],
        ],
        [0, 0, 1, 1],
      ),
    ),
  );
  for (let i = 0; i < 110; i++) {
    const chance = random(i + 1200);
    add(
      sheet,
      circle(
        chance() * 960,
        chance() * 540,
        0.6 + chance() * 1.3,
        '#ffffff',
        `opacity="${n(0.3 + 0.4 * Math.abs(Math.sin(t + i)))}"`,
      ),
    );
  }
  glow(sheet, 480, 274, 360, '#5ab8ff', 0.5);
  const [cx, cy, r] = [480, 274, 148];
  const dots: string[] = [];
  for (let lat = -75; lat <= 75; lat += 7.5) {
    const count = Math.round(62 * Math.cos((lat * Math.PI) / 180));
    for (let k = 0; k < count; k++) {
      const lon = (k / count) * TAU + t * 0.42;
      const land =
        Math.sin((k / count) * TAU * 2 + lat / 22) +
        Math.sin((k / count) * TAU * 3 - lat / 15) +
        0.4 * Math.sin(lat / 9);
      const depth = Math.cos(lon) * Math.cos((lat * Math.PI) / 180);
      if (depth < 0.02) continue;
      const x = cx + r * Math.sin(lon) * Math.cos((lat * Math.PI) / 180);
      const y = cy - r * Math.sin((lat * Math.PI) / 180);
      dots.push(
        circle(
          x,
          y,
          (land > 0.25 ? 3.5 : 1.5) * (0.45 + 0.55 * depth),
          land > 0.25 ? '#ffd08a' : '#8fd0ff',
          `opacity="${n((land > 0.25 ? 0.95 : 0.55) * (0.3 + 0.7 * depth))}"`,
        ),
      );
    }
  }
  const rings = [
    [250, 66, -22, 0.9, '#f28a3c'],
    [300, 92, 16, -0.62, '#5fe0d0'],
    [352, 60, 4, 0.46, '#ff7fa8'],
  ] as const;
  const half = (front: boolean) =>
    rings.map(([rx, ry, tilt, speed, tone]) => {
      const shapes = [
        stroke(
          front ? `M${-rx} 0A${rx} ${ry} 0 0 0 ${rx} 0` : `M${-rx} 0A${rx} ${ry} 0 0 1 ${rx} 0`,
          tone,
          1.6,
          `opacity="${front ? 0.7 : 0.28}"`,
        ),
      ];
      for (let k = 0; k < 3; k++) {
        for (let tail = 0; tail < 14; tail++) {
          const a = t * speed + (k * TAU) / 3 - tail * 0.03 * Math.sign(speed);
          if (Math.sin(a) > 0 !== front) continue;
          shapes.push(
            circle(
              rx * Math.cos(a),
              ry * Math.sin(a),
              tail === 0 ? 8 : 5.5 - tail * 0.36,
              tail === 0 ? '#ffffff' : tone,
              `opacity="${n(tail === 0 ? 1 : 0.75 - tail * 0.052)}"`,
            ),
          );
        }
      }
      return group(move(cx, cy, tilt), ...shapes);
    });
  add(
    sheet,
    ...half(false),
    circle(
      cx,
      cy,
      r + 5,
      radial(sheet, [
        [0, '#2a63b8'],
        [0.75, '#1b4488'],
        [0.94, '#2f74c8'],
        [1, '#7fc8ff'],
      ]),
    ),
    ...dots,
    circle(
      cx - 40,
      cy - 46,
      96,
      radial(sheet, [
        [0, '#ffffff', 0.28],
        [1, '#ffffff', 0],
      ]),
    ),
    ...half(true),
  );
  for (let i = 0; i < 4; i++) {
    const pulse = (t * 0.5 + i * 0.25) % 1;
    add(
      sheet,
      fade(
        (1 - pulse) * 0.5,
        circle(cx, cy, r + 12 + pulse * 150, 'none', 'stroke="#8fd0ff" stroke-width="1.6"'),
      ),
    );
  }
}

export const smallWorld: Scene = {
  width: 960,
  height: 540,
  name: 'small-world',
  seconds: 7,
  poster: 0.4,
  music: {
    root: -2,
    chords: [
      [0, 3, 7, 10],
      [-4, 0, 3, 7],
    ],
    tempo: 110,
    pluck: 'bell',
  },
  draw: orbits,
};
