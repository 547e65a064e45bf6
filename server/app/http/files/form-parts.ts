import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

/** For every form; each route sets its own file size limit. The last part is one field or file too many. */
export const FORM_LIMITS = { fieldSize: 64 * 1024, fields: 40, files: 4, parts: 45, headerPairs: 50 };

/** The parts of a form. Parsing stops at a limit, or when the consumer stops reading. */
export async function* readParts(
  request: FastifyRequest,
  limits: { fileSize?: number; files?: number } = {},
): AsyncGenerator<Multipart, void, undefined> {
  let parts = 0;
  // called for each part as it begins; the parser continues while the consumer handles an earlier one
  const isPartAFile = (_name?: string, type?: string, fileName?: string): boolean => {
    parts += 1;
    if (parts >= FORM_LIMITS.parts) request.raw.unpipe();
    return fileName !== undefined || type === 'application/octet-stream';
  };
  try {
    yield* request.parts({ limits, isPartAFile });
  } finally {
    drain(request);
  }
}

/** The longest that the rest of a body is read. */
const DRAIN_MS = 300_000;

/**
 * Reads and discards the rest of a rejected body for a while: a client that is still sending doesn't read the
 * response, and a reset connection shows as a network error instead of the reason.
 */
export function drain({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return;
  raw.unpipe();
  raw.on('error', () => {});
  raw.resume();
  const timer = setTimeout(() => raw.destroy(), DRAIN_MS).unref();
  raw.once('close', () => clearTimeout(timer));
}
