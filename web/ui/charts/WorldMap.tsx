import { t } from '@lingui/core/macro';
import { LngLatBounds, Map as MapView, Marker, NavigationControl, setWorkerUrl } from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { useEffect, useRef, useState } from 'react';
import { FlatMap } from './FlatMap.tsx';
import { useScheme } from '../useScheme.ts';
import { groupMarkers, labelOf, PIN, takeTurns } from './places.ts';
import { borders, land, type MapMarker } from './world.ts';

setWorkerUrl(workerUrl);
const MAX_ZOOM = 16;

interface WorldMapProps {
  markers: MapMarker[];
  onOpen: (id: number) => void;
  /** Tiles to draw over the outlines, e.g. `https://tiles.example.org/{z}/{x}/{y}.png`; none unless the owner set some. */
  tilesUrl?: string | null;
}

/** Markers on a pannable map; a static picture of the world where the browser has no WebGL. */
export function WorldMap({ markers, onOpen, tilesUrl = null }: WorldMapProps) {
  const box = useRef<HTMLDivElement>(null);
  const open = useRef(onOpen);
  const [broken, setBroken] = useState(false);
  const scheme = useScheme();
  useEffect(() => {
    open.current = onOpen;
  });
  useEffect(() => {
    if (!box.current) return;
    try {
      const map = drawMap(box.current, tilesUrl);
      addMarkers(map, markers, (id) => open.current(id));
      return () => map.remove();
    } catch {
      // no WebGL here
      const timer = setTimeout(() => setBroken(true));
      return () => clearTimeout(timer);
    }
  }, [markers, tilesUrl, scheme]);
  return (
    <div role="region" aria-label={t`Map of filming locations`} className="h-full">
      {broken ? (
        <FlatMap markers={markers} onOpen={onOpen} />
      ) : (
        <div
          ref={box}
          className="world-map h-full overflow-hidden rounded-card border border-line bg-raised"
        />
      )}
    </div>
  );
}

function drawMap(container: HTMLDivElement, tilesUrl: string | null): MapView {
  const tone = (name: string): string => resolveColour(container, name);
  const map = new MapView({
    container,
    center: [10, 25],
    zoom: 0.8,
    maxZoom: MAX_ZOOM,
    dragRotate: false,
    attributionControl: { compact: true, customAttribution: t`Outlines: Natural Earth` },
    style: {
      version: 8,
      sources: {
        land: { type: 'geojson', data: land },
        borders: { type: 'geojson', data: borders },
        ...(tilesUrl && { tiles: { type: 'raster', tiles: [tilesUrl], tileSize: 256 } as const }),
      },
      layers: [
        { id: 'sea', type: 'background', paint: { 'background-color': tone('--color-raised') } },
        { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': tone('--color-surface') } },
        {
          id: 'borders',
          type: 'line',
          source: 'borders',
          paint: { 'line-color': tone('--color-edge'), 'line-width': 0.6 },
        },
        ...(tilesUrl ? [{ id: 'tiles', type: 'raster' as const, source: 'tiles' }] : []),
      ],
    },
  });
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  return map;
}

/** A button for each place; what is one place from afar comes apart when zooming in. */
function addMarkers(map: MapView, markers: MapMarker[], onOpen: (id: number) => void): void {
  let shown: Marker[] = [];
  const draw = (): void => {
    for (const marker of shown) marker.remove();
    const places = groupMarkers(markers, ({ longitude, latitude }) => map.project([longitude, latitude]));
    shown = places.map((group) => addPlace(map, group, onOpen));
  };
  if (markers.length > 0) map.fitBounds(boundsOf(markers), { padding: 60, maxZoom: 9, animate: false });
  draw();
  map.on('zoomend', draw);
}

function addPlace(map: MapView, group: MapMarker[], onOpen: (id: number) => void): Marker {
  const pin = document.createElement('button');
  const label = labelOf(group);
  const openNext = takeTurns(group, onOpen);
  pin.type = 'button';
  pin.title = label;
  pin.className = PIN;
  if (group.length > 1) pin.textContent = String(group.length);
  pin.addEventListener('click', () => {
    const bounds = boundsOf(group);
    const isApart = bounds.getWest() < bounds.getEast() || bounds.getSouth() < bounds.getNorth();
    if (isApart && map.getZoom() < MAX_ZOOM) map.fitBounds(bounds, { padding: 60, maxZoom: MAX_ZOOM });
    else openNext();
  });
  pin.setAttribute('aria-label', label);
  const [head] = group;
  const marker = new Marker({ element: pin });
  if (head) marker.setLngLat([head.longitude, head.latitude]).addTo(map);
  // the map's own notion of a role is not a button
  pin.removeAttribute('role');
  return marker;
}

function boundsOf(markers: MapMarker[]): LngLatBounds {
  const bounds = new LngLatBounds();
  for (const { latitude, longitude } of markers) bounds.extend([longitude, latitude]);
  return bounds;
}

/** A token's colour as the map can read it: it knows neither oklch() nor light-dark(). */
function resolveColour(node: HTMLElement, name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  node.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  const pen = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
  if (!pen) return '#888888';
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}
