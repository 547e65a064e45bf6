import { z } from 'zod';

/** The input description of a contract schema. */
export interface JsonSchema {
  type?: string | string[];
  const?: unknown;
  enum?: string[];
  pattern?: string;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  maximum?: number;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  propertyNames?: JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

export const schemaOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

/** What to write where a schema takes a text, a number or a list. */
export interface Filling {
  text(schema: JsonSchema): unknown;
  number(schema: JsonSchema): unknown;
  list(schema: JsonSchema): unknown[];
  /** Names in a record. */
  names(schema: JsonSchema): string[];
}

/** What patterns of the contract take. */
const EXAMPLES = [
  '1',
  'abc',
  'A1b2_c3d4',
  'DE',
  '#00ff00',
  '2026-01-31',
  '2026-01-31T09:30:00Z',
  'a'.repeat(22),
  'a'.repeat(24),
  'B'.repeat(87),
  'https://example.org/',
  'ann@example.org',
  '3b241101-e2bb-4255-8caf-4136c566a962',
];

/** As little as is taken. */
export const MODEST: Filling = {
  text: ({ pattern = '' }) => EXAMPLES.find((example) => new RegExp(pattern).test(example)) ?? 'a',
  number: () => 1,
  list: ({ items = {}, minItems = 1 }) => Array.from({ length: minItems }, () => fill(items, MODEST)),
  names: ({ propertyNames }) => [String(propertyNames?.enum?.[0] ?? 'a')],
};

const isOf = ({ type }: JsonSchema, name: string): boolean => [type].flat().includes(name);

/** A value of this schema, its longest alternative. */
export function fill(schema: JsonSchema, filling: Filling): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.allOf) return fill(Object.assign({}, ...schema.allOf) as JsonSchema, filling);
  if (schema.anyOf) {
    const values = schema.anyOf.map((each) => fill(each, filling));
    return values.reduce((a, b) => (JSON.stringify(b).length > JSON.stringify(a).length ? b : a));
  }
  if (schema.items) return filling.list(schema);
  if (isOf(schema, 'object')) {
    const { properties = {}, additionalProperties: others } = schema;
    const names = typeof others === 'object' ? filling.names(schema) : [];
    return Object.fromEntries([
      ...Object.entries(properties).map(([name, each]) => [name, fill(each, filling)]),
      ...names.map((name) => [name, fill(others as JsonSchema, filling)]),
    ]);
  }
  if (isOf(schema, 'boolean')) return true;
  if (isOf(schema, 'null') && schema.type === 'null') return null;
  if (isOf(schema, 'number') || isOf(schema, 'integer')) return filling.number(schema);
  return filling.text(schema);
}

export interface TextSpot {
  name: string;
  /** `base`, or as little as is taken, with this in its place. */
  put(base: unknown, value: unknown): unknown;
}

/** Every place for a text. */
export function textsIn(schema: JsonSchema): TextSpot[] {
  if (schema.anyOf) return schema.anyOf.flatMap(textsIn);
  if (schema.items)
    return textsIn(schema.items).map(({ name, put }) => ({
      name: `.0${name}`,
      put: (base, value) => [put(Array.isArray(base) ? base[0] : undefined, value)],
    }));
  const { properties, additionalProperties: others } = schema;
  const named = { ...properties };
  if (typeof others === 'object') for (const name of MODEST.names(schema)) named[name] = others;
  if (isOf(schema, 'object'))
    return Object.entries(named).flatMap(([key, inner]) =>
      textsIn(inner).map(({ name, put }) => ({
        name: `.${key}${name}`,
        put(base, value) {
          const all = (base ?? fill(schema, MODEST)) as Record<string, unknown>;
          return { ...all, [key]: put(all[key], value) };
        },
      })),
    );
  return isOf(schema, 'string') && !schema.enum && schema.const === undefined
    ? [{ name: '', put: (_, value) => value }]
    : [];
}
