import { z } from 'zod';
import { isHost } from '#contract/site/address.ts';

export const flag = (byDefault: boolean) =>
  z
    .enum(['on', 'off', 'true', 'false', '1', '0'], 'must be on or off')
    .optional()
    .transform((value) => (value === undefined ? byDefault : ['on', 'true', '1'].includes(value)));
export const url = (...schemes: string[]) =>
  z
    .string()
    .refine(
      (value) =>
        URL.canParse(value) &&
        schemes.includes(new URL(value).protocol.slice(0, -1)) &&
        (schemes.includes('postgres') || isHost(new URL(value).hostname)),
      `must be an address that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    );
export const base = (fallback: string) =>
  url('http', 'https')
    .transform((value) => value.replace(/\/+$/, ''))
    .default(fallback);

export const bucket = (...others: string[]) =>
  url(...others, 's3')
    .refine((value) => !/^s3:\/*($|\?)/.test(value), 'must name a bucket: s3://bucket')
    .refine(hasEndpoint, 'must have an endpoint that is an address');

/** The content policy allows the endpoint of a configured bucket. */
function hasEndpoint(value: string): boolean {
  const endpoint = URL.parse(value)?.searchParams.get('endpoint') ?? null;
  return endpoint === null || isHost(URL.parse(endpoint)?.hostname ?? ';');
}

export const count = (fallback: number, { min = 0, max = 10_000 } = {}) =>
  z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(min, min > 0 ? `must be ${min} at least` : 'must not be negative')
    .max(max, `must be ${max} at most`)
    .default(fallback);

export const UNITS = { '': 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30, T: 2 ** 40 };
/** A number of bytes, or with a unit: 500M, 10G. */
export const bytes = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,12}[KMGT]?$/, 'must be a number of bytes, such as 500M or 10G')
    .transform((value) => {
      const [, number, unit = ''] = /^(\d+)(\D?)$/.exec(value) ?? [];
      return Number(number) * UNITS[unit as keyof typeof UNITS];
    })
    .default(fallback);
