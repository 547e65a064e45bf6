import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';

/** Requests parsed at once per connection (more where they are tiny); the rest waits as bytes. */
const FEW = 4;
const MIN_BYTES = 512;
/**
 * A response that its client doesn't read for this long is aborted; up to twice as long, because of how Node
 * checks progress.
 */
const SILENT_MS = 40_000;
const END_OF_HEAD = '\r\n\r\n';

interface Options {
  /** Runs before every request. */
  before?: (request: IncomingMessage, reply: ServerResponse) => void;
  handler: RequestListener;
  keepAliveTimeout: number;
  stopping?: AbortSignal;
  silentTimeout?: number;
}

/**
 * The HTTP server below the framework. A connection handles one request at a time: pipelined ones are read
 * once the response has left. A client that doesn't read its response is disconnected.
 */
export function createConnections({
  before,
  handler,
  keepAliveTimeout,
  stopping,
  silentTimeout = SILENT_MS,
}: Options): Server {
  const turns = takeTurns((request, reply) => {
    // a client that reuses the connection must not send another request on it
    if (stopping?.aborted) reply.shouldKeepAlive = false;
    before?.(request, reply);
    handler(request, reply);
  });
  // without a Host header Node would respond with its own text
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

/** Node counts a connection that has sent no data as a request in progress. */
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
  /** The pipelined requests of each connection with a response in progress. */
  const queues = new WeakMap<Socket, Turn[]>();
  const start = (...[request, reply]: Turn) => {
    reply.once('close', () => end(request.socket));
    serve(request, reply);
  };
  const end = (socket: Socket) => {
    // yield to other connections
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
    /** Passes a few requests at a time to Node's parser, which would otherwise parse all that arrived. */
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
      // Node resumes reading after each request; it must wait for the queued ones
      socket.on('resume', () => {
        if (queues.get(socket)?.length) socket.pause();
      });
    },
  };
}

/** Where the first few requests may end. A body with the same bytes is split too, but not too finely. */
function endOfFew(chunk: Buffer): number {
  let end = 0;
  for (let n = 0; n < FEW; n += 1) {
    const found = chunk.indexOf(END_OF_HEAD, end, 'latin1');
    if (found < 0) return chunk.length;
    end = found + END_OF_HEAD.length;
  }
  return Math.min(Math.max(end, MIN_BYTES), chunk.length);
}
