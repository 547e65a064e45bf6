import type { FastifyInstance } from 'fastify';
import { chooseLanguage, type OfferedLanguages } from '#server/app/i18n/choose-language.ts';
import { answerClientError } from './client-error.ts';

/** A call's body is at most a megabyte of JSON; an upload has to go on, however slowly. */
const BODY_MS = 60_000;
/** The minimum an already rejected upload must still send; a slower one only occupies the connection. */
const REJECTED_BYTES = 64 * 1024;

/**
 * Ends requests whose body doesn't arrive: after a minute, or after a minute without a byte for file uploads.
 * Node's own requestTimeout is one total for all requests, and uploads may take long.
 */
export function limitArrival(
  app: FastifyInstance,
  { offered, milliseconds = BODY_MS }: { offered(): OfferedLanguages; milliseconds?: number | undefined },
): void {
  app.addHook('onRequest', async ({ raw, routeOptions }, reply) => {
    if (!raw.headers['transfer-encoding'] && !Number(raw.headers['content-length'])) return;
    const isUpload = routeOptions.config?.endpoint?.consumes !== undefined;
    const { socket } = raw;
    let received = socket.bytesRead;
    const look = () => {
      if (raw.complete || socket.destroyed) return;
      const isAnswered = reply.raw.writableFinished;
      if (isUpload && socket.bytesRead - received >= (isAnswered ? REJECTED_BYTES : 1)) {
        received = socket.bytesRead;
        timer = setTimeout(look, milliseconds);
      } else if (isAnswered) socket.destroy();
      else {
        const error = Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
        answerClientError(error, socket, chooseLanguage(raw, offered()));
      }
    };
    let timer = setTimeout(look, milliseconds);
    // an early answer ends the request, not what its sender still has to send
    raw.once('close', () => {
      if (raw.complete || socket.destroyed) clearTimeout(timer);
    });
  });
}
