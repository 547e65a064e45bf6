import type { Geometry, Position } from 'geojson';
import { land, type MapMarker } from './world.ts';

/** The drawn area, in degrees: without the far south, where there are no videos. */
const WEST = -180;
const NORTH = 84;
const WIDTH = 360;
const HEIGHT = 144;

const ringOf = (ring: Position[]): string =>
  `M${ring.map(([x = 0, y = 0]) => `${x.toFixed(1)} ${(-y).toFixed(1)}`).join('L')}Z`;

function pathOf(geometry: Geometry): string {
  if (geometry.type === 'Polygon') return geometry.coordinates.map(ringOf).join('');
  if (geometry.type === 'MultiPolygon') return geometry.coordinates.flat().map(ringOf).join('');
  return '';
}

/** The world as a plain picture, for browsers without WebGL. */
export function FlatMap({ markers, onOpen }: { markers: MapMarker[]; onOpen: (id: number) => void }) {
  return (
    <div className="grid h-full content-center overflow-hidden rounded-card border border-line bg-raised">
      <div className="relative">
        <svg viewBox={`${WEST} ${-NORTH} ${WIDTH} ${HEIGHT}`} aria-hidden="true" className="block w-full">
          <path
            d={land.features.map(({ geometry }) => pathOf(geometry)).join('')}
            className="fill-surface stroke-edge stroke-[0.3]"
          />
        </svg>
        {markers.map(({ id, label, latitude, longitude }) => (
          <button
            key={id}
            type="button"
            title={label}
            aria-label={label}
            onClick={() => onOpen(id)}
            style={{
              left: `${((longitude - WEST) / WIDTH) * 100}%`,
              top: `${((NORTH - Math.max(latitude, NORTH - HEIGHT)) / HEIGHT) * 100}%`,
            }}
            className="absolute size-6 -translate-1/2 rounded-pill border-2 border-surface bg-accent shadow-card hover:bg-accent-strong"
          />
        ))}
      </div>
    </div>
  );
}
