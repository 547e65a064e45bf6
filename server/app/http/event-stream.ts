import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { User } from './callers/sessions.ts';
import type { StreamKind } from './stream-slots.ts';

/** A client that reads too slowly is disconnected: it reconnects and continues. */
const MAX_UNSENT = 1024 * 1024;

export interface EventStream {
  send(event: { event: string; id?: number; data: unknown }): void;
  /** Sends a heartbeat, so that proxies don't close the connection. */
  beat(): void;
  end(): void;
  isOpen(): boolean;
  /** Whether the user who opened it is still signed in. */
  isSignedIn(): Promise<boolean>;
  onClose(listener: () => void): void;
}

/**
 * Responds with server-sent events until either side ends it; null: a HEAD request, or the client has gone.
 * Throws 429.
 */
export async function openEventStream(
  ctx: Context,
  {
    request,
    reply,
    user,
    kind,
  }: { request: FastifyRequest; reply: FastifyReply; user: User; kind: StreamKind },
): Promise<EventStream | null> {
  const isRead = request.method !== 'HEAD';
  const release = isRead ? await ctx.streamSlots.take(kind, user.id) : () => {};
  const headers = reply.getHeaders();
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...(headers as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  if (!isRead || raw.destroyed) {
    release();
    raw.end();
    return null;
  }
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  // a stream doesn't end in time for a shutdown
  const end = () => raw.end();
  ctx.stopping.addEventListener('abort', end);
  raw.once('close', () => {
    ctx.stopping.removeEventListener('abort', end);
    release();
  });
  raw.on('error', () => {});
  const write = (text: string) => {
    if (raw.writableEnded) return;
    raw.write(text);
    if (raw.writableLength > MAX_UNSENT) raw.destroy();
  };
  return {
    send: ({ event, id, data }) =>
      write(`event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`),
    beat: () => write(': still here\n\n'),
    end,
    isOpen: () => !raw.writableEnded && !raw.destroyed,
    isSignedIn: async () => (await ctx.sessions.find(token))?.id === user.id,
    onClose: (listener) => void raw.once('close', listener),
  };
}
