import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

/** Of every form; a route says for itself how large its files may be. The last part is one field or file too many. */
export const FORM_LIMITS = { fieldSize: 64 * 1024, fields: 40, files: 4, parts: 45, headerPairs: 50 };

/** The parts of a form. Once a limit is reached, or whoever asks has enough, nothing of the rest is parsed. */
export async function* readParts(
  request: FastifyRequest,
  limits: { fileSize?: number; files?: number } = {},
): AsyncGenerator<Multipart, void, undefined> {
  let parts = 0;
  // asked of each part as it begins; the parser itself goes on while whoever asks is busy with an earlier one
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

/** As long as a sender goes on at most. */
const DRAIN_MS = 300_000;

/**
 * Reads the rest of a rejected body away, for a while: a client that is still sending doesn't read the answer, and one
 * whose connection is cut off sees a network error instead of the reason.
 */
export function drain({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return;
  raw.unpipe();
  raw.on('error', () => {});
  raw.resume();
  const timer = setTimeout(() => raw.destroy(), DRAIN_MS).unref();
  raw.once('close', () => clearTimeout(timer));
}
