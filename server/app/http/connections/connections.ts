import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';

/** Requests of a connection that are read at once, or more where they are tiny; what came behind them waits as bytes. */
const FEW = 4;
const MIN_BYTES = 512;
/** Without a byte read by its client so long, an answer is given up: at most twice that, as Node looks for progress. */
const SILENT_MS = 40_000;
const END_OF_HEAD = '\r\n\r\n';

interface Options {
  /** Comes before every request. */
  before?: (request: IncomingMessage, reply: ServerResponse) => void;
  handler: RequestListener;
  keepAliveTimeout: number;
  stopping?: AbortSignal;
  silentTimeout?: number;
}

/**
 * The server below the framework. A connection has one answer at a time: what was sent behind it is read once that
 * answer has left. A client that doesn't read what it asked for is cut off.
 */
export function createConnections({
  before,
  handler,
  keepAliveTimeout,
  stopping,
  silentTimeout = SILENT_MS,
}: Options): Server {
  const turns = takeTurns((request, reply) => {
    // whoever keeps the connection must not send another request on it
    if (stopping?.aborted) reply.shouldKeepAlive = false;
    before?.(request, reply);
    handler(request, reply);
  });
  // without a Host Node would answer by itself, and not in our words
  const server = createServer({ requireHostHeader: false, keepAliveTimeout }, turns.serve);
  server.on('connection', turns.watch);
  closeSilentAsIdle(server);
  // request-timeout.ts does it, uploads excepted; headers have Node's own limit
  server.requestTimeout = 0;
  server.setTimeout(silentTimeout, (socket) => {
    // else it is the client who waits
    if (socket.writableLength > 0 || !turns.isBusy(socket)) socket.destroy();
  });
  return server;
}

/** To Node a connection on which nothing came yet is one with a request under way. */
function closeSilentAsIdle(server: Server): void {
  const silent = new Set<Socket>();
  server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('data', () => silent.delete(socket));
    socket.once('close', () => silent.delete(socket));
  });
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    closeIdle();
    for (const socket of silent) socket.destroy();
  };
}

type Turn = [request: IncomingMessage, reply: ServerResponse];

function takeTurns(serve: (...turn: Turn) => void) {
  /** Of each connection with an answer under way, the requests behind it. */
  const queues = new WeakMap<Socket, Turn[]>();
  const start = (...[request, reply]: Turn) => {
    reply.once('close', () => end(request.socket));
    serve(request, reply);
  };
  const end = (socket: Socket) => {
    // others come first
    if (socket.isPaused()) setImmediate(next, socket);
    else queues.delete(socket);
  };
  const next = (socket: Socket) => {
    if (socket.destroyed) return;
    const turn = queues.get(socket)?.shift();
    if (turn) return start(...turn);
    queues.delete(socket);
    socket.resume();
  };
  return {
    isBusy: (socket: Socket): boolean => queues.has(socket),
    serve(request: IncomingMessage, reply: ServerResponse): void {
      const queue = queues.get(request.socket);
      if (queue) {
        queue.push([request, reply]);
        request.socket.pause();
      } else {
        queues.set(request.socket, []);
        start(request, reply);
      }
    },
    /** Hands a few requests at a time to Node's parser, which would make requests of all that came. */
    watch(socket: Socket): void {
      const [parse] = socket.listeners('data');
      socket.removeAllListeners('data');
      socket.on('data', (chunk: Buffer) => {
        const end = endOfFew(chunk);
        parse?.call(socket, chunk.subarray(0, end));
        if (end === chunk.length || socket.destroyed) return;
        socket.pause();
        socket.unshift(chunk.subarray(end));
        if (!queues.has(socket)) socket.resume();
      });
      // Node reads on after each request; not before those that wait were answered
      socket.on('resume', () => {
        if (queues.get(socket)?.length) socket.pause();
      });
    },
  };
}

/** Up to where a few requests may end. A body in which the same bytes stand is cut up as well, not too finely. */
function endOfFew(chunk: Buffer): number {
  let end = 0;
  for (let n = 0; n < FEW; n += 1) {
    const found = chunk.indexOf(END_OF_HEAD, end, 'latin1');
    if (found < 0) return chunk.length;
    end = found + END_OF_HEAD.length;
  }
  return Math.min(Math.max(end, MIN_BYTES), chunk.length);
}
