import type { Scene, Sheet } from '../draw.ts';
import { add, circle, clamp, cloud, ease, glow, group, move, n, path, sky } from '../draw.ts';

function plane(x: number, y: number, turn: number, size: number): string {
  return group(
    move(x, y, turn, size),
    path('M-62-30L70 0L-34 8Z', '#ffffff'),
    path('M-62-30L-34 8L-30 34Z', '#b9cbe0'),
    path('M-34 8L70 0L-30 34L-20 12Z', '#d9e6f3'),
    path('M-34 8L70 0L-22 18Z', '#eef5fb'),
  );
}

function planes(sheet: Sheet, t: number, u: number): void {
  sky(sheet, [
    [0, '#3f8fdc'],
    [0.45, '#8fc9f0'],
    [0.8, '#e4f3f5'],
    [1, '#fff2d8'],
  ]);
  glow(sheet, 430, 800, 460, '#fff3c8', 0.85);
  for (let i = 0; i < 9; i++) {
    const near = (i % 3) / 2;
    add(
      sheet,
      cloud(
        ((((i * 227 + 900 - t * (14 + near * 46)) % 960) + 960) % 960) - 200,
        ((i * 139 + t * (12 + near * 26)) % 1100) - 60,
        0.55 + near * 0.9,
        '#ffffff',
        0.5 + near * 0.35,
      ),
    );
  }
  const fleet: [number, number, number, number][] = [
    [0, 0, 0, 1.5],
    [0.05, -150, 110, 0.9],
    [0.09, 130, 150, 0.8],
    [0.14, -60, 250, 0.66],
    [0.17, 200, 310, 0.55],
    [0.22, -190, 380, 0.5],
  ];
  for (const [late, dx, dy, size] of fleet.toReversed()) {
    const k = clamp(u * 0.8 + 0.3 - late * 1.1);
    const spot = (p: number): [number, number] => [
      270 + dx * (0.4 + 0.6 * p) + 130 * Math.sin(p * 6.4 + late * 9),
      1050 + dy * 0.55 - 1050 * ease(clamp(p)) * (0.86 - late * 0.5),
    ];
    let trail = '';
    for (let back = 1; back < 15; back++) {
      const [px, py] = spot(k - back * 0.016);
      trail += circle(
        px,
        py,
        3 * size * (1 - back / 16),
        '#ffffff',
        `opacity="${n(0.85 * (1 - back / 15))}"`,
      );
    }
    const [x, y] = spot(k);
    const [nx, ny] = spot(k + 0.012);
    const turn = k >= 1 ? -62 : (Math.atan2(ny - y - 3, nx - x) * 180) / Math.PI;
    add(sheet, trail, plane(x, y + 7 * Math.sin(t * 2.2 + late * 40), turn, size));
  }
}

export const firstFlight: Scene = {
  name: 'first-flight',
  width: 540,
  height: 960,
  seconds: 7,
  poster: 0.6,
  music: {
    root: 5,
    chords: [
      [0, 4, 7, 11],
      [-3, 0, 4, 7],
    ],
    tempo: 100,
    air: 'wind',
    pluck: 'bell',
  },
  draw: planes,
};
