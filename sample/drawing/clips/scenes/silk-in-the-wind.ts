import type { Scene, Sheet } from '../draw.ts';
import { add, clamp, group, linear, mix, n, path, rect, stroke } from '../draw.ts';

function silk(sheet: Sheet, t: number): void {
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
          [0, '#fdeee6'],
          [1, '#f7d5d9'],
        ],
        [0, 0, 1, 1],
      ),
    ),
  );
  const tones = ['#fbd9cf', '#f7bfb4', '#f29d97', '#ea7c83', '#d95f78', '#b94a74', '#8f3c6f', '#632f63'];
  const curve = (i: number, x: number) =>
    56 +
    i * 58 +
    62 * Math.sin(x / 210 + t * 0.75 + i * 0.42) * Math.sin(x / 560 + t * 0.24 + i * 0.2) +
    20 * Math.sin(x / 88 - t * 1.05 + i * 0.9);
  for (const [i, tone] of tones.entries()) {
    let d = 'M-10 560';
    let edge = '';
    for (let x = -10; x <= 970; x += 10) {
      d += `L${x} ${n(curve(i, x))}`;
      edge += `${edge ? 'L' : 'M'}${x} ${n(curve(i, x))}`;
    }
    const sheen = (0.5 + 0.5 * Math.sin(t * 0.6 + i * 0.8)) * 0.7 + 0.1;
    add(sheet, group('translate(0 -12)', path(`${d}L970 560Z`, '#5a1f3f', 'opacity="0.10"')));
    add(
      sheet,
      path(
        `${d}L970 560Z`,
        linear(
          sheet,
          [
            [0, mix(tone, '#5a1f4f', 0.12)],
            [clamp(sheen - 0.18), tone],
            [clamp(sheen), mix(tone, '#ffffff', 0.55)],
            [clamp(sheen + 0.2), tone],
            [1, mix(tone, '#4a1546', 0.22)],
          ],
          [0, 0, 1, 0.12],
        ),
      ),
    );
    add(sheet, stroke(edge, '#ffffff', 2, 'opacity="0.55"'));
    for (let k = 1; k < 5; k++) {
      let fold = '';
      for (let x = -10; x <= 970; x += 20)
        fold += `${fold ? 'L' : 'M'}${x} ${n(curve(i, x) + k * 11 + 5 * Math.sin(x / 130 + t + k))}`;
      add(sheet, stroke(fold, k % 2 ? '#ffffff' : '#5a1f3f', 1.4, `opacity="${k % 2 ? 0.2 : 0.09}"`));
    }
  }
}

export const silkInTheWind: Scene = {
  width: 960,
  height: 540,
  name: 'silk-in-the-wind',
  seconds: 8,
  poster: 0.4,
  music: {
    root: 0,
    chords: [
      [0, 4, 7, 11],
      [5, 9, 12, 16],
      [-3, 0, 4, 7],
    ],
    tempo: 66,
    air: 'wind',
  },
  draw: silk,
};
