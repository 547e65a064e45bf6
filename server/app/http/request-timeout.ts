import type { FastifyInstance } from 'fastify';
import { answerClientError } from './client-error.ts';

/** A call's body is at most a megabyte of JSON; an upload has to go on, however slowly. */
const BODY_MS = 60_000;

/**
 * Ends requests whose body doesn't arrive: after a minute, or after a minute without a byte where an endpoint takes
 * files. Node's own requestTimeout knows one time for all requests, and an upload takes as long as it takes.
 */
export function limitArrival(app: FastifyInstance, milliseconds = BODY_MS): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (!raw.headers['transfer-encoding'] && !Number(raw.headers['content-length'])) return;
    const isUpload = routeOptions.config?.endpoint?.consumes !== undefined;
    const { socket } = raw;
    let received = socket.bytesRead;
    const look = () => {
      if (raw.complete || socket.destroyed) return;
      if (isUpload && socket.bytesRead > received) {
        received = socket.bytesRead;
        timer = setTimeout(look, milliseconds);
      } else {
        answerClientError(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
      }
    };
    let timer = setTimeout(look, milliseconds);
    // an early answer ends the request, not what its sender still has to send
    raw.once('close', () => {
      if (raw.complete || socket.destroyed) clearTimeout(timer);
    });
  });
}
