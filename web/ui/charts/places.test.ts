import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupMarkers, labelOf, takeTurns } from './places.ts';

test('places are more than a button’s width apart, and each marker is in exactly one of them', () => {
  const markers = fc.array(fc.record({ x: fc.integer({ max: 400 }), y: fc.integer({ max: 200 }) }));
  fc.assert(
    fc.property(markers, (points) => {
      const places = groupMarkers(points, (point) => point);
      expect(places.flat()).toHaveLength(points.length);
      expect(new Set(places.flat()).size).toBe(points.length);
      const heads = places.flatMap(([head]) => head ?? []);
      for (const [at, a] of heads.entries())
        for (const b of heads.slice(at + 1))
          expect(Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))).toBeGreaterThan(24);
    }),
  );
});

test('a place lists its videos, and opens them one after the other', () => {
  const group = [1, 2, 3, 4, 5, 6, 7].map((id) => ({ id, label: `#${id}`, latitude: 0, longitude: 0 }));
  expect(labelOf(group.slice(0, 2))).toBe('#1, #2');
  expect(labelOf(group)).toBe('#1, #2, #3, #4, #5 +2');
  const opened: number[] = [];
  const press = takeTurns(group.slice(0, 2), (id) => opened.push(id));
  for (let times = 0; times < 3; times++) press();
  expect(opened).toEqual([1, 2, 1]);
});
