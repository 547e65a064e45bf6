import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import countries from 'world-atlas/countries-110m.json' with { type: 'json' };
import { unwrapWorld } from '../lists/unwrap.ts';

export interface MapMarker {
  id: number;
  label: string;
  latitude: number;
  longitude: number;
}

// The file's type is plain JSON; its format is TopoJSON.
const topology = countries as unknown as Topology<{ countries: GeometryCollection }>;

/** Country outlines from the package (Natural Earth, public domain): no request to another site. */
export const land = unwrapWorld(feature(topology, topology.objects.countries));
export const borders = mesh(topology, topology.objects.countries, (a, b) => a !== b);
