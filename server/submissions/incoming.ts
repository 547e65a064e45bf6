import type { FastifyRequest } from 'fastify';
import { MAX_UPLOAD } from '#contract/submissions/submissions.ts';
import { SNIFF_BYTES, sniffVideo } from '#server/adapters/media/sniff.ts';
import { StorageFull } from '#server/adapters/storage/storage.ts';
import { fail, type HttpError } from '#server/app/http/errors.ts';
import { noSpace } from './quota.ts';
import { REFUSALS } from './uploads.messages.ts';

export const tooLarge = (): HttpError => fail(413, 'TOO_LARGE', REFUSALS.TOO_LARGE());

/** Passes a video's bytes on; throws 415 as soon as its first ones are no video's, 413 as soon as it is too large. */
export async function* checkIncoming(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0);
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > MAX_UPLOAD) throw tooLarge();
    if (head === null) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < SNIFF_BYTES) continue;
    checkHead(head);
    yield head;
    head = null;
  }
  if (head === null) return;
  checkHead(head);
  yield head;
}

export function checkHead(head: Buffer): void {
  const sniffed = sniffVideo(head.subarray(0, SNIFF_BYTES));
  if ('rejection' in sniffed) throw fail(415, 'NOT_A_VIDEO', sniffed.rejection);
}

/** What a failed write means to the sender. */
export function explainWrite(error: unknown): unknown {
  return error instanceof StorageFull ? noSpace() : error;
}

const STALLED_MS = 120_000;

/** Closes an idle connection: its sender is gone without closing it. */
export function endWhenStalled({ raw }: FastifyRequest): void {
  raw.setTimeout(STALLED_MS, () => raw.destroy());
}
