import { z } from 'zod';
import { jsonSchemaFacts } from '#contract/openapi/json-schema.ts';
import * as namedSchemas from '#contract/openapi/schemas.ts';

for (const [name, value] of Object.entries(namedSchemas))
  if (value instanceof z.ZodObject || value instanceof z.ZodEnum)
    jsonSchemaFacts.add(value, { ...jsonSchemaFacts.get(value), id: name });

export interface JsonSchema {
  $ref?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  [keyword: string]: unknown;
}

type Direction = 'input' | 'output';

/** Turns the contract's schemas into JSON schemas. Those with a name become components, once each. */
export class Schemas {
  /** References so far. */
  readonly components: Record<string, JsonSchema> = {};

  of(schema: z.ZodType, io: Direction): JsonSchema {
    const { root, named } = convert(schema, io);
    for (const [name, one] of Object.entries(named)) this.add(name, one);
    return root;
  }

  /** An object's fields one by one, as path and query parameters are described. */
  fields(schema: z.ZodType): { name: string; isRequired: boolean; schema: JsonSchema }[] {
    const { root, named } = convert(schema, 'input');
    const own = root.$ref?.split('/').at(-1);
    for (const [name, one] of Object.entries(named)) if (name !== own) this.add(name, one);
    const { properties = {}, required = [] } = (own && named[own]) || root;
    return Object.entries(properties).map(([name, property]) => ({
      name,
      isRequired: required.includes(name),
      schema: property,
    }));
  }

  private add(name: string, schema: JsonSchema): void {
    const there = this.components[name];
    if (there && JSON.stringify(there) !== JSON.stringify(schema))
      throw new Error(`${name} takes something else than it gives: it needs two names in the contract.`);
    this.components[name] = schema;
  }
}

function convert(schema: z.ZodType, io: Direction): { root: JsonSchema; named: Record<string, JsonSchema> } {
  const converted = z.toJSONSchema(schema, {
    io,
    metadata: jsonSchemaFacts,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // an answer may get further fields, and who reads it must not break by them
      if (zodSchema._zod.def.type === 'object' && jsonSchema.additionalProperties === false)
        delete jsonSchema.additionalProperties;
      // a record whose keys are known
      if (jsonSchema.propertyNames && jsonSchema.required) {
        const { additionalProperties: value = {}, required } = jsonSchema;
        jsonSchema.properties = Object.fromEntries(required.map((key) => [key, value]));
        delete jsonSchema.propertyNames;
        delete jsonSchema.additionalProperties;
      }
      const { id: _, ...facts } = jsonSchemaFacts.get(zodSchema) ?? {};
      const { def } = zodSchema._zod;
      // a transform's output can't be described; this describes its input, normalised
      if (!facts.type && io === 'output' && def.type === 'pipe' && def.out._zod.def.type === 'transform')
        Object.assign(jsonSchema, convert(def.in as z.ZodType, 'input').root);
      if (!facts.type) return;
      // described as a whole: the schema loses a number's text format and a union with null
      delete jsonSchema.pattern;
      delete jsonSchema.anyOf;
      delete jsonSchema.allOf;
      Object.assign(jsonSchema, facts);
    },
  });
  const {
    $schema: _,
    $defs: named = {},
    ...root
  } = JSON.parse(
    JSON.stringify(converted).replaceAll('"#/$defs/', '"#/components/schemas/'),
  ) as JsonSchema & { $defs?: Record<string, JsonSchema> };
  return { root, named };
}
