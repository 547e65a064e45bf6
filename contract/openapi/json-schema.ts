import { z } from 'zod';

/** Overrides for JSON schemas where zod can't derive them from a transform. */
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
