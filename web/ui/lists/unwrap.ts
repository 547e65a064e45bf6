import type { Feature, FeatureCollection, Geometry, Position } from 'geojson';

const ANTARCTICA = '010';

/**
 * World-atlas' countries cross the date line from 180° to −180°, as on a globe; a flat map would draw a band
 * around the world. Their rings continue beyond 180° here. Antarctica, which contains a pole, is left out.
 */
export function unwrapWorld(world: FeatureCollection): FeatureCollection {
  const features = world.features
    .filter(({ id }) => id !== ANTARCTICA)
    .map((country): Feature => ({ ...country, geometry: unwrapGeometry(country.geometry) }));
  return { ...world, features };
}

function unwrapGeometry(geometry: Geometry): Geometry {
  if (geometry.type === 'Polygon') return { ...geometry, coordinates: geometry.coordinates.map(unwrapRing) };
  if (geometry.type !== 'MultiPolygon') return geometry;
  return { ...geometry, coordinates: geometry.coordinates.map((rings) => rings.map(unwrapRing)) };
}

function unwrapRing(ring: Position[]): Position[] {
  let turn = 0;
  return ring.map(([longitude = 0, latitude = 0], at) => {
    const step = longitude - (ring[at - 1]?.[0] ?? longitude);
    if (step > 180) turn -= 360;
    if (step < -180) turn += 360;
    return [longitude + turn, latitude];
  });
}
