import type { Samples } from './sample.ts';

export const geoSamples: Samples = { reverse: { query: { lat: 1, lon: 1 } } };
