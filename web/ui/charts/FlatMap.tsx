import type { Geometry, Position } from 'geojson';
import { useEffect, useMemo, useRef, useState } from 'react';
import { groupMarkers, labelOf, PIN, takeTurns } from './places.ts';
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

/** From the left and upper edge, as shares of the drawn area. */
const shareOf = ({ latitude, longitude }: MapMarker) => ({
  left: (longitude - WEST) / WIDTH,
  top: (NORTH - Math.max(latitude, NORTH - HEIGHT)) / HEIGHT,
});

/** A phone's, until it is measured. */
const USUAL_PX = 340;

/** The world as a plain picture, for browsers without WebGL. */
export function FlatMap({ markers, onOpen }: { markers: MapMarker[]; onOpen: (id: number) => void }) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(USUAL_PX);
  useEffect(() => {
    const watcher = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width || USUAL_PX));
    if (box.current) watcher.observe(box.current);
    return () => watcher.disconnect();
  }, []);
  const places = useMemo(() => {
    const pointOf = (marker: MapMarker) => {
      const { left, top } = shareOf(marker);
      return { x: left * width, y: (top * width * HEIGHT) / WIDTH };
    };
    return groupMarkers(markers, pointOf).flatMap((group) => {
      const [head] = group;
      return head ? { head, group, open: takeTurns(group, onOpen) } : [];
    });
  }, [markers, width, onOpen]);
  return (
    <div className="grid h-full content-center overflow-hidden rounded-card border border-line bg-raised">
      <div ref={box} className="relative">
        <svg viewBox={`${WEST} ${-NORTH} ${WIDTH} ${HEIGHT}`} aria-hidden="true" className="block w-full">
          <path
            d={land.features.map(({ geometry }) => pathOf(geometry)).join('')}
            className="fill-surface stroke-edge stroke-[0.3]"
          />
        </svg>
        {places.map(({ head, group, open }) => (
          <button
            key={head.id}
            type="button"
            title={labelOf(group)}
            aria-label={labelOf(group)}
            onClick={open}
            style={{ left: `${shareOf(head).left * 100}%`, top: `${shareOf(head).top * 100}%` }}
            className={`absolute -translate-1/2 ${PIN}`}
          >
            {group.length > 1 && group.length}
          </button>
        ))}
      </div>
    </div>
  );
}
