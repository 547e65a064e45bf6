import { rule } from '#contract/text/message.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { jsonSchemaFacts } from '../openapi/json-schema.ts';

const degrees = (name: string, max: number) =>
  z.coerce
    .string()
    .regex(/^-?\d{1,3}(\.\d{1,20})?$/, rule`${name} must be a number.`)
    .transform(Number)
    .refine((value) => Math.abs(value) <= max, rule`${name} must be between ${-max} and ${max}.`)
    .register(jsonSchemaFacts, { type: 'number', minimum: -max, maximum: max });

/** The named place at a pair of coordinates; all null in uninhabited areas. */
export const GeoPlace = z.object({
  address: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  country: z.string().nullable(),
  /** The source of the data; to be shown beside it. */
  attribution: z.string(),
});
export type GeoPlace = z.infer<typeof GeoPlace>;

export const geo = {
  reverse: endpoint({
    method: 'GET',
    path: '/api/geo/reverse',
    access: 'public',
    query: z.object({ lat: degrees('lat', 90), lon: degrees('lon', 180) }),
    response: GeoPlace,
    summary: "Reverse geocoding of coordinates. The request isn't stored",
  }),
};
