import type { MapMarker } from './world.ts';

/** Between two buttons of 24 px, so that neither covers the other (WCAG 2.5.8). */
const APART_PX = 28;

interface Point {
  x: number;
  y: number;
}

const overlap = (a: Point, b: Point): boolean =>
  Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) < APART_PX;

/** Markers whose buttons would overlap share the place of the first. */
export function groupMarkers<Marker>(
  markers: readonly Marker[],
  pointOf: (marker: Marker) => Point,
): Marker[][] {
  const places: { point: Point; group: Marker[] }[] = [];
  for (const marker of markers) {
    const point = pointOf(marker);
    const place = places.find((each) => overlap(each.point, point));
    if (place) place.group.push(marker);
    else places.push({ point, group: [marker] });
  }
  return places.map(({ group }) => group);
}

const NAMED = 5;

/** Of a place's button: the titles of its videos, the first few of many. */
export function labelOf(group: readonly MapMarker[]): string {
  const titles = group
    .slice(0, NAMED)
    .map(({ label }) => label)
    .join(', ');
  return group.length > NAMED ? `${titles} +${group.length - NAMED}` : titles;
}

/** Each press of a place shows the next of its videos. */
export function takeTurns(group: readonly MapMarker[], onOpen: (id: number) => void): () => void {
  let turn = 0;
  return () => {
    const marker = group[turn++ % group.length];
    if (marker) onOpen(marker.id);
  };
}

export const PIN =
  'numbers grid size-6 place-items-center rounded-pill border-2 border-surface bg-accent text-xs font-bold text-accent-ink shadow-card hover:bg-accent-strong';
