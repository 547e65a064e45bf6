import { z } from 'zod';

/** What a JSON schema says where zod can't read it from a transform. */
interface Facts {
  /** The name of a schema that is written once and referred to. */
  id?: string;
  type?: 'integer' | 'number' | 'string' | ['string', 'null'];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  [keyword: string]: unknown;
}

/**
 * What the OpenAPI document knows beyond the schemas themselves. A registry of its own, so that other JSON schemas made from
 * the same ones (an export's `schema.json`) stay as zod writes them.
 */
export const jsonSchemaFacts = z.registry<Facts>();
