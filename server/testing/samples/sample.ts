/** What to send to try an endpoint out: well-formed, so that only the caller's role decides; `{}` where nothing is needed. */
export interface Sample {
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  /** JSON. */
  body?: unknown;
}

/** One row for each endpoint of a slice, by its name in the contract. */
export type Samples = Record<string, Sample>;
