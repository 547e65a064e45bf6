import type { ServerResponse } from 'node:http';
import { submissions, type SubmissionStatus } from '#contract/submissions.ts';
import type { Context } from '#server/app/context.ts';
import { fail, notFound } from '#server/app/http/errors.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { watch } from './submissions.events.ts';
import { getSubmissionStatus, getSubmission } from './submissions.store.ts';

/** Looks again even when no news came: a notice may get lost with its connection, and places in the queue move. */
const LOOK_AGAIN_MS = 5_000;
/** Of one person in one process. */
const MAX_STREAMS = 5;
const FINAL = new Set<SubmissionStatus['state']>(['LIVE', 'PRIVATE', 'REJECTED', 'ARCHIVED']);

/** The status of a submission as server-sent events, each time it changes; ends once it is live or rejected. */
export const eventsRoutes: Routes = (route) => {
  /** How many each person has. */
  const open = new Map<number, number>();
  route(submissions.events, async ({ ctx, params, user, reply, request }) => {
    if ((open.get(user.id) ?? 0) >= MAX_STREAMS)
      throw fail(429, 'TOO_MANY', 'You follow too many submissions at once.', { retryAfter: 60 });
    if (!(await getSubmission(ctx.db, ctx.signedUrls, params.id, user))) throw notFound('This submission');
    const headers = reply.getHeaders();
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      ...(headers as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    if (request.method === 'HEAD') return raw.end();
    open.set(user.id, (open.get(user.id) ?? 0) + 1);
    raw.once('close', () => {
      const left = (open.get(user.id) ?? 1) - 1;
      if (left > 0) open.set(user.id, left);
      else open.delete(user.id);
    });
    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    follow(ctx, params.id, raw, async () => (await ctx.sessions.find(token))?.id === user.id);
    return undefined;
  });
};

function follow(ctx: Context, id: number, raw: ServerResponse, isSignedIn: () => Promise<boolean>): void {
  let lastSent = '';
  let looking = false;
  let again = false;
  const look = async () => {
    if (looking) {
      again = true;
      return;
    }
    looking = true;
    do {
      again = false;
      if (!(await isSignedIn())) return void raw.end();
      const submissionStatus = await getSubmissionStatus(ctx.db, id);
      const data = JSON.stringify(submissionStatus);
      if (raw.writableEnded) return;
      if (submissionStatus && data !== lastSent) raw.write(`event: submissionStatus\ndata: ${data}\n\n`);
      else raw.write(': still here\n\n');
      lastSent = data;
      if (!submissionStatus || FINAL.has(submissionStatus.state)) raw.end();
    } while (again);
    looking = false;
  };
  const lookOrEnd = () => void look().catch(() => raw.end());
  const unwatch = watch(ctx, id, lookOrEnd);
  const timer = setInterval(lookOrEnd, LOOK_AGAIN_MS);
  // a stream never ends by itself in time for a stop
  const end = () => raw.end();
  ctx.stopping.addEventListener('abort', end);
  raw.once('close', () => {
    ctx.stopping.removeEventListener('abort', end);
    unwatch();
    clearInterval(timer);
  });
  raw.on('error', () => {});
  lookOrEnd();
}
