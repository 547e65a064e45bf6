import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { fail } from './errors.ts';
import type { User } from './sessions.ts';

/** A reader that doesn't keep up is let go: it comes back and goes on. */
const MAX_UNSENT = 1024 * 1024;

export interface EventStream {
  send(event: { event: string; id?: number; data: unknown }): void;
  /** Keeps the connection open through proxies. */
  beat(): void;
  end(): void;
  isOpen(): boolean;
  /** Whether whoever opened it is still signed in. */
  isSignedIn(): Promise<boolean>;
  onClose(listener: () => void): void;
}

/** How many streams each person has open in this process. */
export class StreamLimit {
  private readonly open = new Map<number, number>();
  private readonly max: number;
  private readonly sentence: string;

  constructor(max: number, sentence: string) {
    this.max = max;
    this.sentence = sentence;
  }

  /** Throws 429. */
  check(userId: number): void {
    if ((this.open.get(userId) ?? 0) >= this.max)
      throw fail(429, 'TOO_MANY', this.sentence, { retryAfter: 60 });
  }

  add(userId: number, stream: EventStream): void {
    this.open.set(userId, (this.open.get(userId) ?? 0) + 1);
    stream.onClose(() => {
      const left = (this.open.get(userId) ?? 1) - 1;
      if (left > 0) this.open.set(userId, left);
      else this.open.delete(userId);
    });
  }
}

/** Answers with server-sent events until somebody ends it; null: only the headers were asked for. */
export function openEventStream(
  ctx: Context,
  { request, reply, user }: { request: FastifyRequest; reply: FastifyReply; user: User },
): EventStream | null {
  const headers = reply.getHeaders();
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...(headers as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  if (request.method === 'HEAD') {
    raw.end();
    return null;
  }
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  // a stream never ends by itself in time for a stop
  const end = () => raw.end();
  ctx.stopping.addEventListener('abort', end);
  raw.once('close', () => ctx.stopping.removeEventListener('abort', end));
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
