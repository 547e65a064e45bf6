import type { FeatureCollection, MultiPolygon } from 'geojson';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { expect, test } from 'vitest';
import { feature } from 'topojson-client';
import countries from 'world-atlas/countries-110m.json' with { type: 'json' };
import { unwrapWorld } from './unwrap.ts';

test('no outline jumps across the date line', () => {
  const world = countries as unknown as Topology<{ countries: GeometryCollection }>;
  const before: FeatureCollection = feature(world, world.objects.countries);
  const after = unwrapWorld(before);
  const jumps = ({ features }: FeatureCollection) =>
    features.flatMap(({ id, geometry }) => {
      const polygons =
        geometry.type === 'Polygon' ? [geometry.coordinates] : (geometry as MultiPolygon).coordinates;
      const jumping = polygons
        .flat()
        .some((ring) => ring.some(([x = 0], at) => Math.abs(x - (ring[at - 1]?.[0] ?? x)) > 180));
      return jumping ? [id] : [];
    });
  expect(jumps(before).length).toBeGreaterThan(0);
  expect(jumps(after)).toEqual([]);
  expect(after.features).toHaveLength(before.features.length - 1);
});
