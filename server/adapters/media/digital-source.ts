import { open } from 'node:fs/promises';
import { z } from 'zod';
import type { Parser } from '../untrusted/parser.ts';

/** Bytes to scan at the start and the end of a file, where metadata is. */
const SCANNED = 4 << 20;

/**
 * Digital source types of AI-generated media by IPTC (cv.iptc.org/newscodes/digitalsourcetype) and C2PA, as they appear in
 * XMP and in C2PA manifests (JSON and CBOR).
 */
const MADE_BY_MODEL = [
  'digitalsourcetype/trainedAlgorithmicMedia',
  'digitalsourcetype/compositeWithTrainedAlgorithmicMedia',
  'digitalsourcetype/trainedAlgorithmicData',
];

/** Whether a file's metadata declares that a model made it, or a part of it. Reads its first and last 4 MiB. */
export const digitalSource: Parser<{ path: string }, { ai: boolean }> = {
  async parse({ path }) {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      for (const start of new Set([0, Math.max(0, size - SCANNED)])) {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(SCANNED), 0, SCANNED, start);
        const part = buffer.subarray(0, bytesRead);
        if (MADE_BY_MODEL.some((type) => part.includes(type))) return { ai: true };
      }
      return { ai: false };
    } finally {
      await file.close();
    }
  },
  Result: z.object({ ai: z.boolean() }),
};
