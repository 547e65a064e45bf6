import { readFileSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const HAS_SCHEMAS = /from '(?:zod|\.\.?\/endpoint\.ts)'/;

/**
 * In the browser's build a contract module with schemas shrinks to what a page needs at run time: method and path of each
 * endpoint, and plain constants. Schemas and functions are left out, so importing one fails the build instead of dragging
 * zod in. A module without schemas is run as it is.
 */
export function contractTable(): Plugin {
  return {
    name: 'contract-table',
    enforce: 'pre',
    load: {
      filter: { id: /\/contract\/.*\.ts$/ },
      async handler(id) {
        if (!HAS_SCHEMAS.test(readFileSync(id, 'utf8'))) return undefined;
        const stamp = statSync(id).mtimeMs;
        const module = (await import(`${pathToFileURL(id).href}?${stamp}`)) as Record<string, unknown>;
        return browserModule(module);
      },
    },
  };
}

/** The source that replaces a contract module in the browser. */
export function browserModule(module: Record<string, unknown>): string {
  return Object.entries(module)
    .map(([name, value]) => [name, browserValue(value)] as const)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');
}

function browserValue(value: unknown): unknown {
  if (isPlain(value)) return value;
  if (!isRecord(value)) return undefined;
  const endpoints = Object.entries(value).filter(([, item]) => isRecord(item) && item.kind === 'endpoint');
  if (endpoints.length === 0 || endpoints.length !== Object.keys(value).length) return undefined;
  return Object.fromEntries(
    endpoints.map(([name, item]) => {
      const { method, path } = item as { method: string; path: string };
      return [name, { method, path }];
    }),
  );
}

function isPlain(value: unknown): boolean {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true;
  if (Array.isArray(value)) return value.every(isPlain);
  if (!isRecord(value) || Object.getPrototypeOf(value) !== Object.prototype) return false;
  return value.kind !== 'endpoint' && Object.values(value).every(isPlain);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
