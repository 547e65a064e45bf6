import type { GeometryCollection, Topology } from 'topojson-specification';
import { LngLatBounds, Map as MapView, Marker, NavigationControl, setWorkerUrl } from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { useEffect, useRef, useState } from 'react';
import { feature, mesh } from 'topojson-client';
import countries from 'world-atlas/countries-110m.json' with { type: 'json' };
import { unwrapWorld } from './unwrap.ts';

setWorkerUrl(workerUrl);

export interface MapPlace {
  id: number;
  label: string;
  latitude: number;
  longitude: number;
}

interface WorldMapProps {
  places: MapPlace[];
  onOpen: (id: number) => void;
  /** Tiles to draw over the outlines, e.g. `https://tiles.example.org/{z}/{x}/{y}.png`; none unless the owner set some. */
  tilesUrl?: string | null;
}

/** Countries as outlines out of the package (Natural Earth, public domain): nothing is asked of another site. */
export function WorldMap({ places, onOpen, tilesUrl = null }: WorldMapProps) {
  const box = useRef<HTMLDivElement>(null);
  const open = useRef(onOpen);
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    open.current = onOpen;
  });
  useEffect(() => {
    if (!box.current) return;
    try {
      const map = drawMap(box.current, tilesUrl);
      addPlaces(map, places, (id) => open.current(id));
      return () => map.remove();
    } catch {
      // No WebGL here: the list beside it says the same.
      const timer = setTimeout(() => setBroken(true));
      return () => clearTimeout(timer);
    }
  }, [places, tilesUrl]);
  if (broken) {
    return (
      <p className="grid h-full place-items-center rounded-card bg-raised p-6 text-center text-ink-soft">
        This browser cannot draw the map. The places are in the list.
      </p>
    );
  }
  return (
    <div
      ref={box}
      role="region"
      aria-label="Map of filming locations"
      className="h-full overflow-hidden rounded-card border border-line bg-raised"
    />
  );
}

function drawMap(container: HTMLDivElement, tilesUrl: string | null): MapView {
  const tone = (name: string): string => resolveColour(container, name);
  // The file's type is plain JSON; its format is TopoJSON.
  const world = countries as unknown as Topology<{ countries: GeometryCollection }>;
  const map = new MapView({
    container,
    center: [10, 25],
    zoom: 0.8,
    maxZoom: 16,
    dragRotate: false,
    attributionControl: { compact: true, customAttribution: 'Outlines: Natural Earth' },
    style: {
      version: 8,
      sources: {
        land: { type: 'geojson', data: unwrapWorld(feature(world, world.objects.countries)) },
        borders: { type: 'geojson', data: mesh(world, world.objects.countries, (a, b) => a !== b) },
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

function addPlaces(map: MapView, places: MapPlace[], onOpen: (id: number) => void): void {
  const bounds = new LngLatBounds();
  for (const { id, label, latitude, longitude } of places) {
    const pin = document.createElement('button');
    pin.type = 'button';
    pin.title = label;
    pin.className =
      'size-5 rounded-pill border-2 border-surface bg-accent shadow-card hover:bg-accent-strong';
    pin.addEventListener('click', () => onOpen(id));
    new Marker({ element: pin }).setLngLat([longitude, latitude]).addTo(map);
    pin.setAttribute('aria-label', label);
    bounds.extend([longitude, latitude]);
  }
  if (places.length > 0) map.fitBounds(bounds, { padding: 60, maxZoom: 9, animate: false });
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
