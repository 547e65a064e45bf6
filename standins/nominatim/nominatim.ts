import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface NominatimServer {
  url: string;
  /** Every request so far: its coordinates, when it came and what it called itself. */
  requests: { latitude: string; longitude: string; at: number; userAgent: string | undefined }[];
  /** How it answers from now on. */
  mode: 'ok' | 'error' | 'silent' | 'nothing';
  close(): Promise<void>;
}

/** Speaks the reverse half of Nominatim's protocol; every place is the same street in Lyon. */
export async function startNominatim(): Promise<NominatimServer> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    standin.requests.push({
      latitude: url.searchParams.get('lat') ?? '',
      longitude: url.searchParams.get('lon') ?? '',
      at: performance.now(),
      userAgent: request.headers['user-agent'],
    });
    if (standin.mode === 'silent') return;
    const found = url.pathname === '/reverse' && url.searchParams.get('format') === 'jsonv2';
    response.writeHead(standin.mode === 'error' ? 503 : found ? 200 : 404, {
      'content-type': 'application/json',
    });
    response.end(JSON.stringify(standin.mode === 'nothing' ? { error: 'Unable to geocode' } : RESPONSE));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const standin: NominatimServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    mode: 'ok',
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
  return standin;
}

const RESPONSE = {
  place_id: 88715228,
  licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
  lat: '45.7640',
  lon: '4.8357',
  category: 'place',
  type: 'house',
  display_name: '12, Rue de la République, Lyon, Metropolis of Lyon, France',
  address: {
    house_number: '12',
    road: 'Rue de la République',
    city: 'Lyon',
    state: 'Auvergne-Rhône-Alpes',
    postcode: '69001',
    country: 'France',
    country_code: 'fr',
  },
};
