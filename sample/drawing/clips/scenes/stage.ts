import type { Sheet } from '../draw.ts';
import { add, ellipse, linear, mix, path, rect } from '../draw.ts';

export function stage(
  sheet: Sheet,
  wall: [string, string],
  floor: [string, string],
  arch: [string, string],
): void {
  add(
    sheet,
    rect(
      0,
      0,
      540,
      960,
      linear(sheet, [
        [0, wall[0]],
        [1, wall[1]],
      ]),
    ),
  );
  add(
    sheet,
    path(
      'M92 720V360A178 178 0 0 1 448 360V720Z',
      linear(sheet, [
        [0, arch[0]],
        [1, arch[1]],
      ]),
    ),
  );
  add(
    sheet,
    rect(
      0,
      712,
      540,
      248,
      linear(sheet, [
        [0, floor[0]],
        [1, floor[1]],
      ]),
    ),
  );
}

export function podium(sheet: Sheet, y: number, rx: number, tone: string): void {
  const side = linear(
    sheet,
    [
      [0, mix(tone, '#7a3a4a', 0.2)],
      [0.3, mix(tone, '#ffffff', 0.35)],
      [1, mix(tone, '#7a3a4a', 0.36)],
    ],
    [0, 0, 1, 0],
  );
  add(
    sheet,
    ellipse(284, y + 92, rx + 34, 36, '#7a2f45', 'opacity="0.24"'),
    path(`M${270 - rx} ${y}V${y + 66}A${rx} 34 0 0 0 ${270 + rx} ${y + 66}V${y}Z`, side),
    ellipse(270, y, rx, 34, mix(tone, '#ffffff', 0.5)),
  );
}
