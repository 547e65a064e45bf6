/** What to send to try an endpoint out: well-formed, so that only the caller's role decides. Ids left out are 999999. */
export interface Sample {
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  /** JSON. */
  body?: unknown;
}

/** One row for each endpoint of a slice, by its name in the contract. */
export type Samples = Record<string, Sample>;

/** Rows for endpoints that need nothing, or ids only: `plain('list', 'get')`. */
export const plain = (...names: string[]): Samples => Object.fromEntries(names.map((name) => [name, {}]));
